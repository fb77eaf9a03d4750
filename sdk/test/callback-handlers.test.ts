import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, it } from 'node:test'
import express from 'express'
import { fastify } from 'fastify'
import { expressCallbackHandler } from '../src/callbacks/express-handler.ts'
import { fastifyCallbacks } from '../src/callbacks/fastify-plugin.ts'
import { nodeCallbackHandler } from '../src/callbacks/node-handler.ts'
import type { CallbackHandlerOptions } from '../src/callbacks/receive-callback.ts'
import { callbackFields, signedHeaders, testPoint } from './support/signed-callback.ts'

const point = testPoint()
const success = { status: 'success' }

interface Running {
  url: string
  close(): Promise<void>
}

/** Every way to receive callbacks, each as a real server. */
const servers: Record<string, (options: CallbackHandlerOptions) => Promise<Running>> = {
  'node:http': async (options) => await listening(createServer(nodeCallbackHandler(options))),
  Express: async (options) => {
    const app = express()
    app.post('/hook', expressCallbackHandler(options))
    app.use(express.json())
    return await listening(createServer(app))
  },
  'Express behind express.raw()': async (options) => {
    const app = express()
    app.post('/hook', express.raw({ type: '*/*', limit: '1mb' }), expressCallbackHandler(options))
    return await listening(createServer(app))
  },
  Fastify: async (options) => {
    const app = fastify()
    app.post('/json', async (request) => request.body)
    await app.register(fastifyCallbacks({ path: '/hook', ...options }))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}`, close: async () => await app.close() }
  },
}

async function listening(server: Server): Promise<Running> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

async function post(url: string, body: string | Buffer, headers: Record<string, string>) {
  const response = await fetch(`${url}/hook`, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers })
  return { status: response.status, body: (await response.json()) as { status: string; code?: string } }
}

for (const [name, start] of Object.entries(servers)) {
  describe(`a callback handler of ${name}`, () => {
    const run = async (
      options: Partial<CallbackHandlerOptions>,
      test: (running: Running) => Promise<void>,
    ): Promise<void> => {
      const running = await start({ ...point, onCallback: () => undefined, onError: () => undefined, ...options })
      try {
        await test(running)
      } finally {
        await running.close()
      }
    }

    it('calls the function once per event and answers 200 to its repetition', async () => {
      const calls: string[] = []
      const onCallback: CallbackHandlerOptions['onCallback'] = ({ transaction_id: id }) => void calls.push(id)
      await run({ onCallback }, async ({ url }) => {
        const body = JSON.stringify(callbackFields(point, { transaction_id: 'tx-1' }))
        const headers = signedHeaders(point, body)
        for (let turn = 0; turn < 3; turn++) {
          assert.deepEqual(await post(url, body, headers), { status: 200, body: success })
        }
        assert.deepEqual(calls, ['tx-1'])
        await post(url, body, signedHeaders(point, body))
        assert.deepEqual(calls, ['tx-1', 'tx-1'])
      })
    })

    it('checks the bytes as they came: a number written as 10.00 stays so', async () => {
      await run({}, async ({ url }) => {
        const body = JSON.stringify(callbackFields(point)).replace('{', '{ "amount":10.00, "extra":"ñ€",')
        assert.equal((await post(url, body, signedHeaders(point, body))).status, 200)
      })
    })

    it('answers 400 to no JSON and to a missing field, 401 to a wrong hash, signature or none, and says why', async () => {
      const refusals: string[] = []
      await run({ onRefused: ({ reason }) => void refusals.push(reason) }, async ({ url }) => {
        const json = { 'content-type': 'application/json' }
        const { message: _left, ...incomplete } = callbackFields(point)
        const wrongHash = JSON.stringify(callbackFields(point, { security_hash: '0'.repeat(64) }))
        const body = JSON.stringify(callbackFields(point))
        const answers = [
          await post(url, '{"half', json),
          await post(url, '', json),
          await post(url, JSON.stringify(incomplete), signedHeaders(point, JSON.stringify(incomplete))),
          await post(url, wrongHash, signedHeaders(point, wrongHash)),
          await post(url, body, signedHeaders(testPoint(), body)),
          await post(url, body, json),
        ]
        assert.deepEqual(
          answers.map(({ status }) => status),
          [400, 400, 400, 401, 401, 401],
        )
        const reasons = answers.map(({ body: { code } }) => code)
        assert.deepEqual(reasons, [
          'invalid_json',
          'invalid_json',
          'missing_field',
          'hash_mismatch',
          'signature_mismatch',
          'missing_signature',
        ])
        assert.deepEqual(refusals, reasons)
      })
    })

    it('answers 500 when the function fails, tells nobody outside why, and lets the gateway try again', async () => {
      const errors: unknown[] = []
      let turns = 0
      const onCallback = () => {
        if (++turns === 1) throw new Error('the secret shop database is down')
      }
      await run({ onCallback, onError: (error) => void errors.push(error) }, async ({ url }) => {
        const body = JSON.stringify(callbackFields(point))
        const headers = signedHeaders(point, body)
        const failed = await post(url, body, headers)
        assert.equal(failed.status, 500)
        assert.doesNotMatch(JSON.stringify(failed.body), /secret shop/)
        assert.match(String(errors[0]), /secret shop/)
        assert.equal((await post(url, body, headers)).status, 200)
        assert.equal((await post(url, body, headers)).status, 200)
        assert.equal(turns, 2)
      })
    })

    it('answers 413 to more than 64 KiB, announced or not, and takes 64 KiB', async () => {
      await run({}, async ({ url }) => {
        const filled = (bytes: number) => {
          const body = JSON.stringify(callbackFields(point, { extra: '' }))
          return body.replace('"extra":""', `"extra":"${'x'.repeat(bytes - body.length)}"`)
        }
        const whole = filled(65_536)
        assert.equal((await post(url, whole, signedHeaders(point, whole))).status, 200)
        const long = filled(65_537)
        assert.equal((await post(url, long, signedHeaders(point, long))).status, 413)
        // Somebody else's parser waits for the end; ours answers as soon as it is too much.
        const isEnded = name.includes('raw')
        assert.match(await sendInChunks(url, { bytes: 3 * 65_536, isEnded }), /^HTTP\/1\.1 413 /)
      })
    })

    it('takes a callback without or with an odd content type', async () => {
      await run({}, async ({ url }) => {
        const body = JSON.stringify(callbackFields(point))
        for (const type of ['text/plain', 'application/json', 'application/json; charset=utf-8']) {
          const headers = { ...signedHeaders(point, body), 'content-type': type }
          assert.equal((await post(url, body, headers)).status, 200, type)
        }
      })
    })
  })
}

/** A body of unknown length, so that no Content-Length gives it away; the head of the answer. */
async function sendInChunks(url: string, { bytes, isEnded }: { bytes: number; isEnded: boolean }): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  const head = [
    'POST /hook HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    '',
    '',
  ]
  socket.write(head.join('\r\n'))
  const part = 'x'.repeat(8_192)
  for (let sent = 0; sent < bytes; sent += part.length) socket.write(`2000\r\n${part}\r\n`)
  if (isEnded) socket.write('0\r\n\r\n')
  while (!answer.includes('\r\n')) await once(socket, 'data')
  socket.destroy()
  return answer
}

describe('beside the callback handler', () => {
  it('Fastify keeps its own parsers', async () => {
    const app = fastify()
    app.post('/json', async (request) => request.body)
    await app.register(fastifyCallbacks({ path: '/hook', ...point, onCallback: () => undefined }))
    assert.deepEqual((await app.inject({ method: 'POST', url: '/json', payload: { a: 1 } })).json(), { a: 1 })
    await app.close()
  })

  it('Express says so where express.json() has eaten the bytes', async () => {
    const errors: unknown[] = []
    const app = express()
    app.use(express.json())
    app.post(
      '/hook',
      expressCallbackHandler({ ...point, onCallback: () => undefined, onError: (error) => void errors.push(error) }),
    )
    const running = await listening(createServer(app))
    const body = JSON.stringify(callbackFields(point))
    assert.equal((await post(running.url, body, signedHeaders(point, body))).status, 500)
    assert.match(String(errors[0]), /before express\.json\(\)/)
    await running.close()
  })

  it('node:http answers 405 to other methods', async () => {
    const running = await listening(createServer(nodeCallbackHandler({ ...point, onCallback: () => undefined })))
    const answer = await fetch(running.url)
    assert.equal(answer.status, 405)
    assert.equal(answer.headers.get('allow'), 'POST')
    await running.close()
  })
})
