import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type CreatedApiKey, createApiKey, type KeyActor } from '../../../core/merchants/create-api-key.ts'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { type Actor, callerActor } from '../../../core/values/actor.ts'
import { present } from '../../../core/values/assert.ts'
import { scopes } from '../../../core/values/roles.ts'
import { isoMicroseconds, parseInstant } from '../../../core/values/timestamps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { instant } from '../../../core/web/list-query.ts'
import { success } from '../../../core/web/replies.ts'
import { addressOf, callerOf } from '../../../core/web/request-context.ts'
import { type ListedApiKey, listKeys } from '../list-keys.ts'
import { say } from '../messages/en.ts'
import { revokeApiKey } from '../revoke-api-key.ts'
import { type Overlap, overlaps, type RotationFollower, rotateApiKey } from '../rotate-api-key.ts'
import type { KeyData, KeysData, NewKeyData } from './contract/settings.ts'

/** Far longer than a name or a network. The use case checks the exact limits. */
const textLengthMax = 1_000
const listLengthMax = 200

const texts = z.array(z.string().max(textLengthMax)).max(listLengthMax)
const keyBody = z.object({
  name: z.string().max(textLengthMax),
  scopes: texts,
  networks: texts.nullable().optional(),
  expires_at: instant.nullable().optional(),
})
const rotateBody = z.object({
  overlap: z.enum(Object.keys(overlaps) as [Overlap, ...Overlap[]]).default('24h'),
})
const parameters = z.object({ keyId: z.string().regex(/^[0-9A-Za-z]{8,32}$/, say('key.id').key) })

/** The API keys of a point: …/keys. A key is shown once. A person gives a key only scopes that their own role has. */
export function keyRoutes(app: FastifyInstance, deps: PlatformDeps & RotationFollower): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/keys', {
    config: { scope: 'settings' },
    handler: async (request) => {
      const caller = callerOf(request)
      const keys = await listKeys(deps, caller.point.pointId)
      const data: KeysData = { keys: keys.map(keyData), may_give: scopes.filter((scope) => caller.scopes.has(scope)) }
      return success(data)
    },
  })
  typed.post('/keys', {
    config: { scope: 'settings', stepUp: true },
    handler: async (request) => {
      const { body, warnings } = readBody(keyBody, request.body)
      const expiresAt = body.expires_at ? parseInstant(body.expires_at) : undefined
      const created = await createApiKey(deps, {
        ...actorOfKey(request),
        pointId: callerOf(request).point.pointId,
        name: body.name,
        scopes: body.scopes,
        networks: body.networks && body.networks.length > 0 ? body.networks : undefined,
        expiresAt,
      })
      return success(newKeyData(created, null), warnings)
    },
  })
  typed.post('/keys/:keyId/rotate', {
    config: { scope: 'settings', stepUp: true },
    schema: { params: parameters },
    handler: async (request) => {
      const { body, warnings } = readBody(rotateBody, request.body)
      const { pointId } = callerOf(request).point
      const { keyId } = request.params
      const rotated = await rotateApiKey(deps, { ...actorOfKey(request), keyId, pointId, overlap: body.overlap })
      return success(newKeyData(rotated, rotated.oldExpiresAt), warnings)
    },
  })
  typed.post('/keys/:keyId/revoke', {
    config: { scope: 'settings', stepUp: true, emptyBody: true },
    schema: { params: parameters },
    handler: async (request) => {
      const caller = callerOf(request)
      const { keyId } = request.params
      const revoked = await revokeApiKey(deps, {
        keyId,
        pointId: caller.point.pointId,
        actor: callerActor(caller, addressOf(request)),
      })
      return success({ key_id: revoked.keyId, revoked_at: isoMicroseconds(revoked.revokedAt) })
    },
  })
}

function actorOfKey(request: FastifyRequest): { actor: Actor; maker: KeyActor } {
  const caller = callerOf(request)
  const { userId } = present(caller.person, 'the person of a console route')
  return { actor: callerActor(caller, addressOf(request)), maker: { userId, mayGive: caller.scopes } }
}

function newKeyData(key: CreatedApiKey, oldExpiresAt: Date | null): NewKeyData {
  return {
    key_id: key.keyId,
    api_key: key.key,
    scopes: key.scopes,
    networks: key.networks ?? null,
    expires_at: key.expiresAt ? isoMicroseconds(key.expiresAt) : null,
    old_expires_at: oldExpiresAt && isoMicroseconds(oldExpiresAt),
  }
}

function keyData(key: ListedApiKey): KeyData {
  return {
    key_id: key.key_id,
    name: key.name,
    state: key.state,
    scopes: scopes.filter((scope) => key.scopes.includes(scope)),
    networks: key.networks,
    created_at: isoMicroseconds(key.created_at),
    created_by: key.created_by,
    expires_at: key.expires_at && isoMicroseconds(key.expires_at),
    revoked_at: key.revoked_at && isoMicroseconds(key.revoked_at),
    rotated_from: key.rotated_from,
    rotated_into: key.rotated_into,
    last_used_at: key.last_used_at && isoMicroseconds(key.last_used_at),
  }
}
