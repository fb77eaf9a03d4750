import type { FastifyRequest } from 'fastify'
import type { PlatformDeps } from '../../platform/deps.ts'
import { callerOf } from '../../web/request-context.ts'
import { verifyRequestSignature } from '../verify-request-signature.ts'

/** For the documentation of every route that calls `requireSignature`. */
export const signatureNote =
  'A point that demands signed payouts takes it signed only: X-Timestamp, X-Nonce and X-Signature (contract section 1).'

/** What it refuses with, besides `invalid_header`, which every route may answer. */
export const signatureRefusals = ['bad_signature', 'stale_timestamp', 'nonce_reused'] as const

/**
 * Checks the signature of a request that makes or decides a payout, then frees the raw body. The route keeps the raw
 * body (`keepRawBody`). Throws what `verifyRequestSignature` throws.
 */
export async function requireSignature(deps: PlatformDeps, request: FastifyRequest): Promise<void> {
  // A person signs no requests. Session, second factor and step-up replace the signature.
  if (callerOf(request).person) {
    request.rawBody = undefined
    return
  }
  await verifyRequestSignature(deps, callerOf(request), {
    method: request.method,
    // As the client wrote and signed it: a trailing slash is part of it.
    path: request.originalUrl.split('?', 1)[0] ?? '',
    body: request.rawBody ?? Buffer.alloc(0),
    timestamp: headerOf(request, 'x-timestamp'),
    nonce: headerOf(request, 'x-nonce'),
    signature: headerOf(request, 'x-signature'),
    isPayout: true,
  })
  request.rawBody = undefined
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
