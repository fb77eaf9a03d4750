import type { Amount, Currency, TransactionReason, TransactionStatus } from './values.ts'

/** What of a pay-in goes back. */
export interface RefundRequest {
  /** Your own id of the refund, unique among your refunds. */
  reference: string
  /** In the currency of the pay-in; left out: all that is left. */
  amount?: Amount
  /** In your own words, at most 140 characters. */
  reason?: string
  /** Your own notes. */
  metadata?: Record<string, string>
}

/** Money of a pay-in on its way back to its payer. Instants: UTC, YYYY-MM-DDTHH:MM:SS.ffffffZ. */
export interface Refund {
  /** UUID, assigned by the gateway. */
  refund_id: string
  /** The pay-in whose money goes back. */
  payment_id: string
  /** As you sent it. */
  reference: string
  /** In the units of the currency. */
  amount: number
  currency: Currency
  service_code: string
  status: TransactionStatus
  /** The reason behind the status. */
  status_reason: TransactionReason
  /** Your own words. */
  reason: string | null
  /** The share of the pay-in's fee that comes back with it. */
  fee_returned: number
  /** What it changed your balance by, fees included; below zero. Null before anything was booked. */
  net: number | null
  metadata?: Record<string, string>
  /** The bank's own id. */
  provider_reference: string | null
  created_at: string
  updated_at: string
}

/** A refund that surely failed: nothing went back, and its reference is used. */
export interface FailedRefund extends Refund {
  status: 'ERROR'
}

/** The pages of a list. */
export interface RefundPageQuery {
  /** Items a page, 1 to 100; default 20. */
  limit?: number
  /** `next_cursor` of the page before, with the same filters. */
  cursor?: string
}

/** Narrows the list of refunds. Instants: ISO 8601, UTC where no zone is given. */
export interface RefundFilters extends RefundPageQuery {
  payment_id?: string
  reference?: string
  status?: TransactionStatus
  /** At or after this. */
  created_from?: string
  /** Before this; a date alone means the end of that day. */
  created_to?: string
}

export interface RefundPage {
  items: Refund[]
  /** Null on the last page. */
  next_cursor: string | null
}
