import type { Server, Socket } from 'node:net'
import { householdOf } from '../../platform/ip-network.ts'
import { processLimits } from '../../platform/limits/process-limits.ts'
import { heldByCaller } from '../../platform/limits/slots.ts'
import type { Metrics } from '../../platform/log/metrics.ts'
import { allowList } from '../../platform/network.ts'

const { max: socketsMax, share: socketsPerAddressMax } = processLimits.sockets

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
  const held = heldByCaller()
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
    if (held.of(household) >= perAddressMax) {
      metrics.refused.inc({ why: 'sockets_of_address' })
      socket.destroy()
      return
    }
    held.take(household)
    socket.once('close', () => held.leave(household))
  })
  metrics.queues.watch('sockets', { max: socketsMax, length: () => open })
}
