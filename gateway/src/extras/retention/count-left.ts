import { impersonalNames } from '../../core/payment-methods/index.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { countOther } from './store/other-data.ts'
import { countWaiting, type RetentionRun, readRuns } from './store/retention-runs.ts'
import { type Counts, countHeld, findFinished, readOldTransactions, type WalkPosition } from './store/transactions.ts'

/** Transactions per statement. */
const pageMax = 1_000

/** Personal data that should have been removed. */
export interface Left {
  /** Rows by `table.column` that hold personal data older than the setting allows; only counts above 0. */
  counts: Counts
  /** Number of old transactions that were checked. */
  looked: number
  unfinished: number
}

/**
 * Proves that nothing is left by reading every old transaction, independently of the progress of the runs. Before a run
 * this is a preview of what the run removes. Reads in pages and takes no lock.
 */
export async function countLeft(deps: Pick<PlatformDeps, 'database' | 'clock'>, days: number): Promise<Left> {
  const { owner } = deps.database
  const horizon = new Date(deps.clock.now().getTime() - days * 86_400_000)
  const sums: Record<string, number> = {}
  const add = (counts: Counts) => {
    for (const [name, n] of Object.entries(counts)) if (n > 0) sums[name] = (sums[name] ?? 0) + n
  }
  let position: WalkPosition = { updatedAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' }
  let looked = 0
  let unfinished = 0
  for (;;) {
    const page = await readOldTransactions(owner, position, { horizon, limit: pageMax })
    const last = page.at(-1)
    if (!last) break
    const finished = await findFinished(
      owner,
      page.map(({ id }) => id),
    )
    if (finished.length > 0) add(await countHeld(owner, finished, impersonalNames))
    looked += page.length
    unfinished += page.length - finished.length
    position = { updatedAt: last.updated_at, id: last.id }
  }
  add(await countOther(owner, horizon))
  return { counts: sums, looked, unfinished }
}

/** The results of the last runs, newest first, and how many old transactions wait because they are not finished. */
export async function readRetention(
  { database: { engine } }: Pick<PlatformDeps, 'database'>,
  page: { limit: number; before: string | null },
): Promise<{ runs: readonly RetentionRun[]; waiting: number }> {
  return { runs: await readRuns(engine, page), waiting: await countWaiting(engine) }
}
