import type { Db } from '../../platform/database/database.ts'
import { type EndpointHealth, sumOf } from '../rules/endpoint-health.ts'

interface HealthRow {
  point_id: string
  window_started_at: Date
  buckets: readonly (readonly [startedAtMs: number, attempts: number, failures: number])[]
  silent_in_a_row: number
  failing_since: Date | null
  opens: number
  next_probe_at: Date | null
  recovering: boolean
}

const columns = 'point_id, window_started_at, buckets, silent_in_a_row, failing_since, opens, next_probe_at, recovering'

/** A stalled process loses its record here, so that it cannot block the results and claims of others. */
const idleMaxMs = 2_000

/** The health of a point's address, and that address; null = no address, which has no breaker. */
export interface KnownHealth {
  health: EndpointHealth
  url: string | null
}

/**
 * Locks the health of endpoints in the order of their ids, with the gateway's time. A separate statement after the
 * locks reads the addresses: a change of address takes the same lock, so address and health belong together.
 */
export async function lockHealth(
  tx: Db,
  pointIds: readonly string[],
): Promise<{ now: Date; known: ReadonlyMap<string, KnownHealth> }> {
  const time = await tx.query<{ now: Date }>({
    name: 'health-time',
    text: `select gateway_now()::timestamptz(3) as now, set_config('synchronous_commit', 'off', true),
      set_config('idle_in_transaction_session_timeout', $1, true)`,
    values: [String(idleMaxMs)],
  })
  await tx.query({
    name: 'begin-callback-health',
    text: `insert into callback_health (point_id, window_started_at, attempts, failures, silent_in_a_row, opens, recovering)
      select id, to_timestamp(0), 0, 0, 0, 0, false from unnest($1::uuid[]) as g (id) order by id
      on conflict (point_id) do nothing`,
    values: [pointIds],
  })
  const found = await tx.query<HealthRow>({
    name: 'lock-callback-health',
    text: `select ${columns} from callback_health where point_id = any ($1::uuid[]) order by point_id for update`,
    values: [pointIds],
  })
  const addresses = await tx.query<{ point_id: string; url: string | null }>({
    name: 'read-callback-addresses',
    text: 'select point_id, url from callback_endpoints where point_id = any ($1::uuid[])',
    values: [pointIds],
  })
  const urls = new Map(addresses.rows.map((row) => [row.point_id, row.url]))
  return {
    now: time.rows[0]?.now ?? new Date(0),
    known: new Map(
      found.rows.map((row) => [row.point_id, { health: healthOf(row), url: urls.get(row.point_id) ?? null }]),
    ),
  }
}

/** Writes the health of endpoints that `lockHealth` locked. */
export async function saveHealth(
  tx: Db,
  changed: readonly { pointId: string; health: EndpointHealth }[],
): Promise<void> {
  const rows = changed.map(({ pointId, health }) => ({
    point_id: pointId,
    window_started_at: health.countedSince,
    ...sumOf(health.buckets),
    buckets: health.buckets.map((each) => [each.startedAtMs, each.attempts, each.failures]),
    silent_in_a_row: health.silentInARow,
    failing_since: health.failingSince,
    opens: health.opens,
    next_probe_at: health.nextProbeAt,
    recovering: health.recovering,
  }))
  await tx.query({
    name: 'save-callback-health',
    text: `update callback_health h set window_started_at = g.window_started_at, attempts = g.attempts,
        failures = g.failures, buckets = g.buckets, silent_in_a_row = g.silent_in_a_row, failing_since = g.failing_since,
        opens = g.opens, next_probe_at = g.next_probe_at, recovering = g.recovering
      from jsonb_to_recordset($1::jsonb) as g (point_id uuid, window_started_at timestamptz, attempts int, failures int,
        buckets jsonb, silent_in_a_row int, failing_since timestamptz, opens int, next_probe_at timestamptz,
        recovering boolean)
      where h.point_id = g.point_id`,
    values: [JSON.stringify(rows)],
  })
}

/** The health of a point's endpoint; undefined if nothing failed yet. The time of a due probe is null. */
export async function readHealth(db: Db, pointId: string): Promise<EndpointHealth | undefined> {
  const found = await db.query<HealthRow & { now: Date }>({
    name: 'read-callback-health',
    text: `select ${columns}, gateway_now() as now from callback_health where point_id = $1`,
    values: [pointId],
  })
  const row = found.rows[0]
  if (!row) return undefined
  const health = healthOf(row)
  const isAhead = health.nextProbeAt !== null && health.nextProbeAt > row.now
  return { ...health, nextProbeAt: isAhead ? health.nextProbeAt : null }
}

function healthOf(row: HealthRow): EndpointHealth {
  return {
    countedSince: row.window_started_at,
    buckets: row.buckets.map(([startedAtMs, attempts, failures]) => ({ startedAtMs, attempts, failures })),
    silentInARow: row.silent_in_a_row,
    failingSince: row.failing_since,
    opens: row.opens,
    nextProbeAt: row.next_probe_at,
    recovering: row.recovering,
  }
}
