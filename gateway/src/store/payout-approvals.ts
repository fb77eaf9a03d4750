import type { Db } from './database.ts'

/** Payouts whose time for a second key has passed, oldest first. Several processes may find the same one: one moves it. */
export async function findExpiredApprovals(db: Db, limit: number): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'find-expired-approvals',
    text: `select id from transactions where status = 'PENDING' and reason = 'awaiting_approval'
        and approval_until <= gateway_now() order by approval_until limit $1`,
    values: [limit],
  })
  return found.rows.map(({ id }) => id)
}

/** A key as it stands now, past every cache, with its line of rotations. */
export interface LiveKey {
  key_id: string
  name: string
  usable: boolean
  /** The public ids of this key, of all that it was rotated from, and of all that it was rotated into. */
  line: readonly string[]
}

/**
 * Both ways along the line: while an overlap runs, the older key of a rotation is the same person as the newer one. It
 * ends at the ends of the line and has no other limit: whoever stood beyond one could approve what they created.
 */
export async function findLiveKey(db: Db, pointId: string, keyId: string): Promise<LiveKey | undefined> {
  const found = await db.query<LiveKey>({
    name: 'find-live-key',
    text: `with recursive line as (
        select id, key_id, rotated_from from api_keys where point_id = $1 and key_id = $2
        union
        select k.id, k.key_id, k.rotated_from from api_keys k
        join line l on k.id = l.rotated_from or k.rotated_from = l.id where k.point_id = $1)
      select k.key_id, k.name, (select array_agg(key_id) from line) as line,
        k.revoked_at is null and coalesce(k.expires_at > gateway_now(), true) and 'approve_payouts' = any (k.scopes)
          as usable
      from api_keys k where k.point_id = $1 and k.key_id = $2`,
    values: [pointId, keyId],
  })
  return found.rows[0]
}
