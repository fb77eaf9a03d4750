import type { Reason } from './status.ts'

/**
 * Why a payout failed: `error.code` of its reply, and `reason` of every read. English; translations are in `texts/`. A
 * connector may report any of its reasons, so card reasons are included.
 */
export const payoutFailures = {
  declined: 'The bank declined the payout.',
  insufficient_funds: 'The paying bank account does not have the funds.',
  invalid_account: 'The beneficiary’s account does not exist or cannot receive this payout.',
  expired_card: 'The card of the beneficiary has expired.',
  authentication_failed: 'The bank could not authenticate the payout.',
  processing_error: 'The bank could not process the payout.',
  limit_exceeded: 'A limit of the bank or of the beneficiary’s account was exceeded.',
  compliance: 'The bank refused the payout for compliance reasons.',
  not_executed: 'The bank did not execute the payout.',
  cancelled: 'The payout was cancelled before it was executed.',
  other: 'The bank refused the payout without a reason that we know.',
  rejected_by_approver: 'The second person refused the payout.',
  approval_expired: 'Nobody approved the payout in time.',
  returned: 'The beneficiary’s bank sent the payout back.',
} as const satisfies Partial<Record<Reason, string>>

export type PayoutFailure = keyof typeof payoutFailures

/** The failure for the reason of a payout in ERROR. */
export function payoutFailureOf(reason: Reason): PayoutFailure {
  return reason in payoutFailures ? (reason as PayoutFailure) : 'other'
}

/**
 * The outer `status` of a reply about a payout in ERROR, a setting of the point. `success` keeps the previous format.
 */
export const failedPayoutReplies = ['error', 'success'] as const

export type FailedPayoutReply = (typeof failedPayoutReplies)[number]

/** Where `/docs/errors` explains a failure. Some codes name a refusal as well, which has the anchor of the bare code. */
export function payoutFailureAnchor(code: PayoutFailure): string {
  return `payout_failed.${code}`
}
