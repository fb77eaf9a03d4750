import type { Db } from '../../platform/database/database.ts'
import { addDays } from '../../values/days.ts'
import type { DayStatement } from '../rules/bank-day.ts'
import { partsInOrder } from '../rules/statement-chain.ts'
import { gapOf, isSound } from '../rules/statement-soundness.ts'
import { findNextStatementDay, listStatements, type StatementRow } from '../store/bank-statements.ts'

/** Statements that overlap the days of one round. */
const statementsMax = 1_000

/** The statements that say something about the days, with the next one after them. Several pages or parts are one statement. */
export async function statementsOfDays(
  db: Db,
  wanted: { bankAccountId: string; from: string; to: string },
): Promise<readonly DayStatement[]> {
  const { bankAccountId, from, to } = wanted
  const next = await findNextStatementDay(db, bankAccountId, to)
  const rows = await listStatements(db, {
    bankAccountId,
    kind: 'booked',
    days: { from, to: next ?? to },
    limit: statementsMax,
  })
  return withoutReplaced(rows).map(asOne)
}

/** The last day whose lines are needed to know the bank's balance of every day. */
export function lastDayOf(statements: readonly DayStatement[], to: string): string {
  const days = statements.map(({ fromDay, toDay }) => (fromDay > to ? addDays(fromDay, -1) : toDay))
  return [to, ...days].sort().at(-1) ?? to
}

/** Pages and parts of the same days together, without those that newer ones replaced. */
function withoutReplaced(rows: readonly StatementRow[]): readonly (readonly StatementRow[])[] {
  const groups = new Map<string, StatementRow[]>()
  for (const row of rows) {
    const key = `${row.from_day} ${row.to_day}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].map(partsInOrder)
}

function asOne(pages: readonly StatementRow[]): DayStatement {
  const [first, last] = [pages[0], pages.at(-1)]
  if (!first || !last) throw new Error('a statement has a page')
  return {
    fromDay: first.from_day,
    toDay: first.to_day,
    openingMinor: first.opening_minor === null ? null : BigInt(first.opening_minor),
    closingMinor: last.closing_minor === null ? null : BigInt(last.closing_minor),
    isSound: pages.every(isSound),
    joins: first.opening_minor !== null && first.expected_opening_minor !== null && gapOf(first) === 0n,
  }
}
