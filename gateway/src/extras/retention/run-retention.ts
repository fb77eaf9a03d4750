import { impersonalNames } from '../../core/payment-methods/index.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { removeOther } from './store/other-data.ts'
import {
  beginRun,
  dropWaiting,
  findOpenRun,
  insertWaiting,
  isRunDue,
  lockRetention,
  type RetentionRun,
  readProgress,
  saveProgress,
  saveRun,
  takeWaiting,
} from './store/retention-runs.ts'
import { type Counts, lockFinished, readOldTransactions, removePersonal } from './store/transactions.ts'

type RunDeps = Pick<RetentionDeps, 'database' | 'clock' | 'retentionDays' | 'log'>

/** Hours from the start of one run to the start of the next. */
const everyHours = 24

/** Transactions per batch. They are locked for a fraction of a second, so that bank notifications do not wait. */
const batchMax = 250

/** Batches per round, so that other jobs get their turn. */
const batchesPerRound = 20

/**
 * The retention job. Once a day it removes personal data of transactions that ended longer ago than the setting says.
 * Each batch is its own database transaction, and any process continues the run of another. Returns more than 0 while
 * there is more to remove.
 */
export async function retainWhenDue(deps: RunDeps): Promise<number> {
  if (deps.retentionDays === 0) return 0
  for (let batch = 0; batch < batchesPerRound; batch++) {
    const run = await nextBatch(deps, { wait: false, begin: 'when_due' })
    if (!run || run.finishedAt) return 0
  }
  return batchesPerRound
}

/** Executes a run to its end at once. If a run is in progress, completes that run instead. */
export async function runRetention(deps: RunDeps): Promise<RetentionRun> {
  for (;;) {
    const run = await nextBatch(deps, { wait: true, begin: 'now' })
    if (run?.finishedAt) return run
  }
}

/**
 * Executes one batch of the open run, or of a new one; undefined where there is nothing to do, or another process works
 * on it.
 */
async function nextBatch(
  deps: RunDeps,
  { wait, begin }: { wait: boolean; begin: 'when_due' | 'now' },
): Promise<RetentionRun | undefined> {
  const { owner } = deps.database
  // Most rounds find nothing to do: they take no lock.
  if (begin === 'when_due' && !(await findOpenRun(owner)) && !(await isRunDue(owner, everyHours))) return undefined
  // Runs as the owner role: for all other roles history and callbacks are append-only.
  return await inTransaction(owner, async (tx) => {
    if (!(await lockRetention(tx, wait))) return undefined
    const open = await findOpenRun(tx)
    if (!open && begin === 'when_due' && !(await isRunDue(tx, everyHours))) return undefined
    const run = open ?? (await beginRun(tx, deps.retentionDays, deps.clock.now()))
    const { counts, finished } = await oneBatch(tx, run)
    const report = added(run.report, counts)
    await saveRun(tx, { ...run, report }, finished)
    // Without removed rows nothing is logged.
    if (finished && Object.keys(report).length > 0)
      deps.log.info({ run: run.id, report }, 'personal data of old transactions were removed')
    return { ...run, report, finishedAt: finished ? deps.clock.now() : null }
  })
}

/**
 * First the walk over old transactions, then transactions that were unfinished during the walk, then data without a
 * transaction.
 */
async function oneBatch(tx: Db, run: RetentionRun): Promise<{ counts: Counts; finished: boolean }> {
  const walked = await walk(tx, run.horizon)
  if (walked) return { counts: walked, finished: false }
  const ids = await takeWaiting(tx, run.id, batchMax)
  if (ids.length > 0) {
    const counts = await remove(tx, ids, run.horizon)
    await dropWaiting(tx, ids, run.horizon)
    return { counts: counts.counts, finished: false }
  }
  const { counts, more } = await removeOther(tx, run.horizon)
  return { counts, finished: !more }
}

/** Undefined at the end of the walk. */
async function walk(tx: Db, horizon: Date): Promise<Counts | undefined> {
  const after = await readProgress(tx, horizon)
  const page = await readOldTransactions(tx, after, { horizon, limit: batchMax })
  const last = page.at(-1)
  if (!last) return undefined
  const ids = page.filter(({ done }) => !done).map(({ id }) => id)
  const { counts, removed } = await remove(tx, ids, horizon)
  const done = new Set(removed)
  await insertWaiting(
    tx,
    ids.filter((id) => !done.has(id)),
  )
  await saveProgress(tx, { updatedAt: last.updated_at, id: last.id })
  return counts
}

async function remove(tx: Db, ids: readonly string[], horizon: Date) {
  const removed = ids.length === 0 ? [] : await lockFinished(tx, ids, horizon)
  if (removed.length === 0) return { removed, counts: {} }
  const counts = await removePersonal(tx, removed, impersonalNames)
  return { removed, counts: { transactions: removed.length, ...counts } }
}

/** Leaves out counts of 0. */
function added(report: Counts, counts: Counts): Counts {
  const sums: Record<string, number> = { ...report }
  for (const [name, n] of Object.entries(counts)) if (n > 0) sums[name] = (sums[name] ?? 0) + n
  return sums
}

export interface RetentionDeps extends PlatformDeps {
  /** Personal data of finished transactions is removed after this many days; 0: never. */
  retentionDays: number
}
