import type { Db } from '../../../core/platform/database/database.ts'
import type { AlertLevel } from '../rules/endpoint-alerts.ts'

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
  const found = await db.query<FailingEndpoint>({
    name: 'find-failing-callback-endpoints',
    text: `select h.point_id as "pointId", h.failing_since as "failingSince", h.opens > 0 as open,
        gateway_now()::timestamptz(3) as now,
        array(select a.level from callback_alerts a
          where a.point_id = h.point_id and a.failing_since = h.failing_since) as told
      from callback_health h join callback_endpoints ep on ep.point_id = h.point_id
      where h.failing_since <= gateway_now() - $1::bigint * interval '1 millisecond' and ep.status = 'active' and ep.url is not null
      order by h.failing_since limit $2`,
    values: [forMs, limit],
  })
  return found.rows
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
