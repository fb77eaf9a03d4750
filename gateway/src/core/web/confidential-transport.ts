import type { FastifyInstance, FastifyRequest } from 'fastify'
import { remembered } from '../platform/expiring-cache.ts'
import type { Log } from '../platform/log/log.ts'
import { allowList } from '../platform/network.ts'
import { Problem } from '../values/problem.ts'

/** Headers that only a proxy writes. With one of them, the caller's own connection ended at the proxy. */
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

/** Whether any proxy forwarded the request, including proxies that are not configured. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return forwardingHeaders.some((name) => headers[name] !== undefined)
}

export const loopback = ['127.0.0.0/8', '::1/128'] as const

/**
 * Determines for every request whether its transport is confidential. `trustedProxies`: addresses or networks (CIDR).
 * Warns once if a trusted proxy does not report the caller's protocol.
 */
export function checkTransport(
  app: FastifyInstance,
  { trustedProxies, log }: { trustedProxies: readonly string[]; log: Log },
): void {
  const isLoopback = remembered(allowList(loopback))
  const isTrusted = remembered(allowList(trustedProxies))
  let hasWarned = false
  app.decorateRequest('isLocal', false)
  app.addHook('onRequest', (request, _reply, done) => {
    const peer = request.socket.remoteAddress ?? ''
    const isOfProxy = isTrusted(peer)
    request.isLocal = isLoopback(peer) && !isOfProxy && !isForwarded(request)
    if (isOfProxy && !hasWarned && !('x-forwarded-proto' in request.headers) && request.protocol !== 'https') {
      hasWarned = true
      log.warn(
        { address: peer },
        'a trusted proxy sends no X-Forwarded-Proto: credentials of live points are refused as if they had come over plain HTTP',
      )
    }
    done()
  })
}

/**
 * Whether a request came over TLS, here or at a trusted proxy, or from this machine without any proxy. On other
 * connections the network between can read it (PCI DSS 4.0.1, requirement 4.2.1).
 */
export function isConfidential(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.isLocal
}

/** Refuses requests that must not cross a network unencrypted. Problem `tls_required`. */
export function requireConfidential(request: FastifyRequest): void {
  if (!isConfidential(request)) throw new Problem('tls_required')
}
