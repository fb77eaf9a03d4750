import type { AlertLevel, EndpointHealth } from '../domain/endpoint-health.ts'
import type { Db } from './database.ts'

interface HealthRow {
  point_id: string
  window_started_at: Date
  attempts: number
  failures: number
  silent_in_a_row: number
  failing_since: Date | null
  opens: number
  next_probe_at: Date | null
  recovering: boolean
}

const columns =
  'point_id, window_started_at, attempts, failures, silent_in_a_row, failing_since, opens, next_probe_at, recovering'

/** A process that stands still here loses its note instead of holding up the results and claims of all others. */
const idleMaxMs = 2_000

/** Locks what is known of endpoints, in the order of their ids, with the gateway's time. */
export async function lockHealth(
  tx: Db,
  pointIds: readonly string[],
): Promise<{ now: Date; known: ReadonlyMap<string, EndpointHealth> }> {
  const time = await tx.query<{ now: Date }>({
    name: 'health-time',
    text: `select gateway_now()::timestamptz(3) as now, set_config('synchronous_commit', 'off', true),
      set_config('idle_in_transaction_session_timeout', $1, true)`,
    values: [String(idleMaxMs)],
  })
  const found = await tx.query<HealthRow>({
    name: 'lock-callback-health',
    text: `select ${columns} from callback_health where point_id = any ($1::uuid[]) order by point_id for update`,
    values: [pointIds],
  })
  return {
    now: time.rows[0]?.now ?? new Date(0),
    known: new Map(found.rows.map((row) => [row.point_id, healthOf(row)])),
  }
}

export async function saveHealth(
  tx: Db,
  changed: readonly { pointId: string; health: EndpointHealth }[],
): Promise<void> {
  const values = changed.map(({ health }) => health)
  await tx.query({
    name: 'save-callback-health',
    text: `insert into callback_health (${columns})
      select * from unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[], $5::int[], $6::timestamptz[], $7::int[],
        $8::timestamptz[], $9::boolean[])
      on conflict (point_id) do update set window_started_at = excluded.window_started_at,
        attempts = excluded.attempts, failures = excluded.failures, silent_in_a_row = excluded.silent_in_a_row,
        failing_since = excluded.failing_since, opens = excluded.opens, next_probe_at = excluded.next_probe_at,
        recovering = excluded.recovering`,
    values: [
      changed.map(({ pointId }) => pointId),
      values.map((each) => each.windowStartedAt),
      values.map((each) => each.attempts),
      values.map((each) => each.failures),
      values.map((each) => each.silentInARow),
      values.map((each) => each.failingSince),
      values.map((each) => each.opens),
      values.map((each) => each.nextProbeAt),
      values.map((each) => each.recovering),
    ],
  })
}

/** How a point's endpoint fares; undefined where nothing failed yet. */
export async function readHealth(db: Db, pointId: string): Promise<EndpointHealth | undefined> {
  const found = await db.query<HealthRow>({
    name: 'read-callback-health',
    text: `select ${columns} from callback_health where point_id = $1`,
    values: [pointId],
  })
  return found.rows[0] && healthOf(found.rows[0])
}

/** One probe at once: the address was changed, or somebody says that it is well again. Does nothing while it is well. */
export async function probeNow(db: Db, pointId: string): Promise<void> {
  await db.query({
    name: 'probe-callback-endpoint',
    text: `update callback_health set opens = greatest(opens, 1), next_probe_at = gateway_now()
      where point_id = $1 and failing_since is not null`,
    values: [pointId],
  })
}

/** What waits is spread over the next seconds instead of going out at once. */
export async function startRecovery(db: Db, pointId: string): Promise<void> {
  await db.query({
    name: 'start-callback-recovery',
    text: `insert into callback_health (${columns})
      values ($1, gateway_now(), 0, 0, 0, null, 0, null, true)
      on conflict (point_id) do update set recovering = true`,
    values: [pointId],
  })
}

export interface FailingEndpoint {
  pointId: string
  failingSince: Date
  now: Date
  told: readonly AlertLevel[]
}

/** Endpoints that fail for longer than `forMs` and are not suspended yet, the longest first. */
export async function findFailing(db: Db, forMs: number, limit: number): Promise<readonly FailingEndpoint[]> {
  const found = await db.query<{ point_id: string; failing_since: Date; now: Date; told: AlertLevel[] }>({
    name: 'find-failing-callback-endpoints',
    text: `select h.point_id, h.failing_since, gateway_now()::timestamptz(3) as now,
        array(select a.level from callback_alerts a
          where a.point_id = h.point_id and a.failing_since = h.failing_since) as told
      from callback_health h join callback_endpoints ep on ep.point_id = h.point_id
      where h.failing_since <= gateway_now() - $1::bigint * interval '1 millisecond' and ep.status <> 'suspended'
      order by h.failing_since limit $2`,
    values: [forMs, limit],
  })
  return found.rows.map((row) => ({
    pointId: row.point_id,
    failingSince: row.failing_since,
    now: row.now,
    told: row.told,
  }))
}

/** Notes that something was told; false where another process has. */
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

/** What was told about the outage that began then. */
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
    windowStartedAt: row.window_started_at,
    attempts: row.attempts,
    failures: row.failures,
    silentInARow: row.silent_in_a_row,
    failingSince: row.failing_since,
    opens: row.opens,
    nextProbeAt: row.next_probe_at,
    recovering: row.recovering,
  }
}
