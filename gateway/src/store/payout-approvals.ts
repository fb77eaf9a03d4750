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

/** A key as it stands now, past every cache, with the first key of its line of rotations. */
export interface LiveKey {
  key_id: string
  name: string
  usable: boolean
  /** The public ids of this key and of all that it was rotated from. */
  line: readonly string[]
}

export async function findLiveKey(db: Db, pointId: string, keyId: string): Promise<LiveKey | undefined> {
  const found = await db.query<LiveKey>({
    name: 'find-live-key',
    text: `with recursive line as (
        select id, key_id, rotated_from, 1 as depth from api_keys where point_id = $1 and key_id = $2
        union all
        select k.id, k.key_id, k.rotated_from, l.depth + 1 from api_keys k join line l on k.id = l.rotated_from
        where l.depth < ${rotationsMax})
      select k.key_id, k.name, (select array_agg(key_id) from line) as line,
        k.revoked_at is null and coalesce(k.expires_at > gateway_now(), true) and 'approve_payouts' = any (k.scopes)
          as usable
      from api_keys k where k.point_id = $1 and k.key_id = $2`,
    values: [pointId, keyId],
  })
  return found.rows[0]
}

/** A key that was rotated more often than this is compared with its latest thousand forebears. */
const rotationsMax = 1_000
