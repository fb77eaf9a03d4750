import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { httpCaller } from './http-caller.ts'

it('a caller goes on over another connection where the server ends one after a number of requests', async (t) => {
  const server = createServer((_request, response) => {
    response.setHeader('content-length', 2)
    response.end('ok')
  })
  server.maxRequestsPerSocket = 3
  let connections = 0
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const caller = httpCaller(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  t.after(() => {
    caller.close()
    server.close()
  })
  for (let sent = 0; sent < 10; sent++) {
    assert.deepEqual(await caller.call({ method: 'GET', path: '/', authorization: 'x' }), { status: 200, body: 'ok' })
  }
  assert.equal(connections, 4)
})
