import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformDeps } from '../platform/deps.ts'
import { say } from '../texts/messages/say.ts'
import { Problem } from '../values/problem.ts'
import { replyProblem } from './reply-problem.ts'
import { pathOf } from './request-context.ts'

interface Route {
  method: string
  pattern: RegExp
}

/**
 * Answers unknown paths with `not_found`, and unknown methods of a known path with `method_not_allowed` and `Allow`.
 * OPTIONS lists the methods. The message says where all addresses are described.
 */
export function answerUnknownRoutes(app: FastifyInstance, deps: Pick<PlatformDeps, 'site'>): void {
  const routes: Route[] = []
  const fixed = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method: methods, url }) => {
    for (const method of [methods].flat()) {
      routes.push({ pattern: patternOfUrl(url), method })
      if (!/[:*]/.test(url)) fixed.set(url, (fixed.get(url) ?? new Set()).add(method))
    }
  })
  const refuseMethod = async (request: FastifyRequest, reply: FastifyReply, methods: readonly string[]) => {
    reply.header('allow', [...methods, 'OPTIONS'].join(', '))
    if (request.method === 'OPTIONS') return await reply.code(204).send()
    const docs = `${deps.site.url()}/docs`
    const message = say('address.methods', { methods: methods.join(', '), method: request.method, docs })
    return await replyProblem(reply, new Problem('method_not_allowed', { message }), deps)
  }
  // `GET /payments/payin_hth` also matches `/payments/:id`. It must not be answered with "no such transaction".
  app.addHook('onRequest', (request, reply, done) => {
    const methods = fixed.get(pathOf(request))
    if (!methods || methods.has(request.method) || !request.routeOptions.url?.includes(':')) return done()
    refuseMethod(request, reply, [...methods].sort()).catch(done)
  })
  app.setNotFoundHandler(async (request, reply) => {
    const ofFixed = fixed.get(pathOf(request))
    const methods = ofFixed ? [...ofFixed].sort() : methodsAt(routes, pathOf(request))
    // The method is listed if a wildcard route or its own handler found nothing.
    if (methods.length > 0 && !methods.includes(request.method)) return await refuseMethod(request, reply, methods)
    const message = say('address.unknown', { docs: `${deps.site.url()}/docs` })
    return await replyProblem(reply, new Problem('not_found', { message }), deps)
  })
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
