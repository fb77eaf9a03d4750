import { posting } from '../../ledger/rules/ledger.ts'
import type { Reason } from '../../values/status.ts'
import type { State, Transition } from './state.ts'
import { type Change, chain, move, note, same } from './transition-parts.ts'

const tooMuchWhy = 'more was taken back than arrived'
const sentBackWhy = 'taken back after operators had sent money back: is it the same?'

/** A reversal report of a pay-in. */
interface TakenBack {
  /** Total reversed so far, minor units. */
  totalMinor: bigint
  /** True where the report includes the received total, so that no unreported arrival can explain an excess. */
  arrivalsKnown: boolean
}

/** Whether the pay-in was ever credited to the merchant, also if it was reversed later. */
export function wasCredited({ status, reason }: Pick<State, 'status' | 'reason'>): boolean {
  return status === 'COMPLETED' || (status === 'ERROR' && reason === 'reversed')
}

/** Reversed more than the ledger knows to have arrived: the next arrival covers it first. */
export function owedMinor(state: State): bigint {
  return state.reversedMinor - bookedMinor(state)
}

/**
 * Books a reversal after `arrived`, the transition of earlier arrivals: out of suspense first, then out of the
 * credit. Totals are compared with totals, so that repeated, late or reordered reports end in the same balances. An
 * excess over everything known goes to the review queue.
 */
export function takeBack(before: State, arrived: Transition, report: TakenBack): Transition {
  const totalMinor = larger(report.totalMinor, before.reversedMinor)
  return chain(before, arrived, (after) => {
    const hereMinor = after.receivedMinor - after.sentBackMinor
    const dueMinor = smaller(totalMinor, hereMinor) - bookedMinor(before)
    if (dueMinor === 0n && totalMinor === before.reversedMinor) return same
    const tooMuchMinor = larger(totalMinor - hereMinor, 0n)
    // All arrivals are known, so the excess is money that operators had sent back. It counts once.
    const sentAndReportedMinor = report.arrivalsKnown ? smaller(tooMuchMinor, after.sentBackMinor) : 0n
    const suspensePartMinor = smaller(dueMinor, after.suspenseMinor)
    const parts = { suspense: suspensePartMinor, credit: dueMinor - suspensePartMinor, tooMuch: tooMuchMinor }
    const change = {
      reversedMinor: totalMinor,
      sentBackMinor: after.sentBackMinor - sentAndReportedMinor,
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

/** The booked part of all reversals: at most what arrived and was not sent back by operators. */
function bookedMinor({ reversedMinor, receivedMinor, sentBackMinor }: State): bigint {
  return smaller(reversedMinor, receivedMinor - sentBackMinor)
}

/** Review reason after the reversal; cleared where no money waits for a decision any more. */
function reviewOf(state: State, parts: { suspense: bigint; credit: bigint; tooMuch: bigint }): Change {
  if (state.sentBackMinor > 0n && (parts.credit > 0n || parts.tooMuch > 0n)) return { attention: sentBackWhy }
  if (parts.tooMuch > 0n) return { attention: tooMuchWhy }
  return parts.suspense > 0n && parts.suspense === state.suspenseMinor ? { attention: null } : {}
}

/** Nothing was credited yet: the pay-in stays PENDING or EXPIRED with the rest in suspense. */
function whileWaiting(state: State, change: Change & { suspenseMinor: bigint }): Transition {
  const left = change.suspenseMinor
  if (left === state.suspenseMinor) return note(state, state.reason, change)
  if (left === 0n) return note(state, emptyReason(state), { ...change, creditedMinor: null })
  const answered = left < state.amountMinor && (state.reason === 'overpaid' || state.reason === 'paid_late')
  return note(state, answered ? 'underpaid' : state.reason, { ...change, creditedMinor: left })
}

/** Reason of an unpaid pay-in with empty suspense. */
export function emptyReason(state: State): Reason {
  return state.status === 'PENDING' ? 'awaiting_payment' : 'expired'
}

/** EXPIRED never becomes ERROR, even where operators credited it: only the reason shows the reversal. */
function mayFail(before: State): boolean {
  return before.status === 'PENDING' || before.status === 'COMPLETED'
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
