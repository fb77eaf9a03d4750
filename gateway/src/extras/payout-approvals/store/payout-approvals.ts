import type { Db } from '../../../core/platform/database/database.ts'
import { bookedMinorSql } from '../../../core/processing/rules/amounts.ts'
import { takenSql } from '../../../core/processing/rules/refund-sums.ts'

/** Payouts with expired approval, oldest first. Several processes may find the same payout; only one ends it. */
export async function findExpiredApprovals(db: Db, limit: number): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'find-expired-approvals',
    text: `select id from transactions where status = 'PENDING' and reason = 'awaiting_approval'
        and approval_until <= gateway_now() order by approval_until limit $1`,
    values: [limit],
  })
  return found.rows.map(({ id }) => id)
}

/**
 * Refunds that wait for approval and whose pay-in no longer covers them, because it was taken back: of each pay-in the newest,
 * until the others are covered.
 */
export async function findUncoveredRefunds(db: Db, limit: number): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'find-uncovered-refunds',
    text: `select distinct on (f.transaction_id) w.id
      from transactions w join refunds f on f.id = w.id join transactions p on p.id = f.transaction_id
      where w.status = 'PENDING' and w.reason = 'awaiting_approval' and w.pay_type = 'refund' and w.approval_until is not null
        and (p.status <> 'COMPLETED' or (select ${bookedMinorSql} from transactions where id = p.id) < (
          select ${takenSql} from refunds o join transactions r on r.id = o.id where o.transaction_id = p.id))
      order by f.transaction_id, f.created_at desc, f.id desc limit $1`,
    values: [limit],
  })
  return found.rows.map(({ id }) => id)
}

export interface LiveKey {
  key_id: string
  name: string
  usable: boolean
}

/** Keys of one rotation line, and the people who created them. */
export interface Standing {
  keys: readonly string[]
  people: readonly string[]
}

/** A key, read without caches. */
export async function findLiveKey(db: Db, pointId: string, keyId: string): Promise<LiveKey | undefined> {
  const found = await db.query<LiveKey>({
    name: 'find-live-key',
    text: `select k.key_id, k.name,
        k.revoked_at is null and coalesce(k.expires_at > gateway_now(), true) and 'approve_payouts' = any (k.scopes)
          as usable
      from api_keys k where k.point_id = $1 and k.key_id = $2`,
    values: [pointId, keyId],
  })
  return found.rows[0]
}

/**
 * Follows a rotation line in both directions: during an overlap the older and the newer key are the same person. It
 * has no limit, because a key beyond one could approve its own line's payouts.
 */
export async function findLineOfKey(db: Db, pointId: string, keyId: string): Promise<Standing> {
  const found = await db.query<{ key_id: string; created_by_user: string | null }>({
    name: 'find-line-of-key',
    text: `with recursive line as (
        select id, key_id, rotated_from, created_by_user from api_keys where point_id = $1 and key_id = $2
        union
        select k.id, k.key_id, k.rotated_from, k.created_by_user from api_keys k
        join line l on k.id = l.rotated_from or k.rotated_from = l.id where k.point_id = $1)
      select key_id, created_by_user from line`,
    values: [pointId, keyId],
  })
  return {
    keys: found.rows.map((row) => row.key_id),
    people: found.rows.flatMap((row) => row.created_by_user ?? []),
  }
}

/** A merchant's active person; undefined for disabled people. */
export async function findLivePerson(
  db: Db,
  merchantId: string,
  userId: string,
): Promise<{ role: string; second_factor: boolean } | undefined> {
  const found = await db.query<{ role: string; second_factor: boolean }>({
    name: 'find-live-person',
    text: `select role, totp_confirmed_at is not null as second_factor from users
      where merchant_id = $1 and id = $2 and disabled_at is null`,
    values: [merchantId, userId],
  })
  return found.rows[0]
}
