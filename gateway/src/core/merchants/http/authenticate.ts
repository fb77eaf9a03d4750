import type { FastifyInstance } from 'fastify'
import type { PlatformDeps } from '../../platform/deps.ts'
import { present } from '../../values/assert.ts'
import { requireConfidential } from '../../web/confidential-transport.ts'
import { countRequest, rateLimiter } from '../../web/limits/rate-limits.ts'
import { unauthenticatedLimits } from '../../web/limits/unauthenticated-limits.ts'
import { addressOf } from '../../web/request-context.ts'
import { authenticateRequest, keyCache, requireScope } from '../authenticate-request.ts'

/**
 * Requires an API key with the route's scope on every route of this plugin scope. Runs before the body is parsed, so
 * unauthenticated callers cannot cause parsing. A route without a scope cannot be registered.
 */
export function requireKey(app: FastifyInstance, deps: PlatformDeps): void {
  const cache = keyCache()
  const lookups = unauthenticatedLimits()
  const limiter = rateLimiter(() => performance.now())
  app.addHook('onRoute', (route) => {
    present(route.config?.scope, `the scope of ${route.url}`)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { scope: named, orScope } = request.routeOptions.config
    const scope = present(named, 'scope')
    const { authorization } = request.headers
    const caller = await authenticateRequest(deps, cache, {
      authorization,
      address: addressOf(request),
      // The key is known, but the request may still be refused. The request log then shows the refusal to the merchant.
      identified: (known) => {
        request.caller = known
      },
      named: (credential) => {
        request.credential = credential
      },
      beforeLookup: (name) => lookups.enter(request, name),
      found: (name) => lookups.confirmKnown(request, name),
    })
    if (caller.point.environment === 'live') requireConfidential(request)
    countRequest(reply, limiter, { point: caller.point, nodes: deps.nodes.count().api })
    if (orScope === undefined || !caller.scopes.has(orScope)) requireScope(caller, scope)
  })
}
