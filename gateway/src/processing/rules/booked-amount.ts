import { wasCredited } from './payin-reversal.ts'
import type { Amounts, State } from './status.ts'

/** The part of a transaction that decides how much of it stands in the books. Amounts in minor units. */
export type BookedState = Pick<State, 'payType' | 'status' | 'reason'> & Omit<Amounts, 'feeMinor'>

/**
 * What a transaction is worth to its merchant at this moment, in minor units and before fees. Of a pay-in: what the ledger
 * booked to the merchant and did not take back. Of a payout: what was paid out and did not come back. Null where that is
 * nothing: undecided, failed, expired, returned and reversed transactions, and money that waits in suspense.
 */
export function bookedAmountMinor(state: BookedState): bigint | null {
  const amountMinor = state.payType === 'payin' ? bookedPayinMinor(state) : paidOutMinor(state)
  return amountMinor > 0n ? amountMinor : null
}

/** All that arrived and was not sent back, less what waits in suspense and what the provider took back. */
function bookedPayinMinor(state: BookedState): bigint {
  if (!wasCredited(state)) return 0n
  // Payments from before the ledger have no totals. They were credited whole.
  if (state.receivedMinor === 0n) return state.status === 'COMPLETED' ? (state.creditedMinor ?? 0n) : 0n
  const hereMinor = state.receivedMinor - state.sentBackMinor
  const takenBackMinor = state.reversedMinor < hereMinor ? state.reversedMinor : hereMinor
  return hereMinor - takenBackMinor - state.suspenseMinor
}

function paidOutMinor({ status, creditedMinor, reversedMinor }: BookedState): bigint {
  return status === 'COMPLETED' ? (creditedMinor ?? 0n) - reversedMinor : 0n
}

/** What reads show of the money of a transaction, in minor units. */
export interface ReadAmounts {
  /** `bookedAmountMinor`. */
  bookedMinor: bigint | null
  /** Arrived, and waits for more of it or for an operator's decision: not the merchant's yet. */
  suspenseMinor: bigint
  /** Of a pay-in of which a part arrived: what is missing to the asked amount. Null where nothing arrived, or nothing is missing. */
  missingMinor: bigint | null
}

/** Every read shows these: replies of the API, exports and pages. Callbacks carry the booked amount. */
export function readAmounts(state: BookedState & { amountMinor: bigint }): ReadAmounts {
  return {
    bookedMinor: bookedAmountMinor(state),
    suspenseMinor: state.suspenseMinor,
    missingMinor: missingMinor(state),
  }
}

/** What was booked and taken back later is not missing: the payer had paid it. */
function missingMinor(state: BookedState & { amountMinor: bigint }): bigint | null {
  if (state.payType !== 'payin') return null
  const arrivedMinor = wasCredited(state) ? state.receivedMinor - state.sentBackMinor : state.suspenseMinor
  return arrivedMinor > 0n && arrivedMinor < state.amountMinor ? state.amountMinor - arrivedMinor : null
}
