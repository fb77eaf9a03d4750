import type { Db } from '../../../core/platform/database/database.ts'

/** Transactions per run; a longer backlog needs further runs. */
const recoveredMax = 10_000

export interface Recovered {
  /** Sent again, because no further attempt was scheduled. */
  queued: number
  /** Waiting for an attempt that the recovery brings forward; counted up to the limit of a run. */
  hastened: number
  /** The run reached its limit; call again for the rest. */
  more: boolean
}

/**
 * Queues the latest state of each transaction with undelivered events since then, and nothing where it arrived or is in
 * flight. Runs in the caller's transaction, which holds the endpoint's lock, so that two concurrent runs queue nothing
 * twice. Recovered transactions do not count against the limit, so that a further call continues. `offset 0` reads the
 * deliveries per transaction: a join would read those of all transactions of all times.
 */
export async function recoverFailed(
  tx: Db,
  pointId: string,
  { since, limit = recoveredMax }: { since: Date; limit?: number },
): Promise<Recovered> {
  const done = await tx.query<Omit<Recovered, 'more'>>({
    name: 'recover-callbacks',
    text: `with queued as (
        insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger)
        select d.event_id, $1, d.transaction_id, d.seq, 'recover' from callback_deliveries d
        where d.point_id = $1 and d.state = 'exhausted' and d.created_at >= $2
          and not exists (select from callback_deliveries z where z.transaction_id = d.transaction_id
            and (z.seq > d.seq
              or z.seq = d.seq and (z.id > d.id or z.state in ('pending', 'sending', 'held', 'delivered')))
            offset 0)
        order by d.id limit $3
        returning event_id
      ), waiting as (
        select from callback_deliveries
        where point_id = $1 and state = 'pending' and attempts > 0 and created_at >= $2 limit $3
      )
      select (select count(*)::int from queued) as queued, (select count(*)::int from waiting) as hastened`,
    values: [pointId, since, limit],
  })
  const { queued, hastened } = done.rows[0] ?? { queued: 0, hastened: 0 }
  return { queued, hastened, more: queued >= limit }
}
