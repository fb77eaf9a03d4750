import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, test } from 'node:test'
import { Problem } from '../values/problem.ts'
import { readLargeBody } from './large-body.ts'

const server = createServer().listen(0, '127.0.0.1')
after(() => server.close())
await once(server, 'listening')

test('a body whose sender left before it was read ends at once, and holds nothing until its time is over', async () => {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\nabc')
  const [request] = (await once(server, 'request')) as [IncomingMessage]
  request.on('error', () => undefined)
  const closed = new Promise((done) => request.once('close', done))
  client.destroy()
  await closed
  const late = new Problem('body_too_large')
  const options = { bytesMax: 1_000, arrivesWithinMs: 1_000, answeredWithinMs: 1_000 }
  await assert.rejects(readLargeBody(request, { ...options, tooLarge: () => late, tooSlow: () => late }), {
    code: 'unavailable',
  })
})
