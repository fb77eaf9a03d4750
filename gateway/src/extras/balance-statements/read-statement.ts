import { asMerchant, type Db } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Text } from '../../core/texts/messages/say.ts'
import type { Caller } from '../../core/values/caller.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import { addDays, type Day, dayBegins, dayMs, dayOf } from '../../core/values/days.ts'
import { type FieldCode, Problem } from '../../core/values/problem.ts'
import type { Movement } from './list-movements.ts'
import { say } from './messages/en.ts'
import { partsOf, sumOf, sumsByType, type TypeSum } from './rules/movement-sums.ts'
import { minus, type Parts, plus } from './rules/movement-types.ts'
import { type ReportTotal, totalsOf } from './rules/report.ts'
import {
  type MovementRow,
  type MovementScope,
  readMovements,
  readOwnAccounts,
  readPointDays,
  sumMovements,
} from './store/reads/movements.ts'

/** The longest period of a statement: a quarter of a year. */
export const statementDaysMax = 92

/** Lines of a statement as JSON; a file has them all. */
export const statementLinesMax = 1_000

/** Lines of a file: the most rows that spreadsheets open. */
export const statementFileLinesMax = 1_000_000

/** Lines per read of a file. Each read is a short transaction, and memory holds one. */
const batchLines = 1_000

/**
 * An entry has the instant at which its transaction began to book, and is committed within 15 seconds. A period that
 * ended this long ago gets no further entry.
 */
const settledMs = 60_000

/** The first day and the last, both included. */
interface Days {
  from: Day
  to: Day
}

/** Days, without `to` one; or a month, YYYY-MM: the current one ends today. */
export interface StatementQuery {
  currency: CurrencyCode
  from?: Day | undefined
  to?: Day | undefined
  month?: string | undefined
}

/** A statement of one currency: `opening` and the sums are `closing`. Minor units. */
export interface Statement extends Days {
  currency: CurrencyCode
  /** IANA name of the time zone in which the days begin. */
  timeZone: string
  since: Date
  /** Up to but not including. */
  until: Date
  /** The period is over, and no further entry can belong to it. */
  final: boolean
  opening: Parts
  closing: Parts
  sums: readonly TypeSum[]
  /** The same by the words of an accountant: the total of `opening` and these are that of `closing`. */
  totals: readonly ReportTotal[]
}

/** A statement with its first lines, oldest first. */
export interface StatementWithLines extends Statement {
  lines: readonly Movement[]
  /** There are more lines: a file has them all. */
  cut: boolean
}

/** The statement of whole days or a month. Throws `validation_failed` for days that are out of order, too many or in the future. */
export async function readStatement(
  deps: Pick<PlatformDeps, 'database'>,
  caller: Caller,
  query: StatementQuery,
): Promise<StatementWithLines> {
  return await asMerchant(deps.database.reader, { merchantId: caller.point.merchantId }, async (tx) => {
    const { scope: _, ...statement } = await openStatement(tx, caller, query, statementLinesMax + 1)
    const lines = statement.lines.slice(0, statementLinesMax)
    return { ...statement, lines, cut: statement.lines.length > lines.length }
  })
}

/**
 * A statement whose lines come in batches, oldest first: each batch shows the entries of the moment at which the
 * statement was opened, so that the file adds up. Yields `cut` at the end if there are more lines than a file may have.
 */
export async function openStatementFile(
  deps: Pick<PlatformDeps, 'database'>,
  caller: Caller,
  query: StatementQuery & { linesMax?: number },
): Promise<{ statement: Statement; batches: AsyncGenerator<readonly Movement[] | 'cut'> }> {
  const { linesMax = statementFileLinesMax, ...asked } = query
  const { merchantId } = caller.point
  const run = async <T>(work: (tx: Db) => Promise<T>) => await asMerchant(deps.database.reader, { merchantId }, work)
  const { scope, lines: _, ...statement } = await run(async (tx) => await openStatement(tx, caller, asked, 0))
  async function* batches(): AsyncGenerator<readonly Movement[] | 'cut'> {
    let balance = statement.opening
    let after: { createdAt: Date; id: bigint } | undefined
    for (let given = 0; ; ) {
      const limit = Math.min(batchLines, linesMax - given)
      const page = { order: 'oldest first', after, limit: limit + 1 } as const
      const rows = await run(async (tx) => await readMovements(tx, scope, page))
      const batch = withBalances(rows.slice(0, limit), balance)
      if (batch.length > 0) yield batch
      given += batch.length
      if (rows.length <= limit) return
      if (given >= linesMax) {
        yield 'cut'
        return
      }
      const last = batch.at(-1)
      after = last && { createdAt: last.created_at, id: last.id }
      balance = last?.balanceAfter ?? balance
    }
  }
  return { statement, batches: batches() }
}

async function openStatement(
  tx: Db,
  caller: Caller,
  query: StatementQuery,
  linesMax: number,
): Promise<Statement & { lines: readonly Movement[]; scope: MovementScope }> {
  const { pointId } = caller.point
  const { now, timeZone } = await readPointDays(tx, pointId)
  const { from, to } = daysOf(query, dayOf(now, timeZone))
  const since = dayBegins(from, timeZone)
  const until = dayBegins(addDays(to, 1), timeZone)
  const { currency } = query
  const accounts = await readOwnAccounts(tx, pointId, currency)
  const scope: MovementScope = { pointId, accounts, currency, from: since, to: until }
  const later = sumOf(await sumMovements(tx, { ...scope, from: until, to: undefined }))
  const found = await sumMovements(tx, scope)
  const closing = minus(accounts.balance, later)
  const opening = minus(closing, sumOf(found))
  const rows = linesMax > 0 ? await readMovements(tx, scope, { order: 'oldest first', limit: linesMax }) : []
  return {
    ...{ currency, from, to, timeZone, since, until, opening, closing, scope },
    final: now.getTime() - until.getTime() >= settledMs,
    sums: sumsByType(found),
    totals: totalsOf(found),
    lines: withBalances(rows, opening),
  }
}

function withBalances(rows: readonly MovementRow[], opening: Parts): readonly Movement[] {
  let balanceAfter = opening
  return rows.map((row) => {
    balanceAfter = plus(balanceAfter, partsOf(row))
    return { ...row, balanceAfter }
  })
}

function daysOf({ from: first, to: end = first, month }: StatementQuery, today: Day): Days {
  if (month === undefined && first !== undefined && end !== undefined) return checked({ from: first, to: end }, today)
  if (month === undefined || end !== undefined) throw refuse('required', 'from', say('statement.days_or_month'))
  if (month > today.slice(0, 7)) {
    throw refuse('not_allowed', 'month', say('statement.after_today', { field: 'month', day: today }))
  }
  const from = `${month}-01`
  const last = new Date(from)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  const to = last.toISOString().slice(0, 10)
  return { from, to: to < today ? to : today }
}

function refuse(code: FieldCode, param: string, message: Text): Problem {
  return new Problem('validation_failed', { fields: [{ code, param, message }] })
}

function checked({ from, to }: Days, today: Day): Days {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (from > to) throw refuse('not_allowed', 'from', say('statement.after_to', { field: 'from' }))
  if (to > today) throw refuse('not_allowed', 'to', say('statement.after_today', { field: 'to', day: today }))
  if (days > statementDaysMax) {
    throw refuse('not_allowed', 'to', say('statement.days_at_most', { max: statementDaysMax }))
  }
  return { from, to }
}
