import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { requireBody } from '../../../core/web/json-body.ts'
import { callerOf } from '../../../core/web/request-context.ts'
import { verifyRequestSignature } from '../verify-request-signature.ts'

/** Checks the signature of a request to a `signed` route. Throws what `verifyRequestSignature` throws. */
export function checkSignatures(scope: FastifyInstance, deps: PlatformDeps): void {
  scope.addHook('preHandler', async (request) => {
    const { signed = false, emptyBody = false } = request.routeOptions.config
    if (!signed) return
    // A missing body is named before a missing signature.
    if (!emptyBody) requireBody(request.body)
    await verifyRequestSignature(deps, callerOf(request), {
      method: request.method,
      // As the client wrote and signed it: a trailing slash is part of it.
      path: request.originalUrl.split('?', 1)[0] ?? '',
      body: request.rawBody ?? Buffer.alloc(0),
      timestamp: headerOf(request, 'x-timestamp'),
      nonce: headerOf(request, 'x-nonce'),
      signature: headerOf(request, 'x-signature'),
    })
    request.isSignatureChecked = true
  })
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
