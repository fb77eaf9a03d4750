import { holdsCardNumber } from '../../payment-methods/stray-card.ts'
import { asMerchant, inTransaction } from '../../store/database.ts'
import { checkBalances, keepSums, lastTransfer, settledTransfer } from '../../store/verify/ledger-checks.ts'
import { type PageCheck, pageChecks, runPageCheck, textsOf } from '../../store/verify/page-checks.ts'
import { pageOfAll, pageOfChanged } from '../../store/verify/pages.ts'
import { alone, findLastRun, insertRun, type LastRun, readDatabaseTime } from '../../store/verify/runs.ts'
import {
  foreignRows,
  missingReferenceIndex,
  readableTables,
  rightsToRewrite,
  someMerchants,
  unsafeColumns,
} from '../../store/verify/schema-checks.ts'
import type { Deps } from '../deps.ts'
import { checkBooks } from './check-books.ts'
import { type InvariantId, type InvariantResult, invariants, Tally } from './invariant.ts'

export type VerifyDeps = Pick<Deps, 'database' | 'connectors' | 'routes' | 'publicUrl' | 'localUrl' | 'clock'>

export interface Verdict {
  full: boolean
  transactions: number
  tookMs: number
  results: readonly InvariantResult[]
  violations: number
}

/** News on their way are looked at again by the next run: it begins this long before the last one's end. */
const overlapMs = 120_000

/** Sums are kept up to what was written this long ago: no transaction of then can still be open. */
const settledSeconds = 60

/** No id is smaller. */
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Proves the invariants against the database and the book of the simulated bank: what changed since the last run, or
 * everything. Reads only, but for its own watermark and sums.
 */
export async function verify(deps: VerifyDeps, options: { full: boolean }): Promise<Verdict> {
  const { engine } = deps.database
  const startedAtMs = performance.now()
  const startedAt = await readDatabaseTime(engine)
  const last = options.full ? undefined : await findLastRun(engine, false)
  const since = last && new Date(last.watermark.getTime() - overlapMs)
  const tally = new Tally()
  const transactions = await checkPages(deps, tally, since)
  await checkLedger(deps, tally, since === undefined)
  await checkSchema(deps, tally)
  await checkWall(deps, tally)
  await checkBooks(deps, tally, { full: since === undefined })
  const results = tally.all()
  const violations = results.reduce((sum, result) => sum + result.violations, 0)
  const tookMs = performance.now() - startedAtMs
  const full = since === undefined
  await insertRun(engine, {
    startedAt,
    tookMs,
    full,
    watermark: violations > 0 && last ? heldBack(last.watermark, startedAt) : startedAt,
    transactions,
    violations,
    results: { last_transfer: (await lastTransfer(engine)).toString(), invariants: results },
  })
  await inTransaction(engine, async (tx) => await keepSums(tx, await settledTransfer(tx, settledSeconds)))
  return { full, transactions, tookMs, results, violations }
}

/** What changed and is broken is looked at again and again, for a day at most: then the full run has found it too. */
function heldBack(watermark: Date, startedAt: Date): Date {
  return new Date(Math.max(watermark.getTime(), startedAt.getTime() - fullEveryMs))
}

/** How often everything is looked at, and what changed. */
const fullEveryMs = 24 * 3_600_000
const changedEveryMs = 60_000

/** The job: one process of all looks once a minute at what changed, and once a day at everything. Returns 0: it rests. */
export async function verifyWhenDue(deps: VerifyDeps & Pick<Deps, 'metrics' | 'log'>): Promise<number> {
  const { engine } = deps.database
  if (dueRun(await lastRuns(engine))) {
    const verdict = await alone(engine, async () => {
      const due = dueRun(await lastRuns(engine))
      return due && (await verify(deps, due))
    })
    if (verdict) log(deps, verdict)
  }
  show(deps, await lastRuns(engine))
  return 0
}

interface LastRuns {
  full: LastRun | undefined
  last: LastRun | undefined
}

async function lastRuns(engine: VerifyDeps['database']['engine']): Promise<LastRuns> {
  return { full: await findLastRun(engine, true), last: await findLastRun(engine, false) }
}

function log(deps: Pick<Deps, 'metrics' | 'log'>, verdict: Verdict): void {
  deps.metrics.verifyRuns.inc({ full: String(verdict.full) })
  for (const { id, violations, examples } of verdict.results) {
    if (violations > 0) deps.log.error({ invariant: id, violations, examples }, 'an invariant is broken')
  }
}

/**
 * Every process tells the same, whoever ran: what the last full run found stays until the next full one, so that an
 * alarm does not end because what is broken no longer changes.
 */
function show({ metrics }: Pick<Deps, 'metrics'>, { full, last }: LastRuns): void {
  const found = (run: LastRun | undefined, id: InvariantId) =>
    run?.invariants.find((result) => result.id === id)?.violations ?? 0
  for (const id of Object.keys(invariants) as InvariantId[]) {
    metrics.violations.set({ invariant: id }, Math.max(found(full, id), found(last, id)))
  }
  metrics.verifySeconds.set((last?.took_ms ?? 0) / 1_000)
}

function dueRun({ full, last }: LastRuns): { full: boolean } | undefined {
  if (!full || isPast(full, fullEveryMs)) return { full: true }
  return !last || isPast(last, changedEveryMs) ? { full: false } : undefined
}

/** A clock that was set back makes the last run look like the future: then it is time as well. */
function isPast(run: { started_at: Date; now: Date }, everyMs: number): boolean {
  return Math.abs(run.now.getTime() - run.started_at.getTime()) >= everyMs
}

async function checkPages(deps: VerifyDeps, tally: Tally, since: Date | undefined): Promise<number> {
  const { engine } = deps.database
  let after = firstId
  let transactions = 0
  for (;;) {
    const ids = since ? await pageOfChanged(engine, since, after) : await pageOfAll(engine, after)
    const last = ids.at(-1)
    if (last === undefined) return transactions
    // One moment for all checks of a page: news that commit in between would look like a contradiction.
    await inTransaction(engine, async (tx) => {
      await tx.query({ text: 'set transaction isolation level repeatable read, read only' })
      for (const check of Object.keys(pageChecks) as PageCheck[]) {
        tally.add(check, { checked: ids.length, violations: await runPageCheck(tx, check, ids) })
      }
      const texts = await textsOf(tx, ids)
      const found = texts.filter(({ text }) => holdsCardNumber(text))
      tally.add('I12', {
        checked: texts.length,
        violations: found.map(({ id }) => ({ id, what: 'a card number stands in its texts' })),
      })
    })
    transactions += ids.length
    after = last
  }
}

async function checkLedger(deps: VerifyDeps, tally: Tally, full: boolean): Promise<void> {
  const { engine } = deps.database
  const balances = await inTransaction(engine, async (tx) => {
    await tx.query({ text: 'set transaction isolation level repeatable read, read only' })
    return await checkBalances(tx, full)
  })
  tally.add('I4', balances)
}

async function checkSchema(deps: VerifyDeps, tally: Tally): Promise<void> {
  const { engine } = deps.database
  const rewrites = await rightsToRewrite(engine)
  tally.add('I4', { checked: 1, violations: rewrites.filter(({ id }) => id !== 'audit_log') })
  tally.add('I12', { checked: 1, violations: rewrites.filter(({ id }) => id === 'audit_log') })
  tally.notChecked('I12', 'the audit log is append-only by rights; it has no hash chain yet')
  tally.add('I2', { checked: 1, violations: await missingReferenceIndex(engine) })
  tally.add('I10', await unsafeColumns(engine))
}

/** Tries the wall of row-level security as the reader: bound to one merchant, to another, and to nobody. */
async function checkWall(deps: VerifyDeps, tally: Tally): Promise<void> {
  const { engine, reader } = deps.database
  const tables = await readableTables(engine)
  const open = tables.filter(({ secured }) => !secured)
  tally.add('I11', {
    checked: tables.length,
    violations: open.map(({ name }) => ({ id: name, what: 'has no row-level security' })),
  })
  for (const merchantId of [...(await someMerchants(engine)), null]) {
    const seen = await asMerchant(reader, merchantId ?? '', async (tx) => {
      const found: { id: string; what: string }[] = []
      for (const { name, column } of tables) {
        if (await foreignRows(tx, name, column, merchantId)) {
          found.push({ id: name, what: merchantId ? 'shows rows of another merchant' : 'shows rows to nobody' })
        }
      }
      return found
    })
    tally.add('I11', { checked: tables.length, violations: seen })
  }
}
