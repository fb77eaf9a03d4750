import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { languages } from '../../../core/texts/messages/languages.ts'
import type { MerchantRole, OperatorRole } from '../../../core/values/roles.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { unauthenticatedLimits } from '../../../core/web/limits/unauthenticated-limits.ts'
import { success } from '../../../core/web/replies.ts'
import type { IdentityDeps } from '../deps.ts'
import { acceptInvitation, closesAccount, readInvitation } from '../invite.ts'
import { passwordLengthMax } from '../rules/password.ts'
import type { InvitationOfferData } from './contract/team.ts'
import { answerWithSession, browserOf } from './sign-in-routes.ts'

const acceptBody = z.object({
  name: z.string().max(200),
  /** One more than allowed, so that a longer password gets the rule's own error. */
  password: z.string().max(2 * passwordLengthMax),
  language: z.enum(languages),
})

/** Requests per second for one invitation. A person only reads and fills in a form. */
const requestsPerSecond = 5

/** Routes for a person without an account who has an invitation's link: /console/invitations/:token…. */
export function invitationRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const limits = unauthenticatedLimits({ perName: requestsPerSecond })
  const config = { permission: 'anybody' } as const
  app.get<{ Params: { token: string } }>('/invitations/:token', { config }, async (request) => {
    const { token } = request.params
    limits.enter(request, token)
    const found = await readInvitation(deps, token)
    limits.confirmKnown(request, token)
    return success<InvitationOfferData>({
      email: found.email,
      role: found.role as MerchantRole | OperatorRole,
      merchant_name: found.merchant_name,
      invited_by: found.inviter,
      expires_at: isoMicroseconds(found.expires_at),
      closes_account: await closesAccount(deps, found),
    })
  })
  app.post<{ Params: { token: string } }>('/invitations/:token/accept', { config }, async (request, reply) => {
    const { token } = request.params
    limits.enter(request, token)
    const { body: person } = readBody(acceptBody, request.body)
    const { cookie } = await acceptInvitation(deps, token, { person, browser: browserOf(request) })
    limits.confirmKnown(request, token)
    return await answerWithSession(deps, reply, cookie)
  })
}
