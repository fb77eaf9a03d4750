import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformDeps } from '../platform/deps.ts'
import { say } from '../texts/messages/say.ts'
import { Problem } from '../values/problem.ts'
import { replyProblem } from './reply-problem.ts'
import { pathOf } from './request-context.ts'

interface Route {
  method: string
  url: string
  pattern: RegExp
}

/**
 * Answers unknown paths with `not_found`, and unknown methods of a known path with `method_not_allowed` and `Allow`.
 * OPTIONS lists the methods. The message says where all addresses are described, and which
 * one of the merchant API was meant.
 */
export function answerUnknownRoutes(app: FastifyInstance, deps: Pick<PlatformDeps, 'site'>): void {
  const routes: Route[] = []
  const fixed = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method: methods, url }) => {
    for (const method of [methods].flat()) {
      routes.push({ pattern: patternOfUrl(url), method, url })
      if (!/[:*]/.test(url)) fixed.set(url, (fixed.get(url) ?? new Set()).add(method))
    }
  })
  const refuseMethod = async (request: FastifyRequest, reply: FastifyReply, methods: readonly string[]) => {
    reply.header('allow', [...methods, 'OPTIONS'].join(', '))
    if (request.method === 'OPTIONS') return await reply.code(204).send()
    const docs = `${deps.site.url()}/docs`
    const values = { methods: methods.join(', '), method: request.method, docs }
    const address = meantBy(routes, request)
    const message =
      address === undefined ? say('address.methods', values) : say('address.methods_meant', { ...values, address })
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
    const docs = `${deps.site.url()}/docs`
    const address = meantBy(routes, request)
    const message =
      address === undefined ? say('address.unknown', { docs }) : say('address.unknown_meant', { address, docs })
    return await replyProblem(reply, new Problem('not_found', { message }), deps)
  })
}

function methodsAt(routes: readonly Route[], path: string): string[] {
  const matching = routes.filter((route) => route.pattern.test(path)).map((route) => route.method)
  return [...new Set(matching)].sort()
}

/**
 * The one operation of the merchant API with this method whose address ends with the same word, in the singular or the
 * plural: `POST /refunds` means `POST /payments/{id}/refunds`.
 */
function meantBy(routes: readonly Route[], request: FastifyRequest): string | undefined {
  const path = pathOf(request)
  if (!path.startsWith(apiStart)) return undefined
  const meant = routes.filter(
    ({ method, url }) => method === request.method && url.startsWith(apiStart) && lastWord(url) === lastWord(path),
  )
  const [only, another] = new Set(meant.map(({ url }) => url))
  if (only === undefined || another !== undefined) return undefined
  return `${request.method} ${only.replace(/:([a-zA-Z]+)/g, '{$1}')}`
}

const apiStart = '/api/v1/'

function lastWord(path: string): string {
  const last = path.split('/').at(-1) ?? ''
  return last.toLowerCase().replace(/s$/, '')
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
