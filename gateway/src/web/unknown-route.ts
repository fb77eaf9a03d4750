import type { FastifyInstance } from 'fastify'
import { Problem } from '../values/problem.ts'
import { replyProblem } from './reply-problem.ts'
import { pathOf } from './request-context.ts'

interface Route {
  pattern: RegExp
  method: string
}

/** Answers unknown addresses and methods: `not_found`, with `Allow` where the address exists. OPTIONS lists methods. */
export function answerUnknownRoutes(app: FastifyInstance, site: { readonly publicUrl: string }): void {
  const routes: Route[] = []
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) routes.push({ pattern: patternOfUrl(route.url), method })
  })
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(routes, pathOf(request))
    // The method exists where a wildcard or a handler of its own found nothing.
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

/** `/pay/:token/return` matches one segment for each parameter; a trailing star matches the rest. */
function patternOfUrl(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment.startsWith(':')) return '[^/]+'
    return segment === '*' ? '.*' : segment.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${segments.join('/')}$`)
}
