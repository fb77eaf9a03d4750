import type { Db } from '../../../core/platform/database/database.ts'

/** Rows per statement: one lasts about 10 ms. */
const rowsMax = 5_000

/** Suspends an endpoint that has taken no callback for days. */
export async function suspendEndpoint(db: Db, pointId: string): Promise<void> {
  await db.query({
    name: 'suspend-callback-endpoint',
    text: `update callback_endpoints set status = 'suspended', suspended_at = gateway_now(), updated_at = gateway_now()
      where point_id = $1 and status = 'active'`,
    values: [pointId],
  })
}

/** Holds the waiting callbacks of suspended endpoints. Returns how many; call again until it is 0. */
export async function holdBacklogs(db: Db): Promise<number> {
  const held = await db.query({
    name: 'hold-callback-backlogs',
    text: `update callback_deliveries d set state = 'held' where d.id in (
        select x.id from callback_endpoints ep join callback_deliveries x on x.point_id = ep.point_id
        where ep.status = 'suspended' and x.state = 'pending'
        order by x.id limit $1 for update of x skip locked)`,
    values: [rowsMax],
  })
  return held.rowCount ?? 0
}

/**
 * Releases the held callbacks of endpoints that are in service again. They are due now, because a backlog that was spread
 * before lacks them. Returns how many.
 */
export async function releaseHeld(db: Db): Promise<number> {
  const released = await db.query({
    name: 'release-held-callbacks',
    text: `update callback_deliveries d set state = case
          when exists (select from callback_deliveries z where z.transaction_id = d.transaction_id and z.seq > d.seq)
            then 'superseded' else 'pending' end, next_attempt_at = least(d.next_attempt_at, gateway_now())
      where d.id in (
        select x.id from callback_deliveries x join callback_endpoints ep on ep.point_id = x.point_id
        where x.state = 'held' and ep.status = 'active'
        order by x.point_id, x.id limit $1 for update of x skip locked)`,
    values: [rowsMax],
  })
  return released.rowCount ?? 0
}

/** Ends callbacks that were held for `holdMs`: they are exhausted, and can still be sent again on request. */
export async function endHeld(db: Db, holdMs: number): Promise<number> {
  const ended = await db.query({
    name: 'end-held-callbacks',
    text: `update callback_deliveries d set state = 'exhausted' where d.id in (
        select x.id from callback_endpoints ep join callback_deliveries x on x.point_id = ep.point_id
        where ep.status = 'suspended' and x.state = 'held'
          and greatest(x.created_at, ep.suspended_at) <= gateway_now() - $1::bigint * interval '1 millisecond'
        order by x.id limit $2 for update of x skip locked)`,
    values: [holdMs, rowsMax],
  })
  return ended.rowCount ?? 0
}
