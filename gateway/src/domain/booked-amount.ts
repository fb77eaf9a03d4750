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
