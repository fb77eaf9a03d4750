import type { FastifyInstance } from 'fastify'
import { Problem } from '../values/problem.ts'
import { replyProblem } from './reply-problem.ts'
import { pathOf } from './request-context.ts'

interface Route {
  pattern: RegExp
  method: string
}

/** Answers unknown paths and methods: `not_found`, with `Allow` if the path exists. OPTIONS lists the methods. */
export function answerUnknownRoutes(app: FastifyInstance, site: { readonly publicUrl: string }): void {
  const routes: Route[] = []
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) routes.push({ pattern: patternOfUrl(route.url), method })
  })
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(routes, pathOf(request))
    // The method is listed if a wildcard route or its own handler found nothing.
    if (methods.length === 0 || methods.includes(request.method))
      return replyProblem(reply, new Problem('not_found', { message: 'There is no such address.' }), site)
    reply.header('allow', [...methods, 'OPTIONS'].join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    const message = `This address answers ${methods.join(', ')} only.`
    return replyProblem(reply, new Problem('not_found', { message }), site)
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
