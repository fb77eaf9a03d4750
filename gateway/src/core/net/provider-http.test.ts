import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { providerHttp } from './provider-http.ts'

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
  await http.call({ method: 'PUT', url: `${url}/x`, headers: {}, body: { a: 1 }, timeoutMs })

describe('a call to a provider', () => {
  it('returns status and JSON of the answer', async () => {
    const url = await provider((_, response) => response.writeHead(201, { 'retry-after': '7' }).end('{"b":2}'))
    assert.deepEqual(await send(url), { kind: 'answer', status: 201, body: { b: 2 }, retryAfterMs: 7_000 })
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
    assert.deepEqual(await send(url), { kind: 'answer', status: 302, body: undefined, retryAfterMs: undefined })
  })
})
