import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A year. Browsers use only HTTPS after the first reply. */
const strictTransportSeconds = 31_536_000

/** For all replies except pages. A reply that is opened in a browser can load and run nothing. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Sets the headers of every reply before its route runs. */
export function securityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply)
    done()
  })
}

/**
 * Sets the headers of every reply. Pages replace `Content-Security-Policy` by their own. CORS is off, because API keys
 * do not belong in browsers.
 */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'x-request-id': request.id,
    'cache-control': 'no-store',
    'content-security-policy': closedPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  })
  if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${strictTransportSeconds}`)
}
