import { type Posting, posting } from '../../ledger/rules/ledger.ts'
import { payoutTransition } from './payout-transition.ts'
import type { State, StatusUpdate, Transition } from './state.ts'

/**
 * The transition of a refund: that of a payout in statuses, reviews and reasons, with its own kinds of transfer. A refund has
 * no fee of its own: its completion gives its share of the pay-in's fee back, and its whole return charges it again.
 */
export function refundTransition(state: State, update: StatusUpdate): Transition {
  const result = payoutTransition({ ...state, feeMinor: 0n }, update)
  if (result.kind !== 'move' && result.kind !== 'note') return result
  const postings = result.effects.postings.map(ofRefund)
  const fee = feeOf(result)
  return {
    ...result,
    effects: {
      ...result.effects,
      feeMinor: state.feeMinor,
      postings: [...postings, ...(fee === undefined ? [] : posting(fee, state.feeMinor))],
    },
  }
}

function ofRefund({ kind, amountMinor }: Posting): Posting {
  if (kind === 'payout') return { kind: 'refund', amountMinor }
  return kind === 'unreserve' ? { kind: 'refund_unreserve', amountMinor } : { kind, amountMinor }
}

/** A refund whose payment and return come in one report keeps the fee as it was. */
function feeOf(result: Extract<Transition, { kind: 'move' | 'note' }>): 'refund_fee' | 'return_fee' | undefined {
  const isPaid = result.effects.postings.some(({ kind }) => kind === 'payout' || kind === 'late_payout')
  const isReturned = result.kind === 'move' && result.reason === 'returned'
  if (isPaid === isReturned) return undefined
  return isPaid ? 'refund_fee' : 'return_fee'
}
