import type { Db } from '../../platform/database/database.ts'
import { bucketMs, type CountedAttempts, windowMs } from '../rules/endpoint-health.ts'

/** Limit of counted attempts, the newest first: more than 160 a second for five minutes, read in about 20 ms. */
const attemptsMax = 50_000

/**
 * Limit of failed deliveries whose transactions are counted. One transaction has far fewer deliveries within five
 * minutes.
 */
const deliveriesMax = 100

/** Counts the attempts at an address that began within the window before `now`, and not before `since`. */
export async function countAttempts(
  db: Db,
  { pointId, url, since, now }: { pointId: string; url: string; since: Date; now: Date },
): Promise<CountedAttempts> {
  const found = await db.query<{ bucket: string; attempts: number; failures: number; transactions: number }>({
    name: 'count-callback-attempts',
    text: `with seen as materialized (
        select a.delivery_id, a.started_at, a.error is not null as failed from callback_attempts a
        where a.point_id = $1 and a.started_at >= $3 and a.url = $2
        order by a.started_at desc limit ${attemptsMax}
      ), failed as (
        select distinct s.delivery_id from seen s where s.failed limit ${deliveriesMax}
      )
      select floor(extract(epoch from s.started_at) * 1000 / $4::int)::bigint::text as bucket, count(*)::int as attempts,
        count(*) filter (where s.failed)::int as failures,
        (select count(distinct d.transaction_id)::int from failed f join callback_deliveries d on d.id = f.delivery_id)
          as transactions
      from seen s group by bucket order by min(s.started_at)`,
    values: [pointId, url, new Date(Math.max(since.getTime(), now.getTime() - windowMs)), bucketMs],
  })
  return {
    buckets: found.rows.map(({ bucket, attempts, failures }) => ({
      startedAtMs: Number(bucket) * bucketMs,
      attempts,
      failures,
    })),
    failedTransactions: found.rows[0]?.transactions ?? 0,
  }
}
