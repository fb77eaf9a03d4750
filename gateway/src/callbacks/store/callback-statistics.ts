import type { Db } from '../../platform/database/database.ts'

/** Attempts that the figures are made of: enough for a percentile, and a page that opens at once. */
const attemptsMax = 1_000

/** Beyond this a number says no more than "very many". */
const waitingMax = 10_000

/** The merchant's answers lately. Durations in milliseconds, of answers alone; null where there was none. */
export interface AttemptStatistics {
  attempts: number
  delivered: number
  medianMs: number | null
  p95Ms: number | null
}

/** The last attempts within a day at the address of now. The test inbox takes everything, so it says nothing of a server. */
export async function readStatistics(db: Db, pointId: string): Promise<AttemptStatistics> {
  const found = await db.query<AttemptStatistics>({
    name: 'read-callback-statistics',
    text: `select count(*)::int as attempts, count(*) filter (where l.error is null)::int as delivered,
        percentile_cont(0.5) within group (order by l.total_ms) filter (where l.status is not null) as "medianMs",
        percentile_cont(0.95) within group (order by l.total_ms) filter (where l.status is not null) as "p95Ms"
      from (select a.error, a.status, a.total_ms from callback_endpoints e
        join callback_attempts a on a.point_id = e.point_id and a.url = e.url
        where e.point_id = $1 and a.started_at > gateway_now() - interval '1 day'
        order by a.started_at desc limit $2) l`,
    values: [pointId, attemptsMax],
  })
  return found.rows[0] ?? { attempts: 0, delivered: 0, medianMs: null, p95Ms: null }
}

/** Callbacks of a point that were not delivered yet. */
export async function countWaiting(db: Db, pointId: string): Promise<number> {
  const found = await db.query<{ waiting: number }>({
    name: 'count-waiting-callbacks',
    text: `select count(*)::int as waiting from (
        (select from callback_deliveries where point_id = $1 and state = 'pending' limit $2)
        union all
        (select from callback_deliveries where point_id = $1 and state = 'held' limit $2)) w`,
    values: [pointId, waitingMax],
  })
  return Math.min(waitingMax, found.rows[0]?.waiting ?? 0)
}
