import type { Reason, Status } from '../../values/status.ts'
import type { Amounts, Effects, State, Transition, UnresolvedWhy } from './status.ts'

export const same: Transition = { kind: 'same' }

/** What the transition changes about the money; amounts that are not named stay. */
export type Change = Partial<Effects>

export function move(state: State, to: { status: Status; reason: Reason }, change: Change = {}): Transition {
  return { kind: 'move', ...to, effects: effects(state, change) }
}

export function note(state: State, reason: Reason, change: Change = {}): Transition {
  return { kind: 'note', reason, effects: effects(state, change) }
}

/** A note that tells nothing where the reason stands already. */
export function noteOnce(state: State, reason: Reason): Transition {
  return state.reason === reason ? same : note(state, reason)
}

export function contradiction(why: string): Transition {
  return { kind: 'contradiction', why }
}

/** The state after a transition: for news that tell two things at once. */
export function stateAfter(state: State, told: Transition): State {
  if (told.kind !== 'move' && told.kind !== 'note') return state
  const status = told.kind === 'move' ? told.status : state.status
  return { ...state, status, reason: told.reason, ...amountsOf(told.effects) }
}

/** Two transitions as one: what was not heard of in time, and what came after it. */
export function chain(state: State, first: Transition, second: (after: State) => Transition): Transition {
  if (first.kind === 'contradiction') return first
  const then = second(stateAfter(state, first))
  if (first.kind === 'same') return then
  if (then.kind !== 'move' && then.kind !== 'note') return first
  const attention = then.effects.attention === undefined ? first.effects.attention : then.effects.attention
  const postings = [...first.effects.postings, ...then.effects.postings]
  const told = {
    reason: then.reason,
    effects: { ...then.effects, postings, ...(attention === undefined ? {} : { attention }) },
  }
  const moved = then.kind === 'move' ? then : first
  return moved.kind === 'move' ? { kind: 'move', status: moved.status, ...told } : { kind: 'note', ...told }
}

/** Two people looked and nothing is left to do: no money, no status, only the flag. */
export function closeReview(state: State): Transition {
  return note(state, state.reason, { attention: null })
}

/** Why a person must look at what asking did not resolve. */
export const unresolvedTexts = {
  silent: 'no answer from the provider for 24 hours',
  late_check: 'the provider could not be asked whether it was executed after all',
  not_found: 'the provider does not know the order, and it may still be executed',
} as const satisfies Record<UnresolvedWhy, string>

/** The merchant was told that nothing was executed, and the provider did execute it. */
export const lateExecutionText = 'executed after it was reported as not executed'

/** The merchant was told that nothing was executed, and the provider has accepted the order since. */
export const lateArrivalText = 'accepted after it was reported as not executed'

/** What the provider says about an order in ERROR: after `not_executed` it is a late execution. */
export function contradictsError(state: State, otherwise: string): Transition {
  return contradiction(state.reason === 'not_executed' ? lateExecutionText : otherwise)
}

/** Nobody knows whether an order that ended as not executed was executed after all. */
export function onLateCheckUnanswered(state: State): Transition {
  if (state.status !== 'ERROR' || state.reason !== 'not_executed') return same
  return note(state, state.reason, { attention: unresolvedTexts.late_check })
}

/** An order that ended as not executed must not be known to its provider later. */
export function onPendingAfterError(state: State): Transition {
  const late = state.status === 'ERROR' && state.reason === 'not_executed'
  return late ? contradiction(lateArrivalText) : same
}

/** A decided transaction needs nobody any more, unless news say so. */
function effects(state: State, change: Change): Effects {
  return { ...amountsOf(state), postings: [], ...change }
}

function amountsOf(from: Amounts): Amounts {
  const { creditedMinor, receivedMinor, suspenseMinor, reversedMinor, sentBackMinor, feeMinor } = from
  return { creditedMinor, receivedMinor, suspenseMinor, reversedMinor, sentBackMinor, feeMinor }
}
