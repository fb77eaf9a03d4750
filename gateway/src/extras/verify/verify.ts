import { inTransaction } from '../../core/platform/database/database.ts'
import { readDatabaseTime } from '../../core/platform/database/database-time.ts'
import { findCardNumbers } from '../audit-log/find-card-numbers.ts'
import { checkBatches } from './check-batches.ts'
import { checkProviderRecords } from './check-provider-records.ts'
import { checkTenantIsolation } from './check-tenant-isolation.ts'
import { checkTransactions } from './check-transactions.ts'
import { type InvariantResult, Tally, type VerifyDeps } from './invariant.ts'
import { say } from './messages/en.ts'
import { compareBankDays } from './store/bank-day-checks.ts'
import { checkBankLines, checkTakenIncoming } from './store/bank-line-checks.ts'
import { checkBalances, keepSums, lastTransfer, settledTransfer } from './store/ledger-checks.ts'
import { checkOutsideWithdrawals } from './store/outside-withdrawal-checks.ts'
import { appendOnly, missingReferenceIndex, rightsToRewrite, unsafeColumns } from './store/schema-checks.ts'
import { checkStatements } from './store/statement-checks.ts'
import { findFirstRun, findLastRun, insertRun, type LastRun } from './store/verify-runs.ts'

export interface Verdict {
  full: boolean
  transactions: number
  tookMs: number
  results: readonly InvariantResult[]
  violations: number
}

/** Interval of full runs. */
export const fullEveryMs = 24 * 3_600_000

/** The next run starts this long before the end of the last one, to check updates that were in flight. */
const overlapMs = 120_000

/** Sums are stored up to transfers of this age: no older transaction can be open. */
const settledSeconds = 60

/** Start of a run. */
interface Start {
  startedAt: Date
  startedAtMs: number
  /** The last good run, if any. */
  last: LastRun | undefined
  /** Changes before this instant were checked; undefined = check everything. */
  watermark: Date | undefined
}

/**
 * Checks the invariants against the database and the provider records: what changed since the last good run, or
 * everything (also where no run was recorded). Writes only its own watermark and sums, and what the engine is to ask
 * providers about. A failed run is recorded and
 * its error thrown.
 */
export async function verify(deps: VerifyDeps, options: { full: boolean }): Promise<Verdict> {
  const start = await begin(deps, options.full)
  try {
    return await prove(deps, start)
  } catch (error) {
    // Fails too where the database is down; the first error matters.
    await recordFailure(deps, start, error).catch(() => undefined)
    throw error
  }
}

async function begin({ database }: VerifyDeps, full: boolean): Promise<Start> {
  const { engine } = database
  const startedAtMs = performance.now()
  const startedAt = await readDatabaseTime(engine)
  const last = await findLastRun(engine, false)
  const watermark = full ? undefined : (last ?? (await findFirstRun(engine)))?.watermark
  return { startedAt, startedAtMs, last, watermark }
}

async function prove(deps: VerifyDeps, { startedAt, startedAtMs, last, watermark }: Start): Promise<Verdict> {
  const { engine } = deps.database
  const since = watermark && new Date(watermark.getTime() - overlapMs)
  const full = since === undefined
  const tally = new Tally()
  const transactions = await checkTransactions(deps, tally, since)
  await checkLedger(deps, tally, full)
  await checkSchema(deps, tally)
  await checkTenantIsolation(deps, tally)
  tally.add('I12', await findCardNumbers(engine, since))
  tally.add('I13', await checkBankLines(engine, since))
  tally.add('I13', await checkTakenIncoming(engine, since))
  tally.add('I14', await checkStatements(engine, since))
  tally.add('I16', await compareBankDays(engine))
  await checkBatches(deps, tally, since)
  tally.add('I18', await checkOutsideWithdrawals(engine))
  const books = await checkProviderRecords(deps, tally, { full, from: last?.books ?? {} })
  const results = tally.all()
  const violations = results.reduce((sum, result) => sum + result.violations, 0)
  const tookMs = performance.now() - startedAtMs
  await insertRun(engine, {
    startedAt,
    tookMs,
    full,
    watermark: violations > 0 && watermark ? heldBack(watermark, startedAt) : startedAt,
    transactions,
    violations,
    results: { last_transfer: (await lastTransfer(engine)).toString(), invariants: results, books },
  })
  await keepSettledSums(deps)
  return { full, transactions, tookMs, results, violations }
}

async function recordFailure(deps: VerifyDeps, start: Start, error: unknown): Promise<void> {
  const { startedAt, startedAtMs, watermark } = start
  await insertRun(deps.database.engine, {
    startedAt,
    tookMs: performance.now() - startedAtMs,
    full: watermark === undefined,
    watermark: watermark ?? startedAt,
    transactions: 0,
    violations: 0,
    results: {},
    failed: error instanceof Error ? error.message : String(error),
  })
}

/** Broken rows are checked again in each run, for a day at most: by then the full run has found them. */
function heldBack(watermark: Date, startedAt: Date): Date {
  return new Date(Math.max(watermark.getTime(), startedAt.getTime() - fullEveryMs))
}

async function checkLedger(deps: VerifyDeps, tally: Tally, full: boolean): Promise<void> {
  const { engine } = deps.database
  const balances = await inTransaction(engine, async (tx) => {
    await tx.query({ text: 'set transaction isolation level repeatable read, read only' })
    return await checkBalances(tx, full)
  })
  tally.add('I4', balances)
}

/** One page per transaction, so that no statement is long after a long pause. */
async function keepSettledSums({ database }: VerifyDeps): Promise<void> {
  const upTo = await settledTransfer(database.engine, settledSeconds)
  let more = true
  while (more) more = await inTransaction(database.engine, async (tx) => await keepSums(tx, upTo))
}

async function checkSchema(deps: VerifyDeps, tally: Tally): Promise<void> {
  const { engine } = deps.database
  for (const id of ['I4', 'I12', 'I14'] as const) {
    tally.add(id, { checked: 1, violations: await rightsToRewrite(engine, appendOnly[id]) })
  }
  tally.notChecked('I12', say('verify.not_searched'))
  tally.add('I2', { checked: 1, violations: await missingReferenceIndex(engine) })
  tally.add('I10', await unsafeColumns(engine))
}
