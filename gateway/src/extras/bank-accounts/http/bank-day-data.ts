import { formatAmount } from '../../../core/values/money.ts'
import { type BankDay, type ExplainedDay, type LineOfDay, listedMax } from '../show-days.ts'
import type { BankDayData, BankDayLine, BankDayLists } from './contract/bank-days.ts'

export function bankDayData(row: BankDay): BankDayData {
  const text = (minor: bigint) => formatAmount(minor, row.currency)
  const known = (minor: bigint | null) => (minor === null ? null : text(minor))
  const { bank_minor: bank, ledger_minor: ledger, unposted_minor, unproven_minor } = row
  const difference = bank === null ? null : bank - ledger
  return {
    day: row.day,
    state: row.state,
    bank: known(bank),
    ledger: text(ledger),
    difference: known(difference),
    unposted: { lines: row.unposted, amount: text(unposted_minor) },
    unproven: { moves: row.unproven, amount: text(unproven_minor) },
    unexplained: known(difference === null ? null : difference - unposted_minor + unproven_minor),
    gap: known(row.gap_minor),
    waiting: row.waiting,
    judged_at: row.judged_at.toISOString(),
  }
}

export function bankDayLists({ day, unposted, unproven, waiting }: ExplainedDay): BankDayLists {
  const text = (minor: bigint) => formatAmount(minor, day.currency)
  const line = ({ sign, amount_minor: minor, ...rest }: LineOfDay): BankDayLine => ({
    ...rest,
    amount: text(sign === 'C' ? minor : -minor),
  })
  return {
    ...bankDayData(day),
    listed_max: listedMax,
    unposted_lines: unposted.map(line),
    unproven_moves: unproven.map(({ moved_minor: minor, ...move }) => ({ ...move, amount: text(minor) })),
    waiting_lines: waiting.map(line),
  }
}
