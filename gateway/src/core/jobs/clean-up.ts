import { type CleanupDeps, cleanupStep, makePartitions } from '../platform/cleanup.ts'
import { readClockOffset, readDatabaseTime } from '../platform/database/database-time.ts'
import { deletedRowsMax, deleteOldEventIds, keptFor, readHorizon } from '../platform/database/old-rows.ts'
import { deleteOldStrays, dropOldPartitions } from '../platform/database/partitions.ts'
import { refreshStatistics } from '../platform/database/statistics-refresh.ts'
import type { PlatformDeps } from '../platform/deps.ts'

/** One step of the cleanup. */
export interface CleanupStep {
  /** Name in the log and in the metric of failures. */
  name: string
  /** Deletes what is too old, at most `deletedRowsMax` rows. Returns the number of deleted rows. */
  work(): Promise<number>
}

/**
 * The cleanup of one process: creates partitions ahead of time and deletes old data, its own and that of `more`. A
 * failed step is logged and counted (`job_runs_total{job="maintain: …",result="failed"}`) and does not stop the others.
 * Returns more than 0 where there is more to delete.
 */
export async function cleanUp(deps: CleanupDeps, more: readonly CleanupStep[] = []): Promise<number> {
  await makePartitions(deps, await readDatabaseTime(deps.database.engine))
  let full = 0
  for (const { name, work } of [...coreSteps(deps), ...more]) {
    const deleted = await cleanupStep(deps, name, work)
    if (deleted >= deletedRowsMax) full += 1
  }
  return full
}

function coreSteps(deps: CleanupDeps): readonly CleanupStep[] {
  const { owner } = deps.database
  return [
    {
      name: 'callback attempts',
      work: async () => await deleteMonths(deps, 'callback_attempts', keptFor.callbackAttempts),
    },
    {
      name: 'news',
      work: async () => await deleteMonths(deps, 'provider_notifications', keptFor.providerNotifications),
    },
    { name: 'event ids', work: async () => await deleteOldEventIds(owner) },
  ]
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

/** Drops whole months that are older than `kept` by partition, and deletes old rows of the default partition. */
export async function deleteMonths(
  { database: { engine, owner } }: Pick<PlatformDeps, 'database'>,
  table: string,
  kept: string,
): Promise<number> {
  const before = await readHorizon(engine, kept)
  await dropOldPartitions(owner, table, before)
  return await deleteOldStrays(owner, table, { before, limit: deletedRowsMax })
}
