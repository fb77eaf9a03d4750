import type { CurrencyCode } from '../../../values/currency.ts'
import type { Environment } from '../../../values/environment.ts'
import type { BankDayState, OpenReason } from '../../rules/bank-day.ts'
import type { StatementWait } from '../../rules/statement-soundness.ts'
import type { StatementKind } from '../../statements/statement.ts'

// Types that the dashboard reads from /console/operator about the days of own bank accounts. Amounts are decimal text in
// the account's currency, with a minus sign where money left; days are `2030-06-14` in the account's time zone.

export type { BankDayState, OpenReason }

/** One day: the bank's closing balance = ledger + lines not posted - confirmations without a line + difference. */
export interface BankDayData {
  day: string
  state: BankDayState
  /** Why it is not proven. A day that two people closed keeps them. */
  reasons: readonly OpenReason[]
  /** Null: no statement says it. */
  bank_closing: string | null
  ledger_closing: string
  lines_not_posted: string
  confirmations_without_line: string
  /** Null: the bank's closing balance is not known. */
  difference: string | null
  /** Lines of this day that nobody has claimed. They are in the ledger. */
  waiting_lines: number
  computed_at: string
}

export interface BankDayAccountData {
  bank_account_id: string
  environment: Environment
  country: string
  currency: CurrencyCode
  bank: string | null
  holder: string
  time_zone: string
  /** The first day that is proven. Null: no statement was imported yet. */
  first_day: string | null
  /** The balance at the bank before the first day. Null: nobody has said it. */
  opening: string | null
  /** Days that are over: the calendar has an entry for each up to here, and one for today once a statement closes it. */
  yesterday: string
}

/** `GET /console/operator/bank-days?account=&month=2030-06`: the calendar of one account, the first day first. */
export interface BankDaysData {
  account: BankDayAccountData
  month: string
  days: readonly BankDayData[]
}

/** A line of a statement. */
export interface BankDayLineData {
  line_id: string
  day: string
  /** `C`: money came in. */
  sign: 'C' | 'D'
  /** Without a sign. */
  amount: string
  bank_ref: string | null
  text: string
  party: string | null
  state: string
}

/** Money that the ledger has and that no line up to the day proves: confirmed by hand, or by a file of the bank. */
export interface BankDayConfirmationData {
  transfer_id: string
  kind: string
  transaction_id: string | null
  reference: string | null
  /** With a minus sign where money left. */
  amount: string
  /** The day on which it was booked. */
  day: string
  /** The day of the line that proves it by now. Null: none does. */
  proven_on: string | null
}

export interface BankDayStatementData {
  statement_id: string
  kind: StatementKind
  from_day: string
  to_day: string
  opening: string | null
  closing: string | null
  adds_up: boolean | null
  /** What its opening balance differs by from the one before; null: it joins, or nothing can be compared. */
  gap: string | null
  /** It is relied on: by its balances, or because two people accepted it. */
  sound: boolean
  accepted: boolean
  /** Why its lines wait for a person. Null: they may take effect by themselves. */
  waits_for: StatementWait | null
  file_name: string
  /** A newer one of the same days begins with the same balance: the bank gave this one before the day was over. */
  replaced: boolean
}

interface ListPage<Item> {
  items: readonly Item[]
  /** For `?list=<name>&cursor=`. Null: this was the last page. */
  next_cursor: string | null
}

/**
 * `GET /console/operator/bank-days/:account/:day`: a day with the lists behind its difference, each by its first page;
 * `?list=confirmations&cursor=` gives the next page of one, and the others empty.
 */
export interface BankDayDetailData {
  account: BankDayAccountData
  day: BankDayData
  statements: readonly BankDayStatementData[]
  lines_not_posted: ListPage<BankDayLineData>
  confirmations: ListPage<BankDayConfirmationData>
  /** Of this day, in the ledger as money of nobody. */
  waiting_lines: ListPage<BankDayLineData>
  /** Lines of the same amount as the difference, near the day. Each could explain it. */
  could_explain: readonly BankDayLineData[]
  /** The newest closing of this day by two people. */
  closed: { reason: string; by: string; at: string } | null
}
