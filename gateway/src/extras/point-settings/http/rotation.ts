import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { callerActor } from '../../../core/values/actor.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { success } from '../../../core/web/replies.ts'
import { jsonOf, successOf } from '../../../core/web/reply-schemas.ts'
import { addressOf, callerOf } from '../../../core/web/request-context.ts'
import { overlaps, type RotationFollower } from '../rotate-api-key.ts'
import {
  type Rotation,
  type RotationState,
  rotateApiToken,
  rotateWebhookSecret,
  tokenSteps,
} from '../rotate-callback-secrets.ts'

/** State of a point's rotations. */
export const rotation = z
  .object({
    old_webhook_secret_until: z.string().nullable().describe('Until then the old secret signs as well'),
    webhook_secret_rotated_at: z.string().nullable(),
    token_staged: z.boolean(),
    token_staged_at: z.string().nullable(),
    token_activated_at: z.string().nullable().describe('When the token before stopped signing, until it is retired'),
    old_token_kept: z.boolean().describe('Until it is retired; on test points it still opens the endpoints'),
  })
  .meta({ id: 'SecretRotation' })
const rotateSecretBody = z
  .object({
    overlap: z
      .enum(Object.keys(overlaps) as [keyof typeof overlaps])
      .default('24h')
      .describe('For how long both secrets sign'),
    force: z
      .boolean()
      .default(false)
      .describe(
        'While an overlap runs: give up the secret before, which is the only one that a server of yours may know',
      ),
  })
  .meta({ id: 'SecretOverlap' })
const rotateTokenBody = z
  .object({
    action: z.enum(tokenSteps).describe('stage: make a new one; activate: it signs; retire: forget the one before'),
  })
  .meta({ id: 'TokenStep' })
const newSecret = rotation
  .extend({ webhook_secret: z.string().describe('Shown once') })
  .meta({ id: 'NewWebhookSecret' })
const newToken = rotation
  .extend({ auth_api_token: z.string().nullable().describe('Of a stage: shown once') })
  .meta({ id: 'NewApiToken' })

/** Rotates the secrets of callbacks without failed callbacks in between. */
export function rotationRoutes(app: FastifyInstance, deps: PlatformDeps & RotationFollower): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.post('/webhook/rotate-secret', {
    config: { scope: 'webhook', stepUp: true, refusals: ['not_in_this_state'] },
    schema: {
      operationId: 'rotateWebhookSecret',
      tags: ['Callbacks'],
      summary: 'A new webhook secret; both sign for a while',
      description:
        'Refused with not_in_this_state while the overlap of the rotation before runs: the overlap covers one secret. `force` rotates all the same.',
      body: rotateSecretBody,
      response: { 200: { description: 'The new secret', content: jsonOf(successOf(newSecret)) } },
    },
    handler: async (request) => {
      const { body, warnings } = readBody(rotateSecretBody, request.body)
      const made = await rotateWebhookSecret(deps, rotationOf(request), body)
      return success({ webhook_secret: made.webhookSecret, ...rotationData(made.state) }, warnings)
    },
  })
  typed.post('/webhook/rotate-token', {
    config: { scope: 'webhook', stepUp: true, refusals: ['not_in_this_state'] },
    schema: {
      operationId: 'rotateApiToken',
      tags: ['Callbacks'],
      summary: 'A new auth_api_token, by stage, activate and retire',
      body: rotateTokenBody,
      response: { 200: { description: 'How far it is', content: jsonOf(successOf(newToken)) } },
    },
    handler: async (request) => {
      const { body, warnings } = readBody(rotateTokenBody, request.body)
      const made = await rotateApiToken(deps, rotationOf(request), body.action)
      return success({ auth_api_token: made.authApiToken ?? null, ...rotationData(made.state) }, warnings)
    },
  })
}

function rotationOf(request: FastifyRequest): Rotation {
  const caller = callerOf(request)
  return { pointId: caller.point.pointId, actor: callerActor(caller, addressOf(request)) }
}

/** State of a point's rotations in the format of the API. */
export function rotationData(state: RotationState): z.output<typeof rotation> {
  return {
    old_webhook_secret_until: state.oldWebhookSecretUntil && isoMicroseconds(state.oldWebhookSecretUntil),
    webhook_secret_rotated_at: state.webhookSecretRotatedAt && isoMicroseconds(state.webhookSecretRotatedAt),
    token_staged: state.tokenStaged,
    token_staged_at: state.tokenStagedAt && isoMicroseconds(state.tokenStagedAt),
    token_activated_at: state.tokenActivatedAt && isoMicroseconds(state.tokenActivatedAt),
    old_token_kept: state.oldTokenKept,
  }
}
