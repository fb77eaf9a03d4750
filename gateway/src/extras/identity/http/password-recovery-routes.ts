import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { householdOf } from '../../../core/platform/ip-network.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { rateLimiter } from '../../../core/web/limits/rate-limits.ts'
import { unauthenticatedLimits } from '../../../core/web/limits/unauthenticated-limits.ts'
import { success } from '../../../core/web/replies.ts'
import { addressOf } from '../../../core/web/request-context.ts'
import type { IdentityDeps } from '../deps.ts'
import { askForRecovery, readRecovery, recoverPassword } from '../recover-password.ts'
import { passwordLengthMax } from '../rules/password.ts'
import type { RecoveryAskedData, RecoveryOfferData } from './contract/team.ts'

const askBody = z.object({ email: z.string().min(1).max(254) })
/** One more than allowed, so that a longer password gets the rule's own error. */
const passwordBody = z.object({ password: z.string().max(2 * passwordLengthMax) })

/** Requests per second for one link. A person only reads and fills in a form. */
const requestsPerSecond = 5

/** Recovery requests per household or office at once, and the seconds after which the limit is restored. */
const asksMax = 20
const askWindowSeconds = 3_600

/** Recovers a forgotten password: /console/password-recoveries…. */
export function passwordRecoveryRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const config = { permission: 'anybody' } as const
  const asks = rateLimiter(() => performance.now(), askWindowSeconds)
  const links = unauthenticatedLimits({ perName: requestsPerSecond })
  app.post('/password-recoveries', { config }, async (request) => {
    const { body } = readBody(askBody, request.body)
    asks.count(householdOf(addressOf(request)), asksMax / askWindowSeconds)
    return success<RecoveryAskedData>({ by: await askForRecovery(deps, body) })
  })
  app.get<{ Params: { token: string } }>('/password-recoveries/:token', { config }, async (request) => {
    const { token } = request.params
    links.enter(request, token)
    const { email, expires_at: expiresAt } = await readRecovery(deps, token)
    links.confirmKnown(request, token)
    return success<RecoveryOfferData>({ email, expires_at: isoMicroseconds(expiresAt) })
  })
  app.post<{ Params: { token: string } }>('/password-recoveries/:token/use', { config }, async (request) => {
    const { token } = request.params
    links.enter(request, token)
    const { body } = readBody(passwordBody, request.body)
    await recoverPassword(deps, token, { password: body.password, address: addressOf(request) })
    links.confirmKnown(request, token)
    return success({ done: true })
  })
}
