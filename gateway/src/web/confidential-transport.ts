import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../platform/log/log.ts'
import { allowList } from '../platform/network.ts'
import { Problem } from '../values/problem.ts'

/** Headers that only a proxy writes: the connection to this process is then not the one on which the caller sent. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-ssl',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-forwarded',
  'x-envoy-external-address',
  'fastly-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
] as const

/** Whether some proxy passed a request on, be it one that nobody told us of. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return forwardingHeaders.some((name) => headers[name] !== undefined)
}

export const loopback = ['127.0.0.0/8', '::1/128'] as const

/**
 * Decides for every request of a server whether anybody could read it on its way. `trustedProxies`: addresses or networks
 * (CIDR). Warns once where a trusted proxy does not say how it was reached.
 */
export function checkTransport(
  app: FastifyInstance,
  { trustedProxies, log }: { trustedProxies: readonly string[]; log: Log },
): void {
  const isLoopback = allowList(loopback)
  const isTrusted = allowList(trustedProxies)
  let hasWarned = false
  app.decorateRequest('isLocal', false)
  app.addHook('onRequest', async (request) => {
    const peer = request.socket.remoteAddress ?? ''
    request.isLocal = isLoopback(peer) && !isTrusted(peer) && !isForwarded(request)
    if (hasWarned || !isTrusted(peer) || 'x-forwarded-proto' in request.headers || request.protocol === 'https') return
    hasWarned = true
    log.warn(
      { address: peer },
      'a trusted proxy sends no X-Forwarded-Proto: credentials of live points are refused as if they had come over plain HTTP',
    )
  })
}

/**
 * Whether a request came over TLS, here or at a trusted proxy, or from a program on this machine without any proxy.
 * Elsewhere whoever is on the network between reads it (PCI DSS 4.0.1, requirement 4.2.1).
 */
export function isConfidential(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.isLocal
}

/** Refuses what must not cross a network in clear. Problem `tls_required`. */
export function requireConfidential(request: FastifyRequest): void {
  if (!isConfidential(request)) throw new Problem('tls_required')
}
