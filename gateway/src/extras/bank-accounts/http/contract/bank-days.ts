import type { TransferKind } from '../../../../core/ledger/rules/ledger.ts'
import type { Environment } from '../../../../core/values/environment.ts'
import type { CurrencyCode } from '../../../../core/web/contract/words.ts'

/**
 * `proven`: bank and ledger agree. `explained`: lines that are not in the ledger yet, and money that no line proves,
 * explain the difference. `open`: they do not. `unknown`: no statement says what the bank holds.
 */
export type BankDayState = 'proven' | 'explained' | 'open' | 'unknown'

/** A day of an own account. Amounts are decimal text, balances those of the end of the day. */
export interface BankDayData {
  /** `2030-06-14` */
  day: string
  state: BankDayState
  /** Null: no statement says it. */
  bank: string | null
  ledger: string
  /** Bank less ledger. */
  difference: string | null
  /** Lines up to the day that are not in the ledger yet. */
  unposted: { lines: number; amount: string }
  /** Money up to the day that an operator confirmed and that no line proves. */
  unproven: { moves: number; amount: string }
  /** What is left of the difference. */
  unexplained: string | null
  /** How much of it came up on this day. Null: nothing is known of the day before. */
  gap: string | null
  /** Lines of the day that nobody has claimed. The ledger holds them. */
  waiting: number
  judged_at: string
}

/** `GET /console/operator/bank-accounts/:id/days?from=&to=`. Days without a row were not judged. */
export interface BankDaysData {
  account: { bank: string | null; holder: string; environment: Environment }
  currency: CurrencyCode
  /** The first day whose lines count. */
  first_day: string
  /** What the account held when that day began. Null: nobody has said it. */
  opening: string | null
  days: BankDayData[]
}

export interface BankDayLine {
  id: string
  day: string
  /** Signed: into the account is positive. */
  amount: string
  /** What the payer or the bank wrote. */
  text: string
  bank_ref: string | null
}

export interface BankDayMove {
  transaction_id: string | null
  pay_type: 'payin' | 'payout' | 'refund' | null
  reference: string | null
  kind: TransferKind
  day: string
  /** Signed: into the account is positive. */
  amount: string
}

/** `GET /console/operator/bank-accounts/:id/days/:day`: the newest rows of each list, at most `listed_max`. */
export interface BankDayLists extends BankDayData {
  listed_max: number
  unposted_lines: BankDayLine[]
  unproven_moves: BankDayMove[]
  waiting_lines: BankDayLine[]
}
