import { assert, unreachable } from '../../values/assert.ts'
import type { Status } from '../../values/status.ts'
import { payinTransition } from './payin-transition.ts'
import { payoutTransition } from './payout-transition.ts'
import { refundTransition } from './refund-transition.ts'
import type { State, StatusUpdate, Transition } from './state.ts'

/** The moves of contract section 4. A status goes back only where money came late, went back, or two people say that it moved. */
const nextStatuses: Readonly<Record<Status, readonly Status[]>> = {
  PENDING: ['COMPLETED', 'ERROR', 'EXPIRED'],
  EXPIRED: ['COMPLETED'],
  COMPLETED: ['ERROR'],
  ERROR: ['COMPLETED'],
}

/** The state table of contract section 4 as one pure function. Throws a `Bug` where a rule leaves it. */
export function transition(state: State, update: StatusUpdate): Transition {
  const decided = ruleOf(state, update)
  if (decided.kind === 'move') {
    assert(nextStatuses[state.status].includes(decided.status), `${state.status} becomes ${decided.status}`)
  }
  if (decided.kind === 'move' || decided.kind === 'note') {
    const { postings, creditedMinor, suspenseMinor, feeMinor } = decided.effects
    const amounts = [creditedMinor ?? 0n, suspenseMinor, feeMinor]
    assert(
      amounts.every((amount) => amount >= 0n),
      'an amount of a transaction is below zero',
    )
    assert(
      postings.every(({ amountMinor }) => amountMinor > 0n),
      'a posting moves nothing',
    )
  }
  return decided
}

function ruleOf(state: State, update: StatusUpdate): Transition {
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
