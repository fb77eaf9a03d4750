import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { allowList } from '../platform/network.ts'
import { sameSecret } from '../platform/same-secret.ts'
import { isForwarded, loopback } from './confidential-transport.ts'

export interface MetricsAccess {
  /** CIDR (`METRICS_ALLOW_CIDRS`). Undefined: not set. */
  allowCidrs: readonly string[] | undefined
  /** What a bearer must send (`METRICS_TOKEN_FILE`). Undefined: not set. */
  token: string | undefined
}

/**
 * Whether a request may see the metrics: it brings the token, or comes from one of the networks. Without both settings the
 * network is this machine. What counts is the socket's own address, whatever a header claims; and a request that a proxy
 * passed on comes from elsewhere, so that only the token opens to it.
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
