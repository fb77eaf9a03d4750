import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { type ProviderBody, type ProviderRequest, providerHttp } from './provider-http.ts'

const http = providerHttp()
const closers: (() => void)[] = []
after(async () => {
  for (const close of closers) close()
  await http.close()
})

async function provider(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const send = async (url: string, timeoutMs = 2_000) =>
  await http.call({ method: 'PUT', url: `${url}/x`, headers: {}, body: { json: { a: 1 } }, timeoutMs })

describe('a call to a provider', () => {
  it('returns status and JSON of the answer', async () => {
    const url = await provider((_, response) => response.writeHead(201, { 'retry-after': '7' }).end('{"b":2}'))
    const answer = await send(url)
    assert.ok(answer.kind === 'answer')
    const { status, body, text, headers, retryAfterMs } = answer
    assert.deepEqual([status, body, text, retryAfterMs], [201, { b: 2 }, '{"b":2}', 7_000])
    assert.equal(headers['retry-after'], '7')
  })

  it('sends JSON, a form, or exactly the given bytes, by every method', async () => {
    const url = await provider((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      const type = request.headers['content-type']
      request.on('end', () => response.end(JSON.stringify([request.method, type, Buffer.concat(chunks).toString()])))
    })
    const sent = async (method: ProviderRequest['method'], body?: ProviderBody) => {
      const answer = await http.call({ method, url, headers: {}, timeoutMs: 2_000, ...(body && { body }) })
      return answer.kind === 'answer' && answer.body
    }
    assert.deepEqual(await sent('PATCH', { json: { a: 1 } }), ['PATCH', 'application/json', '{"a":1}'])
    const form = { grant_type: 'x', scope: 'a b' }
    const formType = 'application/x-www-form-urlencoded'
    assert.deepEqual(await sent('POST', { form }), ['POST', formType, 'grant_type=x&scope=a+b'])
    const bytes = Buffer.from('{"amount":1500.00}')
    assert.deepEqual(await sent('PUT', { bytes, type: 'text/x' }), ['PUT', 'text/x', '{"amount":1500.00}'])
    assert.deepEqual(await sent('DELETE'), ['DELETE', null, ''])
  })

  it('to a closed port was certainly not sent', async () => {
    assert.deepEqual(await send('http://127.0.0.1:1'), {
      kind: 'failed',
      outcome: { kind: 'not_sent', why: 'connect_failed' },
    })
  })

  it('that hangs is unknown: the provider may have the order', async () => {
    const url = await provider(() => undefined)
    assert.deepEqual(await send(url, 100), { kind: 'failed', outcome: { kind: 'unknown', why: 'timeout' } })
  })

  it('whose connection breaks after sending is unknown', async () => {
    const url = await provider((request) => request.socket.destroy())
    assert.deepEqual(await send(url), { kind: 'failed', outcome: { kind: 'unknown', why: 'reset_after_send' } })
  })

  it('with an answer that is cut off is unknown', async () => {
    const url = await provider((request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"a"', () => request.socket.destroy())
    })
    assert.equal((await send(url)).kind, 'failed')
  })

  it('with a huge answer is unknown and is not read to its end', async () => {
    const url = await provider((_, response) => response.end('x'.repeat(1_000_000)))
    assert.deepEqual(await send(url), { kind: 'failed', outcome: { kind: 'unknown', why: 'unreadable' } })
  })

  it('follows no redirect and parses only valid JSON', async () => {
    const url = await provider((_, response) => response.writeHead(302, { location: '/y' }).end('<html>'))
    const answer = await send(url)
    assert.ok(answer.kind === 'answer')
    assert.deepEqual([answer.status, answer.body, answer.retryAfterMs], [302, undefined, undefined])
  })

  it('after it was closed is not sent, and those that were open end', async () => {
    const own = providerHttp()
    const url = await provider((_, response) => void setTimeout(() => response.end('{}'), 50))
    const call = async () => await own.call({ method: 'GET', url, headers: {}, timeoutMs: 2_000 })
    const open = call()
    await Promise.all([own.close(), open.then(({ kind }) => assert.equal(kind, 'answer'))])
    assert.deepEqual(await call(), { kind: 'failed', outcome: { kind: 'not_sent', why: 'unavailable' } })
  })
})
