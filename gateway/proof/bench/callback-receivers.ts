import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Certificate } from '../../test/support/certificates.ts'
import { machineMs } from './latencies.ts'

// Merchants' callback endpoints in a process of their own, so that they and what calls them share no event loop. They
// answer 200 and note when each callback began to arrive. The first message opens them, each further one asks for what
// arrived since.

/** The webhook-id of a callback and when its head was there, in machine milliseconds. */
export type Arrival = readonly [id: string, atMs: number]

export interface Opening {
  count: number
  certificate: Certificate
}

let arrivals: Arrival[] = []

process.once('message', async ({ count, certificate }: Opening) => {
  const urls = await Promise.all(Array.from({ length: count }, async () => await open(certificate)))
  process.on('message', () => {
    process.send?.(arrivals)
    arrivals = []
  })
  process.send?.(urls)
})
process.on('disconnect', () => process.exit())

async function open(certificate: Certificate): Promise<string> {
  const server = createServer({ keepAliveTimeout: 60_000, ...certificate }, (incoming, response) => {
    arrivals.push([String(incoming.headers['webhook-id']), machineMs()])
    incoming.resume().on('end', () => response.writeHead(200).end('{"status":"success"}'))
  })
  server.on('secureConnection', (socket) => socket.on('error', () => undefined))
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`
}
