import { unreachable } from '../../values/assert.ts'
import { payinTransition } from './payin-transition.ts'
import { payoutTransition } from './payout-transition.ts'
import { refundTransition } from './refund-transition.ts'
import type { State, StatusUpdate, Transition } from './state.ts'

/** The state table of contract section 4 as one pure function. */
export function transition(state: State, update: StatusUpdate): Transition {
  switch (state.payType) {
    case 'payin':
      return payinTransition(state, update)
    case 'payout':
      return payoutTransition(state, update)
    case 'refund':
      return refundTransition(state, update)
    default:
      return unreachable(state.payType)
  }
}
