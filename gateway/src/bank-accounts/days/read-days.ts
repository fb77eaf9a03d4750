import type { PlatformDeps } from '../../platform/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import { cutPage } from '../../platform/page-cursor.ts'
import { present } from '../../values/assert.ts'
import { isDay } from '../../values/days.ts'
import { Problem } from '../../values/problem.ts'
import type { BankAccountRow } from '../store/bank-accounts.ts'
import { type BankDayRow, type ProvenAccountRow, readAccountToProve, readBankDays } from '../store/bank-days.ts'
import { listStatements, type StatementRow } from '../store/bank-statements.ts'
import { type ClosedDayRow, readNewestClosing } from '../store/day-closings.ts'
import {
  countWaitingByDay,
  type DayConfirmationRow,
  type DayLineRow,
  readConfirmationsOfDay,
  readLinesOfAmount,
  readUnpostedLines,
  readWaitingOfDay,
} from '../store/day-lists.ts'
import { scopeOf } from './compute-days.ts'
import { requireBankAccount } from './require-account.ts'

export type DayLine = DayLineRow
export type DayConfirmation = DayConfirmationRow
export type StatementOfDay = StatementRow

type ReadDeps = Pick<PlatformDeps, 'database' | 'clock'>

/** An account with its days. */
export interface AccountOfDays {
  account: BankAccountRow
  proven: ProvenAccountRow
}

export interface ShownDay extends BankDayRow {
  /** Lines of the day that nobody has claimed. */
  waitingLines: number
}

/** Throws `not_found`. */
export async function requireAccountOfDays({ database, clock }: ReadDeps, id: string): Promise<AccountOfDays> {
  const account = await requireBankAccount(database.engine, id)
  const proven = await readAccountToProve(database.engine, account.id, clock.now())
  return { account, proven: present(proven, 'the bank account') }
}

/** The days of an account that are computed, from one to another, the first one first. Throws `not_found`. */
export async function readDays(
  deps: ReadDeps,
  wanted: { bankAccountId: string; from: string; to: string },
): Promise<AccountOfDays & { days: readonly ShownDay[] }> {
  const found = await requireAccountOfDays(deps, wanted.bankAccountId)
  const { engine } = deps.database
  const rows = await readBankDays(engine, wanted)
  const waiting = await countWaitingByDay(engine, wanted)
  return { ...found, days: rows.map((row) => ({ ...row, waitingLines: waiting.get(row.day) ?? 0 })) }
}

/** The lists behind a difference. */
export const dayLists = ['lines_not_posted', 'confirmations', 'waiting_lines'] as const
export type DayList = (typeof dayLists)[number]

interface Part<Row> {
  items: readonly Row[]
  nextCursor: string | null
}

export interface DayWithLists extends AccountOfDays {
  day: ShownDay
  statements: readonly StatementRow[]
  unposted: Part<DayLineRow>
  confirmations: Part<DayConfirmationRow>
  waiting: Part<DayLineRow>
  couldExplain: readonly DayLineRow[]
  closed: ClosedDayRow | undefined
}

const explainedByMax = 20
const statementsMax = 50

/**
 * A day with the lists behind its difference: the first page of each, or the next one of `list`. Throws `not_found` for an
 * account or a day that is not computed, and `validation_failed` for the cursor.
 */
export async function readDay(
  deps: ReadDeps,
  wanted: { bankAccountId: string; day: string; list?: DayList; cursor?: string; limit: number },
): Promise<DayWithLists> {
  const { bankAccountId, day, list, cursor, limit } = wanted
  if (!isDay(day)) throw new Problem('not_found', { message: 'There is no such day.' })
  const { account, proven, days } = await readDays(deps, { bankAccountId, from: day, to: day })
  const [row] = days
  if (!row)
    throw new Problem('not_found', { message: 'This day is not computed: it is not over, or no statement came.' })
  const { engine } = deps.database
  const after = list === undefined ? undefined : cursorOf(list, cursor)
  const lines = { bankAccountId, day, after: after ?? null, limit: limit + 1 }
  const isAsked = (name: DayList) => list === undefined || list === name
  const unposted = isAsked('lines_not_posted') ? await readUnpostedLines(engine, lines) : []
  const waiting = isAsked('waiting_lines') ? await readWaitingOfDay(engine, lines) : []
  const from = { day, after: list === 'confirmations' && after ? BigInt(after) : null, limit: limit + 1 }
  const confirmations = isAsked('confirmations') ? await readConfirmationsOfDay(engine, scopeOf(proven), from) : []
  const difference = row.difference_minor ?? 0n
  const amountMinor = difference < 0n ? -difference : difference
  return {
    ...{ account, proven, day: row },
    statements: await listStatements(engine, {
      ...{ bankAccountId, days: { from: day, to: day }, limit: statementsMax },
    }),
    unposted: partOf(unposted, limit),
    confirmations: partOf(confirmations, limit),
    waiting: partOf(waiting, limit),
    couldExplain:
      amountMinor === 0n
        ? []
        : await readLinesOfAmount(engine, { bankAccountId, day, amountMinor, limit: explainedByMax }),
    closed: await readNewestClosing(engine, { bankAccountId, day }),
  }
}

function partOf<Row extends { id: string | bigint }>(rows: readonly Row[], limit: number): Part<Row> {
  const { items, last } = cutPage(rows, limit)
  return { items, nextCursor: last?.id.toString() ?? null }
}

function cursorOf(list: DayList, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  if (list === 'confirmations' ? /^\d{1,18}$/.test(cursor) : isUuid(cursor)) return cursor
  throw new Problem('validation_failed', {
    fields: [{ code: 'invalid_format', param: 'cursor', message: 'cursor must be the next_cursor of the page before' }],
  })
}
