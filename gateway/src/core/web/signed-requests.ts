import type { FastifyInstance } from 'fastify'
import { say } from '../texts/messages/say.ts'
import { Problem } from '../values/problem.ts'
import { callerOf } from './request-context.ts'

/**
 * Refuses a request to a `signed` route of a point that demands signed payouts, unless an extra has checked its
 * signature. Then frees the body's bytes. Throws Problem `bad_signature`.
 */
export function refuseUncheckedSignatures(scope: FastifyInstance): void {
  scope.addHook('preHandler', (request, _reply, done) => {
    request.rawBody = undefined
    if (!request.routeOptions.config.signed || request.isSignatureChecked) return done()
    const { point, person } = callerOf(request)
    // A person signs no requests. Session, second factor and step-up replace the signature.
    if (person || !point.requireSignedPayouts) return done()
    done(new Problem('bad_signature', { message: say('signature.unchecked') }))
  })
}
