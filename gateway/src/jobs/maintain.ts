import { forgetOldAlerts } from '../alerts/evaluate-alerts.ts'
import { deleteOldResends } from '../callbacks/store/callback-resends.ts'
import { deleteOldCardUses } from '../cards/store/card-velocity.ts'
import { forgetExpired } from '../identity/forget-expired.ts'
import {
  deletedRowsMax,
  deleteOldEventIds,
  deleteOldNonces,
  type Horizon,
  readClockOffset,
  readHorizon,
} from '../platform/database/maintenance.ts'
import { deleteOldStrays, dropOldPartitions, type MonthlyTable } from '../platform/database/partitions.ts'
import { refreshStatistics } from '../platform/database/statistics-refresh.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { type HousekeepingDeps, housekeepingStep, makePartitions } from '../platform/housekeeping.ts'
import { deleteOldRuns } from '../verify/store/verify-runs.ts'

/**
 * The maintenance of one process: creates partitions ahead of time and deletes old data. A failed step is logged and
 * counted (`job_runs_total{job="maintain: …",result="failed"}`) and does not stop the others. Returns more than 0 where
 * there is more to delete.
 */
export async function maintain(deps: HousekeepingDeps): Promise<number> {
  const { engine, owner } = deps.database
  const horizon = await readHorizon(engine)
  await makePartitions(deps, horizon.now)
  const full = [
    await housekeepingStep(
      deps,
      'callback attempts',
      async () => await cut(deps, 'callback_attempts', horizon.callbackAttempts),
    ),
    await housekeepingStep(
      deps,
      'news',
      async () => await cut(deps, 'provider_notifications', horizon.providerNotifications),
    ),
    await housekeepingStep(deps, 'request log', async () => await cut(deps, 'request_log', horizon.requestLog)),
    await housekeepingStep(deps, 'event ids', async () => await deleteOldEventIds(owner)),
    await housekeepingStep(deps, 'nonces', async () => await deleteOldNonces(engine)),
    await housekeepingStep(deps, 'card uses', async () => await deleteOldCardUses(engine)),
    await housekeepingStep(deps, 'resends', async () => await deleteOldResends(engine)),
    await housekeepingStep(deps, 'verify runs', async () => await deleteOldRuns(engine)),
    await housekeepingStep(deps, 'alerts', async () => await forgetOldAlerts(deps)),
  ]
  for (const { name, work } of forgetExpired(deps)) full.push(await housekeepingStep(deps, name, work))
  return full.filter((deleted) => deleted >= deletedRowsMax).length
}

/**
 * Refreshes statistics of new and fast-growing tables, so that plans stay right. Tables beyond one round are refreshed
 * in the next.
 */
export async function keepStatistics({ database }: Pick<PlatformDeps, 'database'>): Promise<number> {
  await refreshStatistics(database.owner)
  return 0
}

/** Updates the process's clock to the database's offset. */
export async function followClock(deps: Pick<PlatformDeps, 'database' | 'clock'>): Promise<number> {
  deps.clock.setOffsetMs(await readClockOffset(deps.database.engine))
  return 0
}

/** Drops whole months by partition, and deletes old rows of the default partition. */
async function cut(deps: HousekeepingDeps, table: MonthlyTable, before: Horizon['now']): Promise<number> {
  const { owner } = deps.database
  await dropOldPartitions(owner, table, before)
  return await deleteOldStrays(owner, table, { before, limit: deletedRowsMax })
}
