import type { Db } from '../../../core/platform/database/database.ts'

/** Attempts in the figures: enough for a percentile, and fast enough for a page. */
const attemptsMax = 1_000

/** A larger number means "very many" as well. */
const waitingMax = 10_000

/** Figures of the merchant's recent answers. Durations in milliseconds, of answers only; null without answers. */
export interface AttemptStatistics {
  attempts: number
  delivered: number
  medianMs: number | null
  p95Ms: number | null
}

/**
 * Figures of the last attempts within a day at the current address; without one, of the test inbox, which answers without
 * a status.
 */
export async function readStatistics(db: Db, pointId: string): Promise<AttemptStatistics> {
  const found = await db.query<AttemptStatistics>({
    name: 'read-callback-statistics',
    text: `select count(*)::int as attempts, count(*) filter (where l.error is null)::int as delivered,
        percentile_cont(0.5) within group (order by l.total_ms) filter (where l.status is not null) as "medianMs",
        percentile_cont(0.95) within group (order by l.total_ms) filter (where l.status is not null) as "p95Ms"
      from (select a.error, a.status, a.total_ms from callback_endpoints e
        join callback_attempts a on a.point_id = e.point_id and a.url is not distinct from e.url
        where e.point_id = $1 and a.started_at > gateway_now() - interval '1 day'
        order by a.started_at desc limit $2) l`,
    values: [pointId, attemptsMax],
  })
  return found.rows[0] ?? { attempts: 0, delivered: 0, medianMs: null, p95Ms: null }
}

/** Counts the undelivered callbacks of a point. */
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

/** When the next callback of a point is due. Undefined: none waits. */
export async function readNextAttempt(db: Db, pointId: string): Promise<Date | undefined> {
  const found = await db.query<{ at: Date }>({
    name: 'read-next-callback-attempt',
    text: `select next_attempt_at as at from callback_deliveries where point_id = $1 and state = 'pending'
      order by next_attempt_at limit 1`,
    values: [pointId],
  })
  return found.rows[0]?.at
}
