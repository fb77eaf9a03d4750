import { deleteOldCardUses } from '../store/card-velocity.ts'
import { deleteOldNonces, ensureMonthPartitions, readClockOffset } from '../store/maintenance.ts'
import { deleteOldRuns } from '../store/verify/runs.ts'
import type { Deps } from './deps.ts'

/** The housekeeping of one process: partitions ahead of time, what is old away. */
export async function maintain(deps: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  await ensureMonthPartitions(deps.database.owner, deps.clock.now())
  await deleteOldNonces(deps.database.engine)
  await deleteOldCardUses(deps.database.engine)
  await deleteOldRuns(deps.database.engine)
  return 0
}

/** Lets the process's clock follow the database's offset. */
export async function followClock(deps: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  deps.clock.setOffsetMs(await readClockOffset(deps.database.engine))
  return 0
}
