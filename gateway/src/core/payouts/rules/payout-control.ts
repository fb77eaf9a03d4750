import { feeOf } from '../../ledger/rules/ledger.ts'
import { amountMinorMax } from '../../values/money.ts'
import type { FeeTerms } from '../../values/point-terms.ts'

/** A point's payout limits in one currency, set by an operator; null = no limit. Minor units. */
export interface PayoutLimits {
  singleMinor: bigint | null
  /** Per UTC day; payouts and refunds that failed are not counted. */
  dailyMinor: bigint | null
  /** Above this amount a payout needs approval. */
  approvalAboveMinor: bigint | null
}

export const noLimits: PayoutLimits = { singleMinor: null, dailyMinor: null, approvalAboveMinor: null }

export interface PayoutInquiry {
  amountMinor: bigint
  feeMinor: bigint
  availableMinor: bigint
  /** Overdraft limit of reservations. */
  overdraftMinor: bigint
  /** Paid out or under way on this UTC day. */
  todayMinor: bigint
  limits: PayoutLimits
}

export type PayoutAnswer =
  | { kind: 'reserve'; waitsForApproval: boolean }
  | { kind: 'refuse'; why: 'over_single_limit' | 'over_daily_limit' | 'insufficient_funds' }

/** Decides whether a payout is accepted. The caller holds the lock on the account of `availableMinor`. */
export function evaluatePayout(question: PayoutInquiry): PayoutAnswer {
  const { amountMinor, limits } = question
  if (limits.singleMinor !== null && amountMinor > limits.singleMinor) {
    return { kind: 'refuse', why: 'over_single_limit' }
  }
  if (limits.dailyMinor !== null && question.todayMinor + amountMinor > limits.dailyMinor) {
    return { kind: 'refuse', why: 'over_daily_limit' }
  }
  if (amountMinor + question.feeMinor > question.availableMinor + question.overdraftMinor) {
    return { kind: 'refuse', why: 'insufficient_funds' }
  }
  const waitsForApproval = limits.approvalAboveMinor !== null && amountMinor > limits.approvalAboveMinor
  return { kind: 'reserve', waitsForApproval }
}

/** The largest payout that `availableMinor` covers with its fee; 0n where it covers none. */
export function payoutOfAll(fee: FeeTerms, availableMinor: bigint): bigint {
  const withoutFixedMinor = availableMinor - fee.fixedMinor
  if (withoutFixedMinor <= 0n) return 0n
  // Rounding moves the quotient by one at most.
  let amountMinor = (withoutFixedMinor * 1_000_000n) / (1_000_000n + BigInt(fee.millionths)) + 1n
  while (amountMinor > 0n && amountMinor + feeOf(fee, amountMinor) > availableMinor) amountMinor -= 1n
  return amountMinor < amountMinorMax ? amountMinor : amountMinorMax
}
