import type { Server, Socket } from 'node:net'
import { householdOf } from '../../platform/ip-network.ts'
import type { Metrics } from '../../platform/log/metrics.ts'
import { allowList } from '../../platform/network.ts'

/** Ten thousand idle keep-alive connections are normal; beyond this the files that calls and the database need run out. */
const socketsMax = 12_000

/**
 * Connections of one address, or of one IPv6 network of a household: a quarter of all. A merchant's whole office or
 * server farm behind one address needs hundreds; nobody fills the process from one machine.
 */
const socketsPerAddressMax = 3_000

/**
 * Connections that wait to be accepted: all clients come back at once after a restart, and one that finds no place there
 * tries again only after seconds. Linux allows `net.core.somaxconn`, usually 4096.
 */
export const waitingSocketsMax = 4_096

/**
 * Bounds the open connections, of all and of each address. What is too much is closed before a byte of it is read.
 * Trusted proxies stand for many callers and are bounded by the sum alone.
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
