import type { Db } from './database.ts'

/** Transactions of one run: a longer backlog is recovered by asking again. */
export const recoveredMax = 10_000

export interface Recovered {
  /** Sent again, because nothing more would have come. */
  queued: number
  /** Waiting deliveries that are due now. */
  hastened: number
}

/**
 * Sends again what was not delivered of the events since then: of each transaction the latest state only, and nothing
 * where that arrived or is on its way. In the caller's transaction, which holds the endpoint's lock, so that two of
 * these at once queue nothing twice.
 */
export async function recoverFailed(tx: Db, pointId: string, since: Date): Promise<Recovered> {
  const done = await tx.query<Recovered>({
    name: 'recover-callbacks',
    text: `with failed as (
        select d.transaction_id from callback_deliveries d
        where d.point_id = $1 and d.state = 'exhausted' and d.created_at >= $2
        union
        select d.transaction_id from callback_deliveries d
        where d.point_id = $1 and d.state = 'pending' and d.attempts > 0 and d.created_at >= $2
        limit $3
      ), latest as (
        select f.transaction_id, e.id as event_id, e.seq
        from failed f cross join lateral (
          select id, seq from callback_events e where e.transaction_id = f.transaction_id order by seq desc limit 1) e
      ), hastened as (
        update callback_deliveries d set next_attempt_at = gateway_now()
        from latest l where d.transaction_id = l.transaction_id and d.seq = l.seq and d.state = 'pending'
        returning d.event_id
      ), queued as (
        insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger)
        select l.event_id, $1, l.transaction_id, l.seq, 'recover' from latest l
        where not exists (select from callback_deliveries d where d.transaction_id = l.transaction_id and d.seq = l.seq
          and d.state in ('pending', 'sending', 'held', 'delivered'))
        returning event_id
      )
      select (select count(*)::int from queued) as queued, (select count(*)::int from hastened) as hastened`,
    values: [pointId, since, recoveredMax],
  })
  return done.rows[0] ?? { queued: 0, hastened: 0 }
}

/** Nobody else recovers, and nobody changes the settings, before the transaction ends. */
export async function lockEndpoint(tx: Db, pointId: string): Promise<{ now: Date } | undefined> {
  const found = await tx.query<{ now: Date }>({
    name: 'lock-callback-endpoint',
    text: `select gateway_now()::timestamptz(3) as now from callback_endpoints where point_id = $1 for no key update`,
    values: [pointId],
  })
  return found.rows[0]
}

/** A suspended endpoint is in service again: somebody saw it answer. */
export async function updateSuspended(db: Db, pointId: string): Promise<void> {
  await db.query({
    name: 'end-suspension',
    text: `update callback_endpoints set status = 'active', suspended_at = null, updated_at = gateway_now()
      where point_id = $1 and status = 'suspended'`,
    values: [pointId],
  })
}
