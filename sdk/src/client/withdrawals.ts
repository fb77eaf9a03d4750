import type { Amount, Currency, TransactionReason, TransactionStatus } from './values.ts'

/** Your own money on its way to your confirmed account. */
export interface WithdrawalRequest {
  /** A service code of payouts behind which a confirmed account of yours stands. */
  service_code: string
  /** Your own id of the withdrawal, unique among your withdrawals. */
  reference: string
  /** Left out: all that is available, less the fee. */
  amount?: Amount
}

/** Instants: UTC, YYYY-MM-DDTHH:MM:SS.ffffffZ. */
export interface Withdrawal {
  /** UUID, assigned by the gateway; the payout has the same one as `transaction_id`. */
  withdrawal_id: string
  purpose: 'withdrawal'
  /** As you sent it. */
  reference: string
  /** Null: operators paid it outside. */
  service_code: string | null
  /** In the units of the currency. */
  amount: number
  currency: Currency
  /** Charged, less what was given back; null before anything was booked. */
  fee: number | null
  /** What it changed your balance by, fees included; null before anything was booked. */
  net: number | null
  status: TransactionStatus
  /** The reason behind the status. */
  status_reason: TransactionReason
  /** Your account that the money goes to; null: paid outside. */
  withdrawal_account_id: string | null
  /** Its number; null after personal data was removed. */
  account: string | null
  /** How operators paid it outside the gateway; null: it is a payout. */
  paid_outside: string | null
  /** The bank's own id of the payout. */
  provider_reference: string | null
  created_at: string
  updated_at: string
}

/** A withdrawal that surely failed: nothing was paid, and its reference is used. */
export interface FailedWithdrawal extends Withdrawal {
  status: 'ERROR'
}

/** Narrows the list of withdrawals. */
export interface WithdrawalFilters {
  reference?: string
  status?: TransactionStatus
  /** Items a page, 1 to 100; default 20. */
  limit?: number
  /** `next_cursor` of the page before, with the same filters. */
  cursor?: string
}

export interface WithdrawalPage {
  items: Withdrawal[]
  /** Null on the last page. */
  next_cursor: string | null
}
