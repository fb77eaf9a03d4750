import type { Currency, TransactionType } from './values.ts'

/** What changed the balance. A fee belongs to the entry that charged it. */
export type BalanceTransactionType =
  | 'payin'
  | 'payout'
  | 'reserve'
  | 'unreserve'
  | 'release'
  | 'return'
  | 'reversal'
  | 'late_payout'
  | 'refund'
  | 'withhold'
  | 'funding'
  | 'correction'
  | 'withdrawal'

/** A change of the parts of a balance, in the units of the currency. */
export interface BalanceChange {
  available: number
  pending: number
  reserved: number
}

/** The parts of a balance with their sum. */
export interface BalanceParts extends BalanceChange {
  total: number
}

interface Sums {
  /** Before the fee; 0 where money only changes its part. */
  amount: number
  /** Below zero where a fee is given back. */
  fee: number
  /** `amount` - `fee`: the change of all parts together. */
  net: number
  changes: BalanceChange
}

export interface BalanceTransaction extends Sums {
  id: string
  /** UTC, YYYY-MM-DDTHH:MM:SS.ffffffZ. */
  created_at: string
  type: BalanceTransactionType
  currency: Currency
  /** Null for funding, corrections and withdrawals that operators paid outside. */
  transaction_id: string | null
  reference: string | null
  pay_type: TransactionType | null
  /** Of a payout to your own account. */
  purpose?: 'withdrawal'
  service_code: string | null
  /** In the order of the list; null in lists of several currencies, or of one type. */
  balance_after: BalanceParts | null
}

/** Narrows a list. Instants: ISO 8601, UTC where no zone is given. */
export interface BalanceTransactionFilters {
  currency?: Currency
  type?: BalanceTransactionType
  /** At or after this; a date means the start of its UTC day. */
  from?: string
  /** Before this. */
  to?: string
  /** Items a page, 1 to 100; default 20. */
  limit?: number
  /** `next_cursor` of the page before, with the same filters. */
  cursor?: string
}

export interface BalanceTransactionPage {
  items: BalanceTransaction[]
  /** Null on the last page. */
  next_cursor: string | null
}

/** Days in the time zone of the point, YYYY-MM-DD; or a month, YYYY-MM: the current one ends today. */
export interface StatementDays {
  from?: string
  /** Included; without it the first day. At most 92 days. */
  to?: string
  /** In place of both. */
  month?: string
  /** Of a file, which a request for `text/csv` gets; the client reads JSON. */
  form?: 'machine' | 'reader' | 'report'
  /** Of the form `reader`: language and region, such as `es-MX`. */
  locale?: string
}

/** `return`: a payout, withdrawal or refund that came back. `other`: funding and corrections. */
export type StatementKind = 'payin' | 'reversal' | 'refund' | 'payout' | 'withdrawal' | 'return' | 'fee' | 'other'

export interface Statement {
  currency: Currency
  from: string
  to: string
  /** In which the days begin. */
  time_zone: string
  since: string
  until: string
  /** The period is over, and no entry can be added to it. */
  final: boolean
  opening: BalanceParts
  closing: BalanceParts
  /** opening + sums = closing. */
  sums: ({ type: BalanceTransactionType } & Sums)[]
  /** Each kind once; `amount` is what it changed the balance by. opening.total + amounts = closing.total. */
  totals: { kind: StatementKind; count: number; amount: number }[]
  /** Oldest first, at most 1,000. */
  lines: BalanceTransaction[]
  /** There are more: the file (`Accept: text/csv`) has them all. */
  lines_cut: boolean
}
