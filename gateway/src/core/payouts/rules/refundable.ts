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

/**
 * The share of the pay-in's fee that goes back with a refund, rounded down over the sum of all refunds: when everything is
 * refunded, the whole fee is. The share of an earlier refund that gave none back, under another policy, stays charged.
 */
export function feeShareMinor(payin: Refundable, amountMinor: bigint): bigint {
  const { refundedMinor, refundedFeeMinor } = payin
  const beforeMinor = feeOver(payin, refundedMinor)
  const givenMinor = beforeMinor > refundedFeeMinor ? beforeMinor : refundedFeeMinor
  const shareMinor = feeOver(payin, refundedMinor + amountMinor)
  return shareMinor > givenMinor ? shareMinor - givenMinor : 0n
}

/** The part of the fee that belongs to so much of the credit. */
function feeOver({ feeMinor, creditedMinor }: Refundable, amountMinor: bigint): bigint {
  return amountMinor < creditedMinor ? (feeMinor * amountMinor) / creditedMinor : feeMinor
}
