import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { it } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { siteAt } from '../platform/deps.ts'
import { createLog } from '../platform/log/log.ts'
import { createMetrics } from '../platform/log/metrics.ts'
import { createBaseServer } from './base-server.ts'

/** A raw connection, because the test observes how the server treats it. */
async function connection(port: number): Promise<{ socket: Socket; received(): string; ended: Promise<void> }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  await once(socket, 'connect')
  return { socket, received: () => text, ended: new Promise((done) => socket.once('end', () => done())) }
}

it('a closing server finishes its requests, ends idle connections, and refuses late requests', async () => {
  const site = { log: createLog('silent'), metrics: createMetrics(), site: siteAt('') }
  let closing = false
  const app = createBaseServer(site, { trustedProxies: [], isShuttingDown: () => closing })
  let finish: (() => void) | undefined
  const accepted: Socket[] = []
  app.server.on('connection', (socket: Socket) => accepted.push(socket))
  app.get('/slow', async () => {
    await new Promise<void>((done) => {
      finish = done
    })
    return { done: true }
  })
  app.get('/quick', async () => ({ done: true }))
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  const [inFlight, idle, late] = [await connection(port), await connection(port), await connection(port)]
  idle.socket.write(get('/quick'))
  await eventually(() => idle.received().includes('{"done":true}') || undefined, 'the quick answer')
  assert.doesNotMatch(idle.received(), /connection: close/i)
  inFlight.socket.write(get('/slow'))
  const half = 'GET /quick HTTP/1.1\r\nHost'
  late.socket.write(half)
  const hasArrived = () => accepted.some(({ bytesRead }) => bytesRead === half.length)
  const end = await eventually(() => (hasArrived() ? finish : undefined), 'the slow request and half of another')

  closing = true
  const closed = app.close()
  await idle.ended
  late.socket.write(': x\r\n\r\n')
  await late.ended
  assert.match(late.received(), /^HTTP\/1\.1 503 /)
  assert.match(late.received(), /retry-after: 1/i)
  assert.match(late.received(), /connection: close/i)
  await assert.rejects(connection(port), /ECONNREFUSED/)

  end()
  await inFlight.ended
  assert.match(inFlight.received(), /^HTTP\/1\.1 200 /)
  assert.match(inFlight.received(), /connection: close/i)
  await closed
})
