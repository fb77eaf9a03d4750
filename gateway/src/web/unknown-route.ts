import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../values/problem.ts'
import { type Address, nearestAddress } from './nearest-address.ts'
import { replyProblem } from './reply-problem.ts'
import { pathOf } from './request-context.ts'

interface Route extends Address {
  pattern: RegExp
}

/**
 * Answers unknown paths with `not_found`, and unknown methods of a known path with `method_not_allowed` and `Allow`.
 * OPTIONS lists the methods. The message names the nearest address, and where all of them are described.
 */
export function answerUnknownRoutes(app: FastifyInstance, site: { readonly publicUrl: string }): void {
  const routes: Route[] = []
  const fixed = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method: methods, url }) => {
    for (const method of [methods].flat()) {
      routes.push({ pattern: patternOfUrl(url), method, url })
      if (!/[:*]/.test(url)) fixed.set(url, (fixed.get(url) ?? new Set()).add(method))
    }
  })
  // `GET /payments/payin_hth` also matches `/payments/:id`. It must not be answered with "no such transaction".
  app.addHook('onRequest', async (request, reply) => {
    const methods = fixed.get(pathOf(request))
    if (!methods || methods.has(request.method) || !request.routeOptions.url?.includes(':')) return
    return await refuseMethod(request, reply, { methods: [...methods].sort(), routes, site })
  })
  app.setNotFoundHandler(async (request, reply) => {
    const ofFixed = fixed.get(pathOf(request))
    const methods = ofFixed ? [...ofFixed].sort() : methodsAt(routes, pathOf(request))
    // The method is listed if a wildcard route or its own handler found nothing.
    if (methods.length === 0 || methods.includes(request.method))
      return await replyProblem(reply, noAddress(request, routes, site), site)
    return await refuseMethod(request, reply, { methods, routes, site })
  })
}

function noAddress(
  request: FastifyRequest,
  routes: readonly Route[],
  { publicUrl }: { readonly publicUrl: string },
): Problem {
  const nearest = nearestAddress({ method: request.method, url: pathOf(request) }, routes)
  const message =
    nearest === undefined
      ? `There is no such address. All addresses: ${publicUrl}/docs`
      : `There is no such address: did you mean ${nearest}? All addresses: ${publicUrl}/docs`
  return new Problem('not_found', { message })
}

async function refuseMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    methods,
    routes,
    site,
  }: { methods: readonly string[]; routes: readonly Route[]; site: { readonly publicUrl: string } },
): Promise<FastifyReply> {
  reply.header('allow', [...methods, 'OPTIONS'].join(', '))
  if (request.method === 'OPTIONS') return await reply.code(204).send()
  const { method } = request
  const sameMethod = routes.filter((route) => route.method === method)
  const nearest = nearestAddress({ method, url: pathOf(request) }, sameMethod)
  const only = `This address answers ${methods.join(', ')} only, not ${method}`
  const docs = `${site.publicUrl}/docs`
  const message =
    nearest === undefined
      ? `${only}. What it takes: ${docs}`
      : `${only}: did you mean ${nearest}? All addresses: ${docs}`
  return await replyProblem(reply, new Problem('method_not_allowed', { message }), site)
}

function methodsAt(routes: readonly Route[], path: string): string[] {
  const matching = routes.filter((route) => route.pattern.test(path)).map((route) => route.method)
  return [...new Set(matching)].sort()
}

/**
 * Converts a route pattern to a regular expression. Each parameter, as in `/pay/:token/return`, matches one segment; a
 * trailing star matches the rest.
 */
function patternOfUrl(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment.startsWith(':')) return '[^/]+'
    return segment === '*' ? '.*' : segment.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${segments.join('/')}$`)
}
