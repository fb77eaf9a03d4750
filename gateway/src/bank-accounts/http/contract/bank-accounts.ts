import type { CurrencyCode } from '../../../values/currency.ts'
import type { Environment } from '../../../values/environment.ts'

// Types that the dashboard reads from /console/operator about own bank accounts. Times: UTC,
// `2030-06-14T12:00:00.000000Z`. Days: `2030-06-14`. Amounts: decimal text.

/** An item of `GET /console/operator/bank-accounts`, and `GET /console/operator/bank-accounts/:id`. */
export interface BankAccountData {
  id: string
  environment: Environment
  country: string
  currency: CurrencyCode
  bank_name: string | null
  holder: string
  holder_document: string | null
  /** Every form in which statements write the number. */
  numbers: readonly string[]
  /** IANA name. */
  time_zone: string
  /** `17:30` in the account's time zone. Null: none is set. */
  cutoff: string | null
  /** Whether its statements are taken. */
  active: boolean
  /** Whether sure matches complete their orders without a person. */
  automatic: boolean
  /** Money at the bank by the ledger. Null, as the next two: it cannot be added up now. */
  ledger_balance: string | null
  /** Credits that nobody has claimed. */
  unclaimed_credits: string | null
  /** Debits that nobody has claimed. */
  unclaimed_debits: string | null
  waiting_lines: number
  /** The booking day of the oldest waiting line. */
  oldest_waiting_day: string | null
  /** Days that are not proven, and the first of them. */
  open_days: number
  oldest_open_day: string | null
  /** The statement with the newest last day. Null: none has come. */
  last_statement: { to_day: string; closing: string | null; received_at: string } | null
}

/** `GET /console/operator/bank-accounts`. */
export interface BankAccountListData {
  items: readonly BankAccountData[]
}

/** `GET /console/operator/bank-accounts/waiting`: lines that wait for a person, counted up to 1,000. */
export type WaitingLinesData = Readonly<Record<Environment, number>>
