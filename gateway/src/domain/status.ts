import { type NotFound, type Outcome, rejectReasons } from './outcome.ts'

/** The four public statuses (spec, States and transitions). */
export const statuses = ['PENDING', 'COMPLETED', 'ERROR', 'EXPIRED'] as const
export type Status = (typeof statuses)[number]

export const payTypes = ['payin', 'payout'] as const
export type PayType = (typeof payTypes)[number]

/** The finer story behind a status, on reads and in the dashboard. */
export const reasons = [
  ...rejectReasons,
  'awaiting_payment',
  'awaiting_3ds',
  'submitted',
  'outcome_unknown',
  'needs_operator',
  'paid',
  'paid_late',
  'underpaid',
  'overpaid',
  'expired',
  'returned',
  'partially_returned',
  'reversed',
] as const
export type Reason = (typeof reasons)[number]

/** What the state machine looks at. */
export interface State {
  payType: PayType
  status: Status
  reason: Reason
  amountMinor: bigint
  creditedMinor: bigint | null
}

/** News about a transaction: a connector's outcome, an inquiry's answer, the clock, or a merchant's cancel. */
export type News = Outcome | NotFound | { kind: 'expire' } | { kind: 'cancel' }

export type Transition =
  /** The public status changes: history and callback follow. */
  | { kind: 'move'; status: Status; reason: Reason; creditedMinor: bigint | null }
  /** Only the finer reason or the credited amount changes: history, no callback. */
  | { kind: 'note'; reason: Reason; creditedMinor: bigint | null }
  /** Repeated or late news that changes nothing. */
  | { kind: 'same' }
  /** News that the table forbids: recorded, and a person must look; no money moves by it. */
  | { kind: 'contradiction'; why: string }

/** The whole table of contract section 4 as one pure function: what this news means in this state. */
export function transition(state: State, news: News): Transition {
  switch (news.kind) {
    case 'completed':
      return onCompleted(state, news.creditedMinor ?? state.amountMinor)
    case 'rejected':
      return onRejected(state, news.reason)
    case 'reversed':
      return onReversed(state, news.amountMinor)
    case 'not_found':
      return news.conclusive ? onRejected(state, 'not_executed') : noteWhilePending(state, 'outcome_unknown')
    case 'unknown':
      return noteWhilePending(state, 'outcome_unknown')
    case 'pending':
      return onPending(state, news.next?.type === 'redirect')
    case 'not_sent':
      return noteWhilePending(state, 'submitted')
    case 'expire':
      return onExpire(state)
    case 'cancel':
      return onCancel(state)
  }
}

const same: Transition = { kind: 'same' }

function onCompleted(state: State, creditedMinor: bigint): Transition {
  if (state.status === 'COMPLETED') return moreAfterCompleted(state, creditedMinor)
  if (state.status === 'ERROR') return { kind: 'contradiction', why: 'completed after ERROR' }
  if (state.payType === 'payout') {
    if (creditedMinor !== state.amountMinor) return { kind: 'contradiction', why: 'another amount was paid out' }
    return move('COMPLETED', 'paid', creditedMinor)
  }
  if (creditedMinor < state.amountMinor) return underpaid(state, creditedMinor)
  if (state.status === 'EXPIRED') return move('COMPLETED', 'paid_late', creditedMinor)
  return move('COMPLETED', creditedMinor > state.amountMinor ? 'overpaid' : 'paid', creditedMinor)
}

/** Money that came on top of a completed transaction is never dropped: a person must look where it belongs. */
function moreAfterCompleted(state: State, creditedMinor: bigint): Transition {
  if (creditedMinor <= (state.creditedMinor ?? state.amountMinor)) return same
  return { kind: 'contradiction', why: 'more money after COMPLETED' }
}

/** Only a pay-in that nobody paid anything for can be taken back. */
function onCancel(state: State): Transition {
  const untouched = state.status === 'PENDING' && state.payType === 'payin' && (state.creditedMinor ?? 0n) === 0n
  return untouched ? move('EXPIRED', 'cancelled', null) : same
}

function underpaid(state: State, creditedMinor: bigint): Transition {
  if (state.reason === 'underpaid' && state.creditedMinor !== null && creditedMinor <= state.creditedMinor) return same
  return { kind: 'note', reason: 'underpaid', creditedMinor }
}

function onRejected(state: State, reason: Reason): Transition {
  switch (state.status) {
    case 'PENDING':
      return move('ERROR', reason, state.creditedMinor)
    case 'COMPLETED':
      return { kind: 'contradiction', why: 'rejected after COMPLETED' }
    case 'ERROR':
    case 'EXPIRED':
      return same
  }
}

function onReversed(state: State, amountMinor: bigint): Transition {
  if (state.status !== 'COMPLETED') {
    return state.status === 'PENDING' ? { kind: 'contradiction', why: 'reversed before COMPLETED' } : same
  }
  const whole = amountMinor >= (state.creditedMinor ?? state.amountMinor)
  if (state.payType === 'payin') return noteOnce(state, 'reversed')
  return whole ? move('ERROR', 'returned', state.creditedMinor) : noteOnce(state, 'partially_returned')
}

function onPending(state: State, waitsForPayer: boolean): Transition {
  if (state.status !== 'PENDING' || state.reason === 'underpaid') return same
  if (state.payType === 'payout') return noteOnce(state, 'submitted')
  return noteOnce(state, waitsForPayer ? 'awaiting_3ds' : 'awaiting_payment')
}

function onExpire(state: State): Transition {
  if (state.status !== 'PENDING' || state.payType !== 'payin') return same
  return move('EXPIRED', state.reason === 'underpaid' ? 'underpaid' : 'expired', state.creditedMinor)
}

function noteWhilePending(state: State, reason: Reason): Transition {
  if (state.status !== 'PENDING' || state.reason === 'underpaid') return same
  return noteOnce(state, reason)
}

function noteOnce(state: State, reason: Reason): Transition {
  return state.reason === reason ? same : { kind: 'note', reason, creditedMinor: state.creditedMinor }
}

function move(status: Status, reason: Reason, creditedMinor: bigint | null): Transition {
  return { kind: 'move', status, reason, creditedMinor }
}
