import { impersonalNames } from '../payment-methods/impersonal-fields.ts'
import { type Db, inTransaction } from '../platform/database/database.ts'
import type { RetentionDeps } from './deps.ts'
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

/** A run begins this long after the one before. */
const everyHours = 24

/** Transactions of one batch: locked for a fraction of a second, so that no news of a bank waits for it. */
const batchMax = 250

/** Batches between which the job lets others breathe. */
const batchesPerRound = 20

/**
 * The job: once a day, personal data of transactions that ended longer ago than the setting says are removed, in batches
 * of their own transactions. Any process goes on where another one stopped. Returns more than 0 while there is more.
 */
export async function retainWhenDue(deps: RunDeps): Promise<number> {
  if (deps.retentionDays === 0) return 0
  for (let batch = 0; batch < batchesPerRound; batch++) {
    const run = await nextBatch(deps, { wait: false, begin: 'when_due' })
    if (!run || run.finishedAt) return 0
  }
  return batchesPerRound
}

/** A run to its end, now. Another one that is under way is brought to its end instead. */
export async function runRetention(deps: RunDeps): Promise<RetentionRun> {
  for (;;) {
    const run = await nextBatch(deps, { wait: true, begin: 'now' })
    if (run?.finishedAt) return run
  }
}

/** One batch of the open run, or of a new one; undefined where there is nothing to do, or another process is at it. */
async function nextBatch(
  deps: RunDeps,
  { wait, begin }: { wait: boolean; begin: 'when_due' | 'now' },
): Promise<RetentionRun | undefined> {
  const { owner } = deps.database
  // Most rounds find nothing to do: they take no lock.
  if (begin === 'when_due' && !(await findOpenRun(owner)) && !(await isRunDue(owner, everyHours))) return undefined
  // As the owner: history and callbacks are append-only for everybody else.
  return await inTransaction(owner, async (tx) => {
    if (!(await lockRetention(tx, wait))) return undefined
    const open = await findOpenRun(tx)
    if (!open && begin === 'when_due' && !(await isRunDue(tx, everyHours))) return undefined
    const run = open ?? (await beginRun(tx, deps.retentionDays, deps.clock.now()))
    const { counts, finished } = await oneBatch(tx, run)
    const report = added(run.report, counts)
    await saveRun(tx, { ...run, report }, finished)
    // Most days there is nothing to remove, and nothing to say.
    if (finished && Object.keys(report).length > 0)
      deps.log.info({ run: run.id, report }, 'personal data of old transactions were removed')
    return { ...run, report, finishedAt: finished ? deps.clock.now() : null }
  })
}

/** First the walk, then what was not finished when the walk came by, then what belongs to no transaction. */
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

/** Only what is above 0 is told. */
function added(report: Counts, counts: Counts): Counts {
  const sums: Record<string, number> = { ...report }
  for (const [name, n] of Object.entries(counts)) if (n > 0) sums[name] = (sums[name] ?? 0) + n
  return sums
}
