import type { Amounts, Effects, Reason, State, Status, Transition } from './status.ts'

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
export function closeAttention(state: State): Transition {
  return note(state, state.reason, { attention: null })
}

export const unresolvedWhy = 'no answer from the provider for 24 hours'

/** A decided transaction needs nobody any more, unless news say so. */
function effects(state: State, change: Change): Effects {
  return { ...amountsOf(state), postings: [], ...change }
}

function amountsOf(from: Amounts): Amounts {
  const { creditedMinor, receivedMinor, suspenseMinor, reversedMinor, sentBackMinor, feeMinor } = from
  return { creditedMinor, receivedMinor, suspenseMinor, reversedMinor, sentBackMinor, feeMinor }
}
