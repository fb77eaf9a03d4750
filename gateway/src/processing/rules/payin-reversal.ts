import { posting } from '../../ledger/rules/ledger.ts'
import type { Reason } from '../../values/status.ts'
import type { State, Transition } from './status.ts'
import { type Change, chain, move, note, same } from './transition-parts.ts'

const tooMuchWhy = 'more was taken back than arrived'
const sentBackWhy = 'taken back after operators had sent money back: is it the same?'

/** What was taken back from a pay-in, as told. */
interface TakenBack {
  /** All that was taken back so far, minor units. */
  totalMinor: bigint
  /** The news said what had arrived by then: nothing that would explain it is still on its way. */
  arrivalsKnown: boolean
}

/** Its credit went to the merchant at some time; it may have been taken back since. */
export function wasCredited({ status, reason }: Pick<State, 'status' | 'reason'>): boolean {
  return status === 'COMPLETED' || (status === 'ERROR' && reason === 'reversed')
}

/** Taken back, and the books do not know yet that it ever arrived: the next money that arrives answers for it. */
export function owedMinor(state: State): bigint {
  return state.reversedMinor - bookedMinor(state)
}

/**
 * Books what was taken back, behind `arrived`, the transition of what arrived before: out of suspense first, then out of
 * what was credited. Totals are compared with totals, so that news told twice, late or in another order end in the same
 * books. What exceeds everything known asks a person.
 */
export function takeBack(before: State, arrived: Transition, told: TakenBack): Transition {
  const totalMinor = larger(told.totalMinor, before.reversedMinor)
  return chain(before, arrived, (after) => {
    const hereMinor = after.receivedMinor - after.sentBackMinor
    const dueMinor = smaller(totalMinor, hereMinor) - bookedMinor(before)
    if (dueMinor === 0n && totalMinor === before.reversedMinor) return same
    const tooMuchMinor = larger(totalMinor - hereMinor, 0n)
    // All that arrived is known, so this can only be what operators had sent back: it counts once.
    const sentAndToldMinor = told.arrivalsKnown ? smaller(tooMuchMinor, after.sentBackMinor) : 0n
    const suspensePartMinor = smaller(dueMinor, after.suspenseMinor)
    const parts = { suspense: suspensePartMinor, credit: dueMinor - suspensePartMinor, tooMuch: tooMuchMinor }
    const change = {
      reversedMinor: totalMinor,
      sentBackMinor: after.sentBackMinor - sentAndToldMinor,
      suspenseMinor: after.suspenseMinor - parts.suspense,
      postings: [...posting('suspense_reversed', parts.suspense), ...posting('reversal', parts.credit)],
      ...reviewOf(after, parts),
    }
    if (!wasCredited(after)) return whileWaiting(after, change)
    if (parts.credit === 0n) return note(after, after.reason, change)
    const fails = totalMinor >= hereMinor && after.policies.reversal === 'error' && mayFail(before)
    return fails ? move(after, { status: 'ERROR', reason: 'reversed' }, change) : note(after, 'reversed', change)
  })
}

/** Of all that was taken back, what is in the books: never more than arrived and was not sent back by operators. */
function bookedMinor({ reversedMinor, receivedMinor, sentBackMinor }: State): bigint {
  return smaller(reversedMinor, receivedMinor - sentBackMinor)
}

/** Who must look: nobody any more where the money that waited for a decision is gone. */
function reviewOf(state: State, parts: { suspense: bigint; credit: bigint; tooMuch: bigint }): Change {
  if (state.sentBackMinor > 0n && (parts.credit > 0n || parts.tooMuch > 0n)) return { attention: sentBackWhy }
  if (parts.tooMuch > 0n) return { attention: tooMuchWhy }
  return parts.suspense > 0n && parts.suspense === state.suspenseMinor ? { attention: null } : {}
}

/** Nothing was credited yet: it stays PENDING or EXPIRED with what is left in suspense. */
function whileWaiting(state: State, change: Change & { suspenseMinor: bigint }): Transition {
  const left = change.suspenseMinor
  if (left === state.suspenseMinor) return note(state, state.reason, change)
  if (left === 0n) return note(state, emptyReason(state), { ...change, creditedMinor: null })
  const answered = left < state.amountMinor && (state.reason === 'overpaid' || state.reason === 'paid_late')
  return note(state, answered ? 'underpaid' : state.reason, { ...change, creditedMinor: left })
}

/** The reason of a pay-in that is not paid and has nothing in suspense any more. */
export function emptyReason(state: State): Reason {
  return state.status === 'PENDING' ? 'awaiting_payment' : 'expired'
}

/** EXPIRED never becomes ERROR, nor does what operators took out of it: the reason tells that it was taken back. */
function mayFail(before: State): boolean {
  return before.status === 'PENDING' || before.status === 'COMPLETED'
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
