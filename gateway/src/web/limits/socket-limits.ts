import type { Server, Socket } from 'node:net'
import { householdOf } from '../../platform/ip-network.ts'
import type { Metrics } from '../../platform/log/metrics.ts'
import { allowList } from '../../platform/network.ts'

/**
 * Ten thousand idle keep-alive connections are normal. Beyond this limit, calls and the database run out of file
 * descriptors.
 */
const socketsMax = 12_000

/**
 * Connections of one IPv4 address or IPv6 /64 network: a quarter of all. A merchant's office or server farm behind one
 * address needs hundreds, and one machine cannot use all connections.
 */
const socketsPerAddressMax = 3_000

/**
 * Connections in the accept backlog. After a restart all clients reconnect at once, and a client that finds a full
 * backlog retries only after seconds. Linux allows `net.core.somaxconn`, usually 4096.
 */
export const waitingSocketsMax = 4_096

/**
 * Limits the open connections, in total and for each address. An excess connection is closed before a byte of it is
 * read. A trusted proxy serves many callers, so only the total limits it.
 */
export function limitSockets(
  server: Server,
  metrics: Metrics,
  options: { trustedProxies: readonly string[]; perAddressMax?: number },
): void {
  const perAddressMax = options.perAddressMax ?? socketsPerAddressMax
  const isTrusted = allowList(options.trustedProxies)
  const counts = new Map<string, number>()
  let open = 0
  server.maxConnections = socketsMax
  server.on('drop', () => metrics.refused.inc({ why: 'sockets' }))
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined) return
    open++
    socket.once('close', () => open--)
    if (isTrusted(address)) return
    const household = householdOf(address)
    const own = (counts.get(household) ?? 0) + 1
    if (own > perAddressMax) {
      metrics.refused.inc({ why: 'sockets_of_address' })
      socket.destroy()
      return
    }
    counts.set(household, own)
    socket.once('close', () => {
      const left = (counts.get(household) ?? 1) - 1
      if (left > 0) counts.set(household, left)
      else counts.delete(household)
    })
  })
  metrics.queues.watch('sockets', { max: socketsMax, length: () => open })
}
