import type { FastifyInstance, FastifyRequest } from 'fastify'
import QRCode from 'qrcode'
import { z } from 'zod'
import { languages } from '../../../core/texts/messages/languages.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { success } from '../../../core/web/replies.ts'
import { personOf } from '../../../core/web/request-context.ts'
import type { IdentityDeps } from '../deps.ts'
import { changePassword, changeProfile, endOwnSession, listOwnSessions, personNameLengthMax } from '../profile.ts'
import { passwordLengthMax } from '../rules/password.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  type OwnSession,
  recoveryCodesLeft,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../set-second-factor.ts'
import type {
  AccountData,
  RecoveryCodesData,
  SecondFactorConfirmedData,
  SecondFactorSetUpData,
} from './contract/account.ts'
import { answerWithSession, proverOf } from './sign-in-routes.ts'

const profileBody = z.object({
  name: z.string().max(personNameLengthMax).optional(),
  language: z.enum(languages).optional(),
})
/** One more than allowed, so that a longer password gets the rule's own error. */
const passwordBody = z.object({ password: z.string().max(2 * passwordLengthMax) })
const confirmBody = z.object({ code: z.string().min(1).max(32), set_up_id: z.string().min(1).max(64) })

/** White modules around the QR code, required by cameras (ISO/IEC 18004). */
const quietZoneModules = 4

const own = { permission: 'own_account' } as const
const provenOwn = { permission: 'own_account', stepUp: true, emptyBody: true } as const

/** A person's profile: /console/me…. */
export function accountRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  app.get('/me', { config: own }, async (request) => success(await accountData(deps, request)))
  app.patch('/me', { config: own }, async (request, reply) => {
    const { body } = readBody(profileBody, request.body)
    const session = ownSessionOf(request)
    await changeProfile(deps, session, body)
    return await answerWithSession(deps, reply, session.cookie)
  })
  app.put('/me/password', { config: provenOwn }, async (request, reply) => {
    const { body } = readBody(passwordBody, request.body)
    const { cookie } = await changePassword(deps, ownSessionOf(request), body.password)
    return await answerWithSession(deps, reply, cookie)
  })
  app.delete<{ Params: { sessionId: string } }>(
    '/me/sessions/:sessionId',
    { config: { ...own, emptyBody: true } },
    async (request) => {
      await endOwnSession(deps, ownSessionOf(request), request.params.sessionId)
      return success({ ended: true })
    },
  )
  secondFactorRoutes(app, deps)
}

function secondFactorRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  app.post('/me/second-factor', { config: provenOwn }, async (request) => {
    const begun = await beginSecondFactor(deps, personOf(request).userId)
    const options = { type: 'svg', errorCorrectionLevel: 'M', margin: quietZoneModules } as const
    const { secret, uri, setUpId } = begun
    return success<SecondFactorSetUpData>({
      secret,
      uri,
      set_up_id: setUpId,
      svg: await QRCode.toString(uri, options),
    })
  })
  app.post('/me/second-factor/confirm', { config: provenOwn }, async (request, reply) => {
    const { body } = readBody(confirmBody, request.body)
    const { cookie, recoveryCodes } = await confirmSecondFactor(deps, ownSessionOf(request), {
      code: body.code,
      setUpId: body.set_up_id,
    })
    const { data: session } = await answerWithSession(deps, reply, cookie)
    return success<SecondFactorConfirmedData>({ session, recovery_codes: recoveryCodes })
  })
  app.delete('/me/second-factor', { config: provenOwn }, async (request, reply) => {
    const { cookie } = await removeSecondFactor(deps, ownSessionOf(request))
    return await answerWithSession(deps, reply, cookie)
  })
  app.post('/me/recovery-codes', { config: provenOwn }, async (request) => {
    const codes = await renewRecoveryCodes(deps, ownSessionOf(request))
    return success<RecoveryCodesData>({ recovery_codes: codes })
  })
}

async function accountData(deps: IdentityDeps, request: FastifyRequest): Promise<AccountData> {
  const person = personOf(request)
  const sessions = await listOwnSessions(deps, person.userId)
  return {
    second_factor: person.secondFactor,
    recovery_codes_left: await recoveryCodesLeft(deps, person.userId),
    sessions: sessions.map((each) => ({
      id: each.public_id,
      current: each.public_id === person.sessionId,
      created_at: isoMicroseconds(each.created_at),
      last_seen_at: isoMicroseconds(each.last_seen_at),
      address: each.address,
      user_agent: each.user_agent,
    })),
  }
}

function ownSessionOf(request: FastifyRequest): OwnSession {
  return { ...proverOf(request), sessionId: personOf(request).sessionId }
}
