export type Currency = 'ARS' | 'BRL' | 'CLP' | 'COP' | 'EUR' | 'MXN' | 'PEN' | 'PYG' | 'USD' | 'UYU' | 'VES'

export type TransactionStatus = 'PENDING' | 'COMPLETED' | 'ERROR' | 'EXPIRED'

export type PayType = 'payin' | 'payout'

/** A refund is a transaction of its own. */
export type TransactionType = PayType | 'refund'

/** The reason behind a status (docs/contract.md, States). */
export type TransactionReason =
  | 'declined'
  | 'insufficient_funds'
  | 'invalid_account'
  | 'expired_card'
  | 'authentication_failed'
  | 'processing_error'
  | 'limit_exceeded'
  | 'compliance'
  | 'not_executed'
  | 'cancelled'
  | 'other'
  | 'awaiting_payment'
  | 'awaiting_3ds'
  | 'awaiting_approval'
  | 'awaiting_confirmation'
  | 'waits_for_operator'
  | 'submitted'
  | 'outcome_unknown'
  | 'needs_operator'
  | 'paid'
  | 'paid_late'
  | 'underpaid'
  | 'overpaid'
  | 'payer_mismatch'
  | 'expired'
  | 'rejected_by_approver'
  | 'approval_expired'
  | 'returned'
  | 'partially_returned'
  | 'reversed'
  | 'refunded'
  | 'partially_refunded'

/** In the units of the currency: a number, or its exact decimal text. Never rounded: too many decimals are refused. */
export type Amount = number | string

/** Digits that may be given as a number; as a text they keep leading zeros. */
export type Digits = string | number

/** A field that is wrong, or that was accepted and looks odd. */
export interface FieldNote {
  code: string
  /** Path of the field. */
  param: string
  message: string
  /** The precise English sentence, where another language was asked for. */
  detail?: string
}
