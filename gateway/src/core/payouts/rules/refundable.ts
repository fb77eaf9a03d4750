/** A pay-in whose money is to go back, read under its lock. Minor units. */
export interface Refundable {
  /** Booked to the merchant and not reversed; zero unless it is a COMPLETED pay-in. */
  bookedMinor: bigint
  creditedMinor: bigint
  feeMinor: bigint
  /** Refunds that are done or under way. */
  refundedMinor: bigint
  /** Fee that these refunds give back. */
  refundedFeeMinor: bigint
  /** Credit that waits for its release date. */
  unreleasedMinor: bigint
}

/** What may still go back. */
export function refundableMinor({ bookedMinor, refundedMinor }: Refundable): bigint {
  return bookedMinor > refundedMinor ? bookedMinor - refundedMinor : 0n
}

/**
 * The share of the pay-in's fee that goes back with a refund, rounded down over the sum of all refunds: when everything is
 * refunded, the whole fee is.
 */
export function feeShareMinor(payin: Refundable, amountMinor: bigint): bigint {
  if (payin.creditedMinor === 0n) return 0n
  const shareMinor = (payin.feeMinor * (payin.refundedMinor + amountMinor)) / payin.creditedMinor
  const capped = shareMinor < payin.feeMinor ? shareMinor : payin.feeMinor
  return capped > payin.refundedFeeMinor ? capped - payin.refundedFeeMinor : 0n
}
