import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import type { Language } from '../../../core/texts/messages/languages.ts'
import { say } from '../../../core/texts/messages/say.ts'
import { failedPayoutReplies } from '../../../core/values/payout-failure.ts'
import { Problem } from '../../../core/values/problem.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { operatorActor, plainField, uuidParameter } from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { languageFor } from '../../../core/web/request-context.ts'
import { type PointSetting, setPointSettings, settingNoteLengthMax } from '../../point-settings/set-point-settings.ts'
import { readPointData } from './point-data.ts'

const nameLengthMax = 200
const serviceCodeLengthMax = 60
const servicesMax = 100

const settingsBody = z.object({
  name: plainField(nameLengthMax).optional(),
  status: z.enum(['active', 'suspended']).optional(),
  services_enabled: z.array(z.string().max(serviceCodeLengthMax)).max(servicesMax).nullable().optional(),
  rate_limit_per_second: z.number().int().nullable().optional(),
  identifier_checks: z.enum(['strict', 'lenient']).optional(),
  require_signed_payouts: z.boolean().optional(),
  require_https_redirect: z.boolean().optional(),
  failed_payout_reply: z.enum(failedPayoutReplies).optional(),
  time_zone: plainField(60).optional(),
  note: plainField(settingNoteLengthMax).optional(),
})

/** One point: all its settings, and the changes that one operator may make alone. */
export function operatorPointRoutes(app: FastifyInstance, deps: PlatformDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/points/:id', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter },
    handler: async (request) => success(await requirePointData(deps, request.params.id, languageFor(request))),
  })
  typed.patch('/operator/points/:id', {
    config: { permission: 'operator_act', stepUp: true },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const { body, warnings } = readBody(settingsBody, request.body)
      const { id: pointId } = request.params
      const actor = operatorActor(request)
      const { signingSecret } = await setPointSettings(deps, {
        pointId,
        changes: changesOf(body),
        note: body.note,
        actor,
      })
      const point = await requirePointData(deps, pointId, languageFor(request))
      return success({ ...point, signing_secret: signingSecret ?? null }, warnings)
    },
  })
}

async function requirePointData(deps: PlatformDeps, pointId: string, language: Language) {
  const point = await readPointData(deps, pointId, language)
  if (!point) throw new Problem('not_found', { message: say('person.unknown_point') })
  return point
}

function changesOf(body: z.output<typeof settingsBody>): PointSetting['changes'] {
  return {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.status === undefined ? {} : { status: body.status }),
    ...(body.services_enabled === undefined ? {} : { servicesEnabled: body.services_enabled }),
    ...(body.rate_limit_per_second === undefined ? {} : { rateLimitPerSecond: body.rate_limit_per_second }),
    ...(body.identifier_checks === undefined ? {} : { identifierChecks: body.identifier_checks }),
    ...(body.require_signed_payouts === undefined ? {} : { requireSignedPayouts: body.require_signed_payouts }),
    ...(body.require_https_redirect === undefined ? {} : { requireHttpsRedirect: body.require_https_redirect }),
    ...(body.failed_payout_reply === undefined ? {} : { failedPayoutReply: body.failed_payout_reply }),
    ...(body.time_zone === undefined ? {} : { timeZone: body.time_zone }),
  }
}
