import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { createMetrics } from '../../platform/log/metrics.ts'
import { limitSockets } from './socket-limits.ts'

/** A server, and a client that reports whether its connection was answered. */
async function world(t: { after(work: () => void): void }, trustedProxies: readonly string[]) {
  const metrics = createMetrics()
  const server: Server = createServer((_request, response) => response.end('yes'))
  limitSockets(server, metrics, { trustedProxies, perAddressMax: 2 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets: Socket[] = []
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    metrics,
    ask: async (localAddress: string) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      sockets.push(socket)
      socket.on('error', () => undefined)
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
      const what = await Promise.race([
        once(socket, 'data').then(() => 'answered' as const),
        once(socket, 'close').then(() => 'closed' as const),
      ])
      return { what, socket }
    },
  }
}

test('each address has its own limit of connections, and a closed connection frees one', async (t) => {
  const { ask, metrics } = await world(t, [])
  const first = await ask('127.0.0.2')
  assert.equal((await ask('127.0.0.2')).what, 'answered')
  assert.equal((await ask('127.0.0.2')).what, 'closed')
  assert.equal((await ask('127.0.0.3')).what, 'answered')
  assert.match(await metrics.registry.metrics(), /refused_total\{why="sockets_of_address"\} 1/)
  first.socket.destroy()
  let again = await ask('127.0.0.2')
  for (let tries = 0; again.what === 'closed' && tries < 1_000; tries++) again = await ask('127.0.0.2')
  assert.equal(again.what, 'answered')
})

test('a trusted proxy has no limit of its own', async (t) => {
  const { ask } = await world(t, ['127.0.0.4/32'])
  for (let n = 0; n < 5; n++) assert.equal((await ask('127.0.0.4')).what, 'answered')
})
