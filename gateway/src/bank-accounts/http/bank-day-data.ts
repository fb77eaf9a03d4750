import { formatAmount } from '../../values/money.ts'
import { isoMicroseconds } from '../../values/timestamps.ts'
import type {
  AccountOfDays,
  DayConfirmation,
  DayLine,
  DayWithLists,
  ShownDay,
  StatementOfDay,
} from '../days/read-days.ts'
import { replacedStatements } from '../days/replaced-statements.ts'
import { gapOf, isSound, waitOf } from '../rules/statement-soundness.ts'
import type {
  BankDayAccountData,
  BankDayConfirmationData,
  BankDayData,
  BankDayDetailData,
  BankDayLineData,
  BankDayStatementData,
} from './contract/bank-days.ts'

type Text = (minor: bigint) => string

export function accountOfDaysData({ account, proven }: AccountOfDays): BankDayAccountData {
  const { opening_minor: opening, first_day: firstDay } = proven
  return {
    bank_account_id: account.id,
    environment: account.environment,
    country: account.country,
    currency: account.currency,
    bank: account.bank_name,
    holder: account.holder,
    time_zone: account.time_zone,
    first_day: firstDay,
    opening: opening === null ? null : formatAmount(opening, account.currency),
    yesterday: proven.yesterday,
  }
}

export function bankDayData(row: ShownDay, text: Text): BankDayData {
  return {
    day: row.day,
    state: row.state,
    reasons: row.reasons,
    bank_closing: row.bank_minor === null ? null : text(row.bank_minor),
    ledger_closing: text(row.ledger_minor),
    lines_not_posted: text(row.unposted_minor),
    confirmations_without_line: text(row.unproven_minor),
    difference: row.difference_minor === null ? null : text(row.difference_minor),
    waiting_lines: row.waitingLines,
    computed_at: isoMicroseconds(row.computed_at),
  }
}

export function bankDayDetailData(found: DayWithLists): BankDayDetailData {
  const text = (minor: bigint) => formatAmount(minor, found.account.currency)
  const line = (row: DayLine) => lineData(row, text)
  const { closed } = found
  const replaced = replacedStatements(found.statements)
  return {
    account: accountOfDaysData(found),
    day: bankDayData(found.day, text),
    statements: found.statements.map((row) => ({ ...statementData(row, text), replaced: replaced.has(row.id) })),
    lines_not_posted: { items: found.unposted.items.map(line), next_cursor: found.unposted.nextCursor },
    confirmations: {
      items: found.confirmations.items.map((row) => confirmationData(row, text)),
      next_cursor: found.confirmations.nextCursor,
    },
    waiting_lines: { items: found.waiting.items.map(line), next_cursor: found.waiting.nextCursor },
    could_explain: found.couldExplain.map(line),
    closed: closed ? { reason: closed.reason, by: closed.closed_by, at: isoMicroseconds(closed.closed_at) } : null,
  }
}

function lineData(row: DayLine, text: Text): BankDayLineData {
  return {
    line_id: row.id,
    day: row.day,
    sign: row.sign,
    amount: text(row.amount_minor),
    bank_ref: row.bank_ref,
    text: row.text,
    party: row.party_name,
    state: row.state,
  }
}

function confirmationData(row: DayConfirmation, text: Text): BankDayConfirmationData {
  return {
    transfer_id: row.id.toString(),
    kind: row.kind,
    transaction_id: row.transaction_id,
    reference: row.reference,
    amount: text(row.minor),
    day: row.day,
    proven_on: row.proven_day,
  }
}

function statementData(row: StatementOfDay, text: Text): Omit<BankDayStatementData, 'replaced'> {
  const gap = gapOf(row)
  const balance = (minor: string | null) => (minor === null ? null : text(BigInt(minor)))
  return {
    statement_id: row.id,
    kind: row.kind,
    from_day: row.from_day,
    to_day: row.to_day,
    opening: balance(row.opening_minor),
    closing: balance(row.closing_minor),
    adds_up: row.adds_up,
    gap: gap === 0n ? null : text(gap),
    sound: isSound(row),
    waits_for: waitOf(row),
    accepted: row.accepted,
    file_name: row.file_name,
  }
}
