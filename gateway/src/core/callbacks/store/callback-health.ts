import type { Db } from '../../platform/database/database.ts'
import { type AlertLevel, type EndpointHealth, sumOf } from '../rules/endpoint-health.ts'

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
        buckets = '[]', silent_in_a_row = 0, failing_since = null, opens = 0, next_probe_at = null, recovering = true, spreads_all = true`,
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

export interface FailingEndpoint {
  pointId: string
  failingSince: Date
  /** The breaker is open. */
  open: boolean
  now: Date
  told: readonly AlertLevel[]
}

/**
 * Endpoints in service that have failed for longer than `forMs`, the longest first. A paused endpoint is left out: the
 * merchant chose the pause.
 */
export async function findFailing(db: Db, forMs: number, limit: number): Promise<readonly FailingEndpoint[]> {
  const found = await db.query<{ point_id: string; failing_since: Date; open: boolean; now: Date; told: AlertLevel[] }>(
    {
      name: 'find-failing-callback-endpoints',
      text: `select h.point_id, h.failing_since, h.opens > 0 as open, gateway_now()::timestamptz(3) as now,
        array(select a.level from callback_alerts a
          where a.point_id = h.point_id and a.failing_since = h.failing_since) as told
      from callback_health h join callback_endpoints ep on ep.point_id = h.point_id
      where h.failing_since <= gateway_now() - $1::bigint * interval '1 millisecond' and ep.status = 'active' and ep.url is not null
      order by h.failing_since limit $2`,
      values: [forMs, limit],
    },
  )
  return found.rows.map((row) => ({
    pointId: row.point_id,
    failingSince: row.failing_since,
    open: row.open,
    now: row.now,
    told: row.told,
  }))
}

/** Records an alert; false where another process already has. */
export async function insertAlert(
  db: Db,
  alert: { pointId: string; failingSince: Date; level: AlertLevel },
): Promise<boolean> {
  const written = await db.query({
    name: 'insert-callback-alert',
    text: `insert into callback_alerts (point_id, failing_since, level) values ($1, $2, $3) on conflict do nothing`,
    values: [alert.pointId, alert.failingSince, alert.level],
  })
  return written.rowCount === 1
}

export interface ToldAlert {
  level: AlertLevel
  createdAt: Date
}

/** The alerts of the outage that began then. */
export async function readAlerts(db: Db, pointId: string, failingSince: Date): Promise<readonly ToldAlert[]> {
  const found = await db.query<{ level: AlertLevel; created_at: Date }>({
    name: 'read-callback-alerts',
    text: `select level, created_at from callback_alerts where point_id = $1 and failing_since = $2 order by created_at`,
    values: [pointId, failingSince],
  })
  return found.rows.map((row) => ({ level: row.level, createdAt: row.created_at }))
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
