import type { FastifyRequest } from 'fastify'
import type { Caller } from '../accounts/caller.ts'
import { Problem } from '../domain/problem.ts'

/** A card of a live point never crosses the network in clear (PCI DSS 4.0.1, requirement 4.2.1). Problem `tls_required`. */
export function requireTls(request: FastifyRequest, caller: Caller): void {
  if (caller.point.environment === 'live' && request.protocol !== 'https') throw new Problem('tls_required')
}
