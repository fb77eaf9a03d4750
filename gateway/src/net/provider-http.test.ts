import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { issueCertificate, testAuthority } from '../../test/support/certificates.ts'
import { providerHttp } from './provider-http.ts'

const http = providerHttp()
const closers: (() => void)[] = []
after(async () => {
  for (const close of closers) close()
  await http.close()
})

async function provider(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listening(createServer(listener))}`
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const send = async (url: string, timeoutMs = 2_000) =>
  await http.call({ method: 'PUT', url: `${url}/x`, headers: {}, body: { json: { a: 1 } }, timeoutMs })

describe('a call to a provider', () => {
  it('returns status and JSON of the answer', async () => {
    const url = await provider((_, response) =>
      response.writeHead(201, { 'retry-after': '7', 'X-Echo': ['a', 'b'] }).end('{"b":2.50}'),
    )
    const answer = await send(url)
    assert.ok(answer.kind === 'answer')
    const { headers, ...rest } = answer
    assert.deepEqual(rest, { kind: 'answer', status: 201, body: { b: 2.5 }, text: '{"b":2.50}', retryAfterMs: 7_000 })
    assert.equal(headers['x-echo'], 'a, b')
  })

  it('sends JSON, a form, or bytes as they are, by every method', async () => {
    const seen: string[] = []
    const url = await provider((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        seen.push(`${request.method} ${request.headers['content-type'] ?? '-'} ${text}`)
        response.end('{}')
      })
    })
    const to = { url, headers: {}, timeoutMs: 2_000 }
    await http.call({ ...to, method: 'PATCH', body: { json: { a: 'ñ' } } })
    await http.call({ ...to, method: 'POST', body: { form: { grant_type: 'x', scope: 'a b&c' } } })
    await http.call({
      ...to,
      method: 'PUT',
      body: { bytes: Buffer.from('{"monto":1500.00}'), type: 'application/json' },
    })
    await http.call({ ...to, method: 'DELETE' })
    assert.deepEqual(seen, [
      'PATCH application/json {"a":"ñ"}',
      'POST application/x-www-form-urlencoded grant_type=x&scope=a+b%26c',
      'PUT application/json {"monto":1500.00}',
      'DELETE - ',
    ])
  })

  it('shows its certificate, and sends nothing to a server that it does not trust', async () => {
    const authority = await testAuthority()
    const [server, client] = await Promise.all([issueCertificate(authority), issueCertificate(authority)])
    let calls = 0
    const listener: RequestListener = (request, response) => {
      calls += 1
      response.end(JSON.stringify((request.socket as TLSSocket).authorized))
    }
    const tls = createTlsServer(
      { ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: false },
      listener,
    )
    const port = await listening(tls)
    const to = { method: 'GET', url: `https://127.0.0.1:${port}/`, headers: {}, timeoutMs: 2_000 } as const
    const trusting = providerHttp({ ...client, ca: authority.cert })
    const answer = await trusting.call(to)
    assert.equal(answer.kind === 'answer' && answer.body, true)
    assert.deepEqual(await http.call(to), {
      kind: 'failed',
      outcome: { kind: 'not_sent', why: 'connect_failed' },
    })
    assert.equal(calls, 1)
    await trusting.close()
    assert.deepEqual(await trusting.call(to), { kind: 'failed', outcome: { kind: 'not_sent', why: 'connect_failed' } })
  })

  it('may have what is left of a time, which is seldom a whole number', async () => {
    const url = await provider((_, response) => response.end('{}'))
    assert.equal((await send(url, 1_999.7)).kind, 'answer')
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
    assert.deepEqual([answer.status, answer.body, answer.text], [302, undefined, '<html>'])
  })
})
