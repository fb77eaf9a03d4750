import type { Reason, Status } from '../../values/status.ts'
import type { Amounts, Effects, State, Transition, UnresolvedWhy } from './state.ts'

export const same: Transition = { kind: 'same' }

/** Changes of a transition; amounts that are not named stay. */
export type Change = Partial<Effects>

export function move(state: State, to: { status: Status; reason: Reason }, change: Change = {}): Transition {
  return { kind: 'move', ...to, effects: effects(state, change) }
}

export function note(state: State, reason: Reason, change: Change = {}): Transition {
  return { kind: 'note', reason, effects: effects(state, change) }
}

/** A note, or `same` where the reason is already set. */
export function noteOnce(state: State, reason: Reason): Transition {
  return state.reason === reason ? same : note(state, reason)
}

export function contradiction(why: string): Transition {
  return { kind: 'contradiction', why }
}

/** The state after a transition, for updates with two parts. */
export function stateAfter(state: State, result: Transition): State {
  if (result.kind !== 'move' && result.kind !== 'note') return state
  const status = result.kind === 'move' ? result.status : state.status
  return { ...state, status, reason: result.reason, ...amountsOf(result.effects) }
}

/** Two transitions as one: an unreported earlier change and its successor. */
export function chain(state: State, first: Transition, second: (after: State) => Transition): Transition {
  if (first.kind === 'contradiction') return first
  const then = second(stateAfter(state, first))
  if (first.kind === 'same') return then
  if (then.kind !== 'move' && then.kind !== 'note') return first
  const attention = then.effects.attention === undefined ? first.effects.attention : then.effects.attention
  const postings = [...first.effects.postings, ...then.effects.postings]
  const result = {
    reason: then.reason,
    effects: { ...then.effects, postings, ...(attention === undefined ? {} : { attention }) },
  }
  const moved = then.kind === 'move' ? then : first
  return moved.kind === 'move' ? { kind: 'move', status: moved.status, ...result } : { kind: 'note', ...result }
}

/** Ends the review; money and status stay. A line that a person has looked at is no reason any more. */
export function closeReview(state: State): Transition {
  const reason = state.reason === 'awaiting_confirmation' ? 'awaiting_payment' : state.reason
  return note(state, reason, { attention: null })
}

/** Review reasons where inquiries did not resolve the order. */
export const unresolvedTexts = {
  silent: 'no answer from the provider for 24 hours',
  late_check: 'the provider could not be asked whether it was executed after all',
  not_found: 'the provider does not know the order, and it may still be executed',
} as const satisfies Record<UnresolvedWhy, string>

/** The money of a pay-in has probably arrived, and is with nobody until a person says so. */
export const lineWaitsText = 'a line of the bank names it and waits for a person'

/** Reported to the merchant as not executed, and executed by the provider later. */
export const lateExecutionText = 'executed after it was reported as not executed'

/** Reported to the merchant as not executed, and accepted by the provider later. */
export const lateArrivalText = 'accepted after it was reported as not executed'

/** A provider's report about an order in ERROR: after `not_executed` it is a late execution. */
export function contradictsError(state: State, otherwise: string): Transition {
  return contradiction(state.reason === 'not_executed' ? lateExecutionText : otherwise)
}

/** An order ended as not executed, and later inquiries got no answer. */
export function onLateCheckUnanswered(state: State): Transition {
  if (state.status !== 'ERROR' || state.reason !== 'not_executed') return same
  return note(state, state.reason, { attention: unresolvedTexts.late_check })
}

/** The provider knows an order that had ended as not executed. */
export function onPendingAfterError(state: State): Transition {
  const late = state.status === 'ERROR' && state.reason === 'not_executed'
  return late ? contradiction(lateArrivalText) : same
}

/** A decided transaction leaves the review queue, unless the update says otherwise. */
function effects(state: State, change: Change): Effects {
  return { ...amountsOf(state), postings: [], ...change }
}

function amountsOf(from: Amounts): Amounts {
  const { creditedMinor, receivedMinor, suspenseMinor, reversedMinor, sentBackMinor, feeMinor } = from
  return { creditedMinor, receivedMinor, suspenseMinor, reversedMinor, sentBackMinor, feeMinor }
}
