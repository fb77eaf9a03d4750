import type { Db } from '../../platform/database/database.ts'

/** Rows per statement. It takes about 10 ms, so that status changes of money do not wait for it. */
const rowsMax = 5_000

/**
 * An automatic recovery brings forward only callbacks with at most this many attempts. Callbacks of an outage have few,
 * because probes do not count. A callback that the endpoint refuses while it accepts others would use up its attempts.
 */
const hastenedAttemptsMax = 5

/** Points with a backlog to spread: their endpoint has recovered. */
export async function findRecovering(db: Db): Promise<readonly { pointId: string; now: Date }[]> {
  const found = await db.query<{ point_id: string; now: Date }>({
    name: 'find-recovering-callback-endpoints',
    text: `select h.point_id, gateway_now()::timestamptz(3) as now from callback_health h
      where h.recovering and h.opens = 0 order by h.point_id limit 100`,
  })
  return found.rows.map((row) => ({ pointId: row.point_id, now: row.now }))
}

/**
 * Schedules waiting callbacks of a point one after the other at the endpoint's rate, the oldest first: due ones and
 * those that would wait longer, which get the attempt of the change of address back. Callbacks for the inbox are due at once. Returns how many it scheduled; call again with
 * the sum of all so far as `placed` until it is 0.
 */
export async function spreadBacklog(db: Db, pointId: string, at: { from: Date; placed: number }): Promise<number> {
  const spread = await db.query({
    name: 'spread-callback-backlog',
    text: `with pace as (
        select $2::timestamptz as since, ep.url is null as inbox, coalesce(h.spreads_all, false) as all_of_them,
          case when ep.url is null then interval '0' else interval '1 second' / ep.rate_per_s end as step
        from callback_endpoints ep left join callback_health h on h.point_id = ep.point_id where ep.point_id = $1
      ), waiting as (
        select d.id, d.next_attempt_at from callback_deliveries d, pace
        where d.point_id = $1 and d.state = 'pending'
          and (d.next_attempt_at <= pace.since and not pace.inbox
            or d.next_attempt_at > pace.since + $3::bigint * pace.step
              and (pace.all_of_them or d.attempts <= ${hastenedAttemptsMax}))
        order by d.next_attempt_at, d.id limit $4 for update of d skip locked
      ), placed as (
        select id, $3::bigint + row_number() over (order by next_attempt_at, id) as place from waiting
      )
      update callback_deliveries d
      set attempts = d.attempts - case when pace.all_of_them and d.attempts > 0
          and d.next_attempt_at > pace.since + p.place * pace.step then 1 else 0 end,
        next_attempt_at = case when d.next_attempt_at <= pace.since then pace.since + p.place * pace.step
        else least(d.next_attempt_at, pace.since + p.place * pace.step) end
      from placed p, pace where d.id = p.id`,
    values: [pointId, at.from, at.placed, rowsMax],
  })
  return spread.rowCount ?? 0
}

/** Marks the backlog of a point as spread. */
export async function endRecovery(db: Db, pointId: string): Promise<void> {
  await db.query({
    name: 'end-callback-recovery',
    text: 'update callback_health set recovering = false, spreads_all = false where point_id = $1',
    values: [pointId],
  })
}
