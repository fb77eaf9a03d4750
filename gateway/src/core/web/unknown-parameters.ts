import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ZodObject } from 'zod'
import { type Message, say } from '../texts/messages/say.ts'
import { type FieldProblem, Problem } from '../values/problem.ts'
import { nearestName, shownName } from '../values/refuse-faults.ts'

/** A longer list would not help the sender. */
const reportedMax = 10

/**
 * Refuses query parameters that a route does not know: a misspelt filter would list everything unnoticed. A route that
 * `warnsOfParameters` puts them into the warnings of its reply. Throws Problem `unknown_parameter`.
 */
export function refuseUnknownParameters(scope: FastifyInstance): void {
  scope.addHook('preValidation', (request, _reply, done) => {
    const fields = request.routeOptions.config.warnsOfParameters ? [] : unknownParametersOf(request)
    const [first] = fields
    if (!first) return done()
    done(new Problem('unknown_parameter', { message: first.message, param: first.param, fields }))
  })
}

/** Names that begin with an underscore are ignored, because clients add them against caches. */
export function unknownParametersOf(request: FastifyRequest): FieldProblem[] {
  const sent = Object.keys(request.query as object).filter((name) => !name.startsWith('_'))
  if (sent.length === 0) return []
  const { querystring } = request.routeOptions.schema ?? {}
  const known = querystring instanceof ZodObject ? Object.keys(querystring.shape) : []
  return sent
    .filter((name) => !known.includes(name))
    .slice(0, reportedMax)
    .map((name) => ({ code: 'unknown_parameter', param: shownName(name), message: faultOf(name, known) }))
}

function faultOf(name: string, known: readonly string[]): Message {
  const field = shownName(name)
  if (known.length === 0) return say('query.no_parameters', { field })
  const nearest = nearestName(name, known)
  return nearest === undefined
    ? say('query.unknown_known', { field, known: known.join(', ') })
    : say('query.unknown_meant', { field, meant: nearest })
}
