import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { callerActor } from '../../../core/values/actor.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { success } from '../../../core/web/replies.ts'
import { addressOf, callerOf } from '../../../core/web/request-context.ts'
import { readCredentials, revealableSecrets, revealSecret } from '../reveal-secret.ts'
import type { RotationFollower } from '../rotate-api-key.ts'
import type { CredentialsData, RevealedData } from './contract/settings.ts'
import { keyRoutes } from './key-routes.ts'
import { rotationData } from './rotation.ts'

const revealBody = z.object({ secret: z.enum(revealableSecrets) })

/** Credentials and API keys of a point: …/credentials, …/keys. */
export function credentialRoutes(app: FastifyInstance, deps: PlatformDeps & RotationFollower): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/credentials', {
    config: { scope: 'settings' },
    handler: async (request) => {
      const { point } = callerOf(request)
      const found = await readCredentials(deps, point.pointId)
      const data: CredentialsData = {
        auth_point_id: point.pointId,
        environment: point.environment,
        base_url: deps.site.url(),
        secrets: found.secrets,
        basic_auth: found.basicAuth,
        signed_payouts: point.requireSignedPayouts,
        rotation: rotationData(found.rotation),
      }
      return success(data)
    },
  })
  typed.post('/credentials/reveal', {
    config: { scope: 'settings', stepUp: true },
    handler: async (request) => {
      const { body, warnings } = readBody(revealBody, request.body)
      const { secret } = body
      const caller = callerOf(request)
      const actor = callerActor(caller, addressOf(request))
      const data: RevealedData = {
        secret,
        value: await revealSecret(deps, { pointId: caller.point.pointId, secret, actor }),
      }
      return success(data, warnings)
    },
  })
  keyRoutes(app, deps)
}
