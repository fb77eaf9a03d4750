import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import type { Language } from '../../../core/texts/messages/languages.ts'
import { Problem } from '../../../core/values/problem.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { operatorActor, uuidParameter } from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { languageFor } from '../../../core/web/request-context.ts'
import { say } from '../../identity/messages/en.ts'
import { setPointSettings } from '../../point-settings/set-point-settings.ts'
import { settingsAlone } from '../actions/settings.ts'
import { readPointData } from './point-data.ts'

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
      const { body, warnings } = readBody(settingsAlone.fields, request.body)
      const { id: pointId } = request.params
      const setting = { pointId, ...settingsAlone.read(body), actor: operatorActor(request) }
      const { signingSecret } = await setPointSettings(deps, setting)
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
