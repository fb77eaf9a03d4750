import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUuid } from '../../../core/platform/ids.ts'
import { shownName } from '../../../core/values/refuse-faults.ts'
import { addressOf, patternOf } from '../../../core/web/request-context.ts'
import type { RequestLogDeps } from '../log-requests.ts'

/** At most this many names of invalid fields are stored. */
const fieldsMax = 20

/** Lengths of the database columns. */
const codeLengthMax = 60
const routeLengthMax = 200

/**
 * Logs every answered request that an API key authenticated, for the merchant to read. The request does not wait for
 * the write.
 */
export function logApiRequests(app: FastifyInstance, deps: Pick<RequestLogDeps, 'clock' | 'requestLog'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { caller, refusal } = request
    if (!caller) return done()
    deps.requestLog.note({
      requestId: request.id,
      pointId: caller.point.pointId,
      createdAt: deps.clock.now(),
      method: request.method,
      route: patternOf(request).slice(0, routeLengthMax),
      status: reply.statusCode,
      problemCode: refusal?.code.slice(0, codeLengthMax) ?? null,
      problemFields: refusal && refusal.fields.length > 0 ? refusal.fields.slice(0, fieldsMax).map(shownName) : null,
      keyId: caller.keyId,
      address: addressOf(request),
      durationMs: Math.round(reply.elapsedTime),
      transactionId: isTheirs(reply.statusCode) ? transactionOf(request) : null,
    })
    done()
  })
}

/** The transaction id in the address belongs to the point only if the request found the transaction. */
function isTheirs(status: number): boolean {
  return status < 400 || status === 409
}

/** The transaction that the request made, or that its address names. */
function transactionOf(request: FastifyRequest): string | null {
  if (request.transactionId !== undefined) return request.transactionId
  const { id } = request.params as { id?: string }
  return id !== undefined && isUuid(id) && patternOf(request).includes('/payments/:id') ? id : null
}
