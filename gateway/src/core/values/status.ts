import { rejectReasons } from './outcome.ts'

/** The four public statuses (spec, States and transitions). */
export const statuses = ['PENDING', 'COMPLETED', 'ERROR', 'EXPIRED'] as const

export type Status = (typeof statuses)[number]

/** What merchants order, and what routes and terms are about. */
export const payTypes = ['payin', 'payout'] as const

export type PayType = (typeof payTypes)[number]

/** Every transaction is one of them: a refund is a transaction of its own, about a pay-in. */
export const transactionTypes = [...payTypes, 'refund'] as const

export type TransactionType = (typeof transactionTypes)[number]

/** The detailed reason of a status, on reads and in the dashboard. */
export const reasons = [
  ...rejectReasons,
  'awaiting_payment',
  'awaiting_3ds',
  'awaiting_approval',
  'awaiting_confirmation',
  'waits_for_operator',
  'submitted',
  'outcome_unknown',
  'needs_operator',
  'paid',
  'paid_late',
  'underpaid',
  'overpaid',
  'payer_mismatch',
  'expired',
  'rejected_by_approver',
  'approval_expired',
  'returned',
  'partially_returned',
  'reversed',
  'refunded',
  'partially_refunded',
] as const

export type Reason = (typeof reasons)[number]
