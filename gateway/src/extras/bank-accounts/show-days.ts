import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { type BankDayRow, listDays, listUnproven, type UnprovenRow } from './store/bank-days.ts'
import { type BankOpening, findOpening } from './store/bank-openings.ts'
import { type LineOfDayRow, listLinesOfDay } from './store/lines-of-days.ts'

/** Rows of each list behind a day. */
export const listedMax = 100

/** A judged day, and a line behind it. */
export type BankDay = BankDayRow
export type LineOfDay = LineOfDayRow

type ReadDeps = Pick<PlatformDeps, 'database'>

/** The judged days of an own account from one day to another, both included. Throws `not_found`. */
export async function showDays(
  deps: ReadDeps,
  { bankAccountId, from, to }: { bankAccountId: string; from: string; to: string },
): Promise<{ account: BankOpening; days: readonly BankDayRow[] }> {
  const { engine } = deps.database
  const account = isUuid(bankAccountId) ? await findOpening(engine, bankAccountId, false) : undefined
  if (!account) throw new Problem('not_found', { message: say('account.unknown') })
  return { account, days: await listDays(engine, { bankAccountId, from, to }) }
}

/** A day with what explains its difference: the newest rows of each list. */
export interface ExplainedDay {
  day: BankDayRow
  unposted: readonly LineOfDayRow[]
  unproven: readonly UnprovenRow[]
  waiting: readonly LineOfDayRow[]
}

/** Throws `not_found`, also where the day was not judged. */
export async function showDay(
  deps: ReadDeps,
  { bankAccountId, day }: { bankAccountId: string; day: string },
): Promise<ExplainedDay> {
  const [row] = (await showDays(deps, { bankAccountId, from: day, to: day })).days
  if (!row) throw new Problem('not_found', { message: say('bank_day.unknown') })
  const { engine } = deps.database
  const of = { bankAccountId, day, limit: listedMax }
  return {
    day: row,
    unposted: await listLinesOfDay(engine, { ...of, which: 'unposted' }),
    unproven: await listUnproven(engine, of),
    waiting: await listLinesOfDay(engine, { ...of, which: 'waiting' }),
  }
}
