import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sameSecret } from '../platform/ids.ts'
import { allowList } from '../platform/network.ts'
import { isForwarded, loopback } from './confidential-transport.ts'

export interface MetricsAccess {
  /** CIDR (`METRICS_ALLOW_CIDRS`). Undefined: not set. */
  allowCidrs: readonly string[] | undefined
  /** The bearer token (`METRICS_TOKEN_FILE`). Undefined: not set. */
  token: string | undefined
}

/**
 * Whether a request may read the metrics: it has the token, or comes from one of the networks. Without both settings,
 * only this machine may. The check uses the address of the socket and ignores headers. A request that a proxy forwarded
 * needs the token, because its origin is elsewhere.
 */
export function metricsAccess({ allowCidrs, token }: MetricsAccess): (request: FastifyRequest) => boolean {
  const isNear = allowList(allowCidrs ?? (token === undefined ? loopback : []))
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`)
  return (request) => {
    if (expected && sameSecret(digest(request.headers.authorization ?? ''), expected)) return true
    return isNear(request.raw.socket.remoteAddress ?? '') && !isForwarded(request)
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
