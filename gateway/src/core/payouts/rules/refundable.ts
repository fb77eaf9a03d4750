import { bookedAmountMinor } from '../../processing/rules/amounts.ts'
import type { State } from '../../processing/rules/state.ts'

/** A pay-in whose money is to go back, read under its lock. Minor units. */
export interface Refundable extends Omit<State, 'policies' | 'terms'> {
  /** Refunds that are done or under way. */
  refundedMinor: bigint
  /** Fee that these refunds give back. */
  refundedFeeMinor: bigint
  /** Credit that waits for its release date. */
  unreleasedMinor: bigint
}

/** What may still go back: booked to the merchant, and neither reversed nor refunded. Zero unless COMPLETED. */
export function refundableMinor(payin: Refundable): bigint {
  if (payin.payType !== 'payin' || payin.status !== 'COMPLETED') return 0n
  const left = (bookedAmountMinor(payin) ?? 0n) - payin.refundedMinor
  return left > 0n ? left : 0n
}

/**
 * The share of the pay-in's fee that goes back with a refund, rounded down over the sum of all refunds: when everything is
 * refunded, the whole fee is.
 */
export function feeShareMinor(payin: Refundable, amountMinor: bigint): bigint {
  const creditedMinor = payin.creditedMinor ?? 0n
  if (creditedMinor === 0n) return 0n
  const shareMinor = (payin.feeMinor * (payin.refundedMinor + amountMinor)) / creditedMinor
  const capped = shareMinor < payin.feeMinor ? shareMinor : payin.feeMinor
  return capped > payin.refundedFeeMinor ? capped - payin.refundedFeeMinor : 0n
}
