import { feeOf, type Posting, posting } from '../../ledger/rules/ledger.ts'
import type { Reason } from '../../values/status.ts'
import { emptyReason, owedMinor, takeBack, wasCredited } from './payin-reversal.ts'
import type { State, StatusUpdate, Transition } from './state.ts'
import {
  closeReview,
  contradiction,
  contradictsError,
  lineWaitsText,
  move,
  note,
  noteOnce,
  onLateCheckUnanswered,
  onPendingAfterError,
  same,
  unresolvedTexts,
} from './transition-parts.ts'

/** The transition of a pay-in for an update. */
export function payinTransition(state: State, update: StatusUpdate): Transition {
  switch (update.kind) {
    case 'completed':
      return onReceived(state, update.creditedMinor ?? state.amountMinor, update.payerMismatch === true)
    case 'rejected':
      return onRejected(state, update.reason)
    case 'reversed':
      return onReversed(state, update.amountMinor, update.creditedMinor)
    case 'not_found':
      return update.conclusive ? onRejected(state, 'not_executed') : whilePending(state, 'outcome_unknown')
    case 'unknown':
      return whilePending(state, 'outcome_unknown')
    case 'pending':
      return state.status === 'ERROR' ? onPendingAfterError(state) : onPending(state, update.next?.type === 'redirect')
    case 'not_sent':
      return whilePending(state, 'submitted')
    case 'line_waits':
      return onLineWaits(state)
    case 'unresolved':
      if (update.why === 'late_check') return onLateCheckUnanswered(state)
      return onUnresolved(state, unresolvedTexts[update.why ?? 'silent'])
    case 'expire':
      return onExpire(state)
    case 'cancel':
      return state.status === 'PENDING' && state.suspenseMinor === 0n
        ? move(state, { status: 'EXPIRED', reason: 'cancelled' }, { creditedMinor: null, ...reviewEnds(state) })
        : same
    case 'accept_suspense':
      return onAcceptSuspense(state)
    case 'return_suspense':
      return onReturnSuspense(state)
    case 'operator_completed':
      return onOperatorCompleted(state, update.creditedMinor ?? state.amountMinor)
    case 'close_attention':
      return closeReview(state)
    case 'approve':
    case 'refuse':
    case 'approval_expired':
      return same
  }
}

/** `totalMinor` = total received, as the provider reports it. */
function onReceived(state: State, totalMinor: bigint, payerMismatch: boolean): Transition {
  const report = { totalMinor: state.reversedMinor, arrivalsKnown: false }
  return takeBack(state, receive(state, totalMinor, payerMismatch), report)
}

function receive(state: State, totalMinor: bigint, payerMismatch: boolean): Transition {
  const arrivedMinor = totalMinor - state.receivedMinor
  if (arrivedMinor <= 0n)
    return totalMinor <= 0n && state.status !== 'ERROR' ? contradiction('completed without money') : same
  if (wasCredited(state)) return secondPayment(state, totalMinor, arrivedMinor)
  if (state.status === 'ERROR') return contradictsError(state, 'completed after ERROR')
  const creditedMinor = state.suspenseMinor + arrivedMinor
  const held = holdReason(state, creditedMinor, payerMismatch)
  if (held) {
    return note(state, held.reason, {
      creditedMinor,
      receivedMinor: totalMinor,
      suspenseMinor: creditedMinor,
      postings: posting('suspense', arrivedMinor),
      ...(held.attention === undefined ? {} : { attention: held.attention }),
    })
  }
  const reason = paidReason(state, creditedMinor, payerMismatch)
  return credit(state, { creditedMinor, receivedMinor: totalMinor, reason, arrivedMinor })
}

/** Why received money is held; undefined where it is credited. */
function holdReason(
  state: State,
  creditedMinor: bigint,
  payerMismatch: boolean,
): { reason: Reason; attention?: string } | undefined {
  const { policies, amountMinor, status } = state
  // The money in suspense is under review; a further payment does not answer the question.
  const asked = state.suspenseMinor > 0n && state.reason === 'payer_mismatch'
  if (asked || state.suspenseMinor >= amountMinor) return { reason: state.reason }
  if (creditedMinor < amountMinor) {
    return status === 'EXPIRED'
      ? { reason: 'underpaid', attention: 'part of the money arrived after the expiry' }
      : { reason: 'underpaid' }
  }
  if (payerMismatch && policies.payerMismatch === 'hold') {
    return { reason: 'payer_mismatch', attention: 'paid by another document than the payer’s' }
  }
  if (creditedMinor > amountMinor && policies.overpaid === 'hold') {
    return { reason: 'overpaid', attention: 'more was paid than ordered' }
  }
  if (status === 'EXPIRED' && policies.late === 'hold')
    return { reason: 'paid_late', attention: 'paid after the expiry' }
  return undefined
}

function paidReason(state: State, creditedMinor: bigint, payerMismatch: boolean): Reason {
  if (state.status === 'EXPIRED') return 'paid_late'
  if (creditedMinor > state.amountMinor) return 'overpaid'
  return payerMismatch ? 'payer_mismatch' : 'paid'
}

interface Credit {
  creditedMinor: bigint
  receivedMinor: bigint
  reason: Reason
  /** The part that just arrived; the rest comes out of suspense. */
  arrivedMinor: bigint
}

/** → COMPLETED: money in suspense and the new arrival are credited to the merchant, less the fee. */
function credit(state: State, { creditedMinor, receivedMinor, reason, arrivedMinor }: Credit): Transition {
  const wanted = feeOf(state.terms, creditedMinor)
  const feeMinor = wanted < creditedMinor ? wanted : creditedMinor
  const postings: Posting[] = [
    ...posting('suspense_accepted', state.suspenseMinor),
    ...posting('payin', arrivedMinor),
    ...posting('payin_fee', feeMinor),
  ]
  const amounts = { creditedMinor, receivedMinor, suspenseMinor: 0n, feeMinor }
  return move(state, { status: 'COMPLETED', reason }, { ...amounts, postings, attention: null })
}

/** Money beyond the credit waits in suspense for an operator. */
function secondPayment(state: State, receivedMinor: bigint, arrivedMinor: bigint): Transition {
  return note(state, state.reason, {
    receivedMinor,
    suspenseMinor: state.suspenseMinor + arrivedMinor,
    postings: posting('suspense', arrivedMinor),
    attention: `paid again after ${state.status}`,
  })
}

function onRejected(state: State, reason: Reason): Transition {
  if (state.status === 'COMPLETED') return contradiction('rejected after COMPLETED')
  if (state.status !== 'PENDING') return same
  if (state.suspenseMinor > 0n) return contradiction('rejected although money arrived')
  return move(state, { status: 'ERROR', reason }, reviewEnds(state))
}

/** `amountMinor` = total reversed; `creditedMinor` = total received at that time, where reported. */
function onReversed(state: State, amountMinor: bigint, creditedMinor: bigint | undefined): Transition {
  if (state.status === 'ERROR' && !wasCredited(state)) {
    return amountMinor > state.reversedMinor ? contradictsError(state, 'reversed after ERROR') : same
  }
  // The report of the payment may be missing or still under way.
  const missed = creditedMinor !== undefined && creditedMinor > state.receivedMinor
  const arrived = missed ? receive(state, creditedMinor, false) : same
  return takeBack(state, arrived, { totalMinor: amountMinor, arrivalsKnown: creditedMinor !== undefined })
}

/** Expires pay-ins that are not paid in full. Money under review stays with the operator. */
function onExpire(state: State): Transition {
  if (state.status !== 'PENDING' || state.suspenseMinor >= state.amountMinor) return same
  if (state.suspenseMinor === 0n) return move(state, { status: 'EXPIRED', reason: 'expired' }, reviewEnds(state))
  if (state.reason === 'payer_mismatch') return move(state, { status: 'EXPIRED', reason: 'payer_mismatch' })
  const attention = 'expired with part of the money in suspense'
  return move(state, { status: 'EXPIRED', reason: 'underpaid' }, { attention })
}

/** The pay-in is decided, so its review ends, unless a reversal exceeds everything that arrived, or a line waits. */
function reviewEnds(state: State): { attention?: null } {
  return owedMinor(state) > 0n || state.reason === 'awaiting_confirmation' ? {} : { attention: null }
}

function onPending(state: State, waitsForPayer: boolean): Transition {
  return whilePending(state, waitsForPayer ? 'awaiting_3ds' : 'awaiting_payment')
}

function onUnresolved(state: State, attention: string): Transition {
  if (state.status !== 'PENDING' || state.suspenseMinor > 0n || state.reason === 'needs_operator') return same
  return note(state, 'needs_operator', { attention })
}

/** Money in suspense waits for a person already. */
function onLineWaits(state: State): Transition {
  if (state.suspenseMinor > 0n || state.reason === 'needs_operator') return same
  if (state.status === 'EXPIRED') return note(state, state.reason, { attention: lineWaitsText })
  return state.status === 'PENDING' ? note(state, 'awaiting_confirmation', { attention: lineWaitsText }) : same
}

/** Received money outweighs any answer about the order, and a review outweighs one more missing answer. */
function whilePending(state: State, reason: Reason): Transition {
  if (state.status !== 'PENDING' || state.suspenseMinor > 0n || state.reason === 'awaiting_confirmation') return same
  if (state.reason === 'needs_operator') {
    return reason === 'outcome_unknown' ? same : note(state, reason, { attention: null })
  }
  return noteOnce(state, reason)
}

function onAcceptSuspense(state: State): Transition {
  const { suspenseMinor } = state
  if (suspenseMinor === 0n || state.status === 'ERROR') return same
  if (state.status === 'COMPLETED') {
    return note(state, state.reason, {
      creditedMinor: (state.creditedMinor ?? 0n) + suspenseMinor,
      suspenseMinor: 0n,
      postings: posting('suspense_accepted', suspenseMinor),
      attention: null,
    })
  }
  const reason = suspenseMinor < state.amountMinor ? 'underpaid' : acceptedReason(state)
  return credit(state, { creditedMinor: suspenseMinor, receivedMinor: state.receivedMinor, reason, arrivedMinor: 0n })
}

function acceptedReason(state: State): Reason {
  if (state.reason === 'payer_mismatch') return 'payer_mismatch'
  return paidReason(state, state.suspenseMinor, false)
}

/** The operator sent the rest of the suspense back to its sender. */
function onReturnSuspense(state: State): Transition {
  const { suspenseMinor } = state
  if (suspenseMinor === 0n) return same
  const change = {
    suspenseMinor: 0n,
    sentBackMinor: state.sentBackMinor + suspenseMinor,
    postings: posting('suspense_returned', suspenseMinor),
    attention: null,
  }
  if (wasCredited(state)) return note(state, state.reason, change)
  return note(state, emptyReason(state), { ...change, creditedMinor: null })
}

/** `totalMinor` = total received, so money that was sent back or reversed before does not count again. */
function onOperatorCompleted(state: State, totalMinor: bigint): Transition {
  const arrivedMinor = totalMinor - state.receivedMinor
  if (state.status !== 'ERROR' || wasCredited(state) || arrivedMinor <= 0n) return same
  const paid = credit(state, { creditedMinor: arrivedMinor, receivedMinor: totalMinor, reason: 'paid', arrivedMinor })
  return takeBack(state, paid, { totalMinor: state.reversedMinor, arrivalsKnown: false })
}
