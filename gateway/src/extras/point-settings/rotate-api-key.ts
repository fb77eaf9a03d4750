import { writeAudit } from '../../core/audit/write-audit.ts'
import { addApiKey, type CreatedApiKey, type KeyActor } from '../../core/merchants/create-api-key.ts'
import { type ApiKeyRow, expireApiKey, findSuccessor, lockApiKey } from '../../core/merchants/store/api-keys.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Actor } from '../../core/values/actor.ts'
import { assert } from '../../core/values/assert.ts'
import { Problem } from '../../core/values/problem.ts'

/** How long the old key works beside the new one, in milliseconds (contract section 1). */
export const overlaps = { '0': 0, '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const
export type Overlap = keyof typeof overlaps

/**
 * Makes a key with the same scopes, networks and lifetime. The old key ends after the overlap. Throws Problem
 * `not_found` (also for a key of another point if `pointId` is given), `not_in_this_state` for a key that is revoked,
 * expired or already rotated, and `validation_failed` if the person may not give the scopes of the old key.
 */
export async function rotateApiKey(
  deps: Pick<PlatformDeps, 'database' | 'secretBox' | 'clock'> & RotationFollower,
  input: { keyId: string; overlap: Overlap; actor: string | Actor; pointId?: string; maker?: KeyActor },
): Promise<CreatedApiKey & { oldExpiresAt: Date }> {
  const context = { secretBox: deps.secretBox, now: deps.clock.now() }
  const { pointId, ...rotated } = await inTransaction(deps.database.engine, async (tx) => {
    const old = await lockApiKey(tx, input.keyId)
    if (!old || (input.pointId ?? old.point_id) !== old.point_id)
      throw new Problem('not_found', { message: `There is no API key ${input.keyId}.` })
    const row = { id: old.id, pointId: old.point_id }
    refuseEnded(old, context.now, await findSuccessor(tx, row))
    const lifetimeMs = old.expires_at ? old.expires_at.getTime() - old.created_at.getTime() : undefined
    const created = await addApiKey(tx, context, {
      pointId: old.point_id,
      name: old.name,
      scopes: old.scopes,
      networks: old.networks ?? undefined,
      expiresAt: lifetimeMs === undefined ? undefined : new Date(context.now.getTime() + lifetimeMs),
      actor: input.actor,
      rotatedFrom: old.id,
      maker: input.maker,
    })
    const oldExpiresAt = await expireApiKey(tx, { ...row, overlapMs: overlaps[input.overlap] })
    assert(oldExpiresAt, 'the locked key is still there')
    const detail = { into: created.keyId, overlap: input.overlap }
    const entry = { actor: input.actor, action: 'api_key.rotate', pointId: old.point_id, objectId: old.key_id, detail }
    await writeAudit(tx, entry, context.now)
    return { ...created, oldExpiresAt, pointId: old.point_id }
  })
  await deps.followRotation?.({ pointId, apiKey: { oldKeyId: input.keyId, key: rotated.key } })
  return rotated
}

function refuseEnded(old: ApiKeyRow, now: Date, successor: string | undefined): void {
  if (old.revoked_at) throw ended(old, 'is revoked: create a new one')
  if (successor !== undefined) throw ended(old, `was rotated into ${successor} already: rotate that one`)
  if (old.expires_at && old.expires_at.getTime() <= now.getTime()) throw ended(old, 'has expired: create a new one')
}

function ended(old: ApiKeyRow, what: string): Problem {
  return new Problem('not_in_this_state', { message: `The API key ${old.key_id} ${what}.` })
}

/** A credential of a point that was just replaced. Secret. */
export interface Rotated {
  pointId: string
  /** The new API key and the id of the one that it replaces; undefined: a secret, which can be read from the point. */
  apiKey?: { oldKeyId: string; key: string }
}

/** For whoever keeps copies of credentials. Called after the commit; never throws. */
export interface RotationFollower {
  followRotation?: ((rotated: Rotated) => Promise<void>) | undefined
}
