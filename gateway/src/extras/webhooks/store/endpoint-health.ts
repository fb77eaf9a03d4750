import type { Db } from '../../../core/platform/database/database.ts'

/**
 * Schedules one probe at once, because a merchant or a test says that the address works. Does nothing for a healthy
 * endpoint.
 */
export async function probeNow(db: Db, pointId: string): Promise<void> {
  await db.query({
    name: 'probe-callback-endpoint',
    text: `update callback_health
      set opens = greatest(opens, 1), next_probe_at = gateway_now()
      where point_id = $1 and failing_since is not null`,
    values: [pointId],
  })
}

/** Restarts the days until suspension, because the address is in service again. Does nothing for a healthy endpoint. */
export async function failAnew(db: Db, pointId: string): Promise<void> {
  await db.query({
    name: 'fail-anew-callback-endpoint',
    text: `update callback_health set failing_since = gateway_now()::timestamptz(3), silent_in_a_row = 0
      where point_id = $1 and failing_since is not null`,
    values: [pointId],
  })
}

/** Resets the health for a new address: the breaker is closed, and waiting callbacks are sent at the address's rate. */
export async function startClosed(db: Db, pointId: string): Promise<void> {
  await db.query({
    name: 'start-closed-callback-endpoint',
    text: `insert into callback_health (point_id, window_started_at, attempts, failures, silent_in_a_row, opens, recovering,
        spreads_all)
      values ($1, gateway_now(), 0, 0, 0, 0, true, true)
      on conflict (point_id) do update set window_started_at = excluded.window_started_at, attempts = 0, failures = 0,
        buckets = '[]', silent_in_a_row = 0, failing_since = null, opens = 0, next_probe_at = null,
        recovering = true, spreads_all = true`,
    values: [pointId],
  })
}

/** Spreads all waiting callbacks over the next seconds, also those that would wait for hours. */
export async function startRecovery(db: Db, pointId: string): Promise<void> {
  await db.query({
    name: 'start-callback-recovery',
    text: `insert into callback_health (point_id, window_started_at, attempts, failures, silent_in_a_row, opens, recovering,
        spreads_all)
      values ($1, to_timestamp(0), 0, 0, 0, 0, true, true)
      on conflict (point_id) do update set recovering = true, spreads_all = true`,
    values: [pointId],
  })
}
