import { ensureMonthPartitions } from './database/partitions.ts'
import type { PlatformDeps } from './deps.ts'

export type CleanupDeps = Pick<PlatformDeps, 'database' | 'log' | 'metrics'>

/**
 * Creates the month partitions from `now` on. Does not throw if a month fails: the default partition holds its rows,
 * and the next round tries again.
 */
export async function makePartitions(deps: CleanupDeps, now: Date): Promise<void> {
  await cleanupStep(deps, 'partitions', async () => {
    const { made, missing } = await ensureMonthPartitions(deps.database.owner, now)
    for (const { table, month, error } of missing) failed(deps, { name: `partitions of ${table}`, error, month })
    return made
  })
}

/**
 * Runs one step of the cleanup. Returns the result of `work`, or 0 after a failure, which is logged and counted.
 */
export async function cleanupStep(deps: CleanupDeps, name: string, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    failed(deps, { name, error })
    return 0
  }
}

function failed({ log, metrics }: CleanupDeps, what: { name: string; error: unknown; month?: string }): void {
  const { name, error, month } = what
  log.error({ err: error, month, step: name }, 'a step of the cleanup failed; the others continue')
  metrics.jobRuns.inc({ job: `maintain: ${name}`, result: 'failed' })
}
