import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { machineMs } from './latencies.ts'
import type { Arrival, Reply, Wish } from './receiver-process.ts'

// Merchants' callback endpoints in a process of their own, so that they and what calls them share no event loop. They
// answer 200, or nothing while they hang, and note when each callback began to arrive.

let arrivals: Arrival[] = []
let connections = 0
let hanging = false
const unanswered = new Set<ServerResponse>()

process.on('message', (wish: Wish) => {
  void answer(wish).then((reply) => process.send?.(reply))
})
process.on('disconnect', () => process.exit())

async function answer(wish: Wish): Promise<Reply> {
  switch (wish.kind) {
    case 'open':
      return { urls: await Promise.all(Array.from({ length: wish.count }, async () => await open(wish.certificate))) }
    case 'hang':
      hanging = true
      return {}
    case 'let go':
      hanging = false
      for (const response of unanswered) response.writeHead(200).end()
      unanswered.clear()
      return {}
    case 'take': {
      const taken = { arrivals, connections }
      arrivals = []
      connections = 0
      return taken
    }
  }
}

async function open(certificate: { cert: string; key: string }): Promise<string> {
  const server = createServer({ keepAliveTimeout: 60_000, ...certificate }, (incoming, response) => {
    arrivals.push([String(incoming.headers['webhook-id']), machineMs()])
    incoming.resume().on('end', () => {
      if (hanging) unanswered.add(response)
      else response.writeHead(200).end('{"status":"success"}')
    })
  })
  server.on('secureConnection', (socket) => {
    connections++
    socket.on('error', () => undefined)
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`
}
