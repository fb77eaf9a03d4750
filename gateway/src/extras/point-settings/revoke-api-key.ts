import { writeAudit } from '../../core/audit/write-audit.ts'
import { lockApiKey, revokeApiKeyRow } from '../../core/merchants/store/api-keys.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Actor } from '../../core/values/actor.ts'
import { assert } from '../../core/values/assert.ts'
import { Problem } from '../../core/values/problem.ts'

/**
 * Revokes a key permanently. Caches accept it for at most 5 s more. Repeating changes nothing. Throws Problem
 * `not_found`, also for a key of another point if `pointId` is given.
 */
export async function revokeApiKey(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  input: { keyId: string; actor: string | Actor; pointId?: string },
): Promise<{ keyId: string; revokedAt: Date }> {
  return await inTransaction(deps.database.engine, async (tx) => {
    const key = await lockApiKey(tx, input.keyId)
    if (!key || (input.pointId ?? key.point_id) !== key.point_id)
      throw new Problem('not_found', { message: `There is no API key ${input.keyId}.` })
    if (key.revoked_at) return { keyId: key.key_id, revokedAt: key.revoked_at }
    const revokedAt = await revokeApiKeyRow(tx, { id: key.id, pointId: key.point_id })
    assert(revokedAt, 'the locked key is still there')
    const entry = {
      actor: input.actor,
      action: 'api_key.revoke',
      pointId: key.point_id,
      objectId: key.key_id,
      detail: {},
    }
    await writeAudit(tx, entry, deps.clock.now())
    return { keyId: key.key_id, revokedAt }
  })
}
