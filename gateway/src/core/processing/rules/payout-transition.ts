import { posting } from '../../ledger/rules/ledger.ts'
import type { Reason } from '../../values/status.ts'
import type { State, StatusUpdate, Transition } from './state.ts'
import {
  chain,
  closeReview,
  contradiction,
  contradictsError,
  move,
  note,
  noteOnce,
  onLateCheckUnanswered,
  onPendingAfterError,
  same,
  unresolvedTexts,
} from './transition-parts.ts'

/** The transition of a payout for an update. Amount and fee are reserved from acceptance. */
export function payoutTransition(state: State, update: StatusUpdate): Transition {
  switch (update.kind) {
    case 'completed':
      return onPaid(state, update.creditedMinor ?? state.amountMinor)
    case 'rejected':
      return onRejected(state, update.reason)
    case 'reversed':
      return onReturned(state, update.amountMinor)
    case 'not_found':
      return update.conclusive ? onRejected(state, 'not_executed') : whilePending(state, 'outcome_unknown')
    case 'unknown':
      return whilePending(state, 'outcome_unknown')
    case 'pending':
      if (state.status === 'ERROR') return onPendingAfterError(state)
      return whilePending(state, sentReasonOf(update))
    case 'not_sent':
      return whilePending(state, 'submitted')
    case 'unresolved':
      if (update.why === 'late_check') return onLateCheckUnanswered(state)
      return state.status === 'PENDING' && state.reason !== 'needs_operator'
        ? note(state, 'needs_operator', { attention: unresolvedTexts[update.why ?? 'silent'] })
        : same
    case 'approve':
      if (update.late) return same
      return waitsForApproval(state) ? note(state, sentReasonOf(update)) : same
    case 'refuse':
      if (update.late) return same
      return waitsForApproval(state) ? fail(state, 'rejected_by_approver') : same
    case 'approval_expired':
      return waitsForApproval(state) ? fail(state, 'approval_expired') : same
    case 'operator_completed':
      return onOperatorCompleted(state, update.creditedMinor ?? state.amountMinor)
    case 'close_attention':
      return closeReview(state)
    case 'expire':
    case 'cancel':
    case 'accept_suspense':
    case 'return_suspense':
    case 'line_waits':
      return same
  }
}

function onPaid(state: State, paidMinor: bigint): Transition {
  if (paidMinor !== state.amountMinor) return contradiction('another amount was paid out')
  switch (state.status) {
    case 'PENDING':
      if (waitsForApproval(state)) return contradiction('paid before it was approved')
      return move(
        state,
        { status: 'COMPLETED', reason: 'paid' },
        {
          creditedMinor: paidMinor,
          postings: [...posting('payout', paidMinor), ...posting('payout_fee', state.feeMinor)],
          attention: null,
        },
      )
    case 'COMPLETED':
    case 'EXPIRED':
      return same
    case 'ERROR':
      // A repeated report of a payment that was returned meanwhile.
      return state.reason === 'returned' ? same : contradictsError(state, 'completed after ERROR')
  }
}

function onRejected(state: State, reason: Reason): Transition {
  if (state.status === 'COMPLETED') return contradiction('rejected after COMPLETED')
  return state.status === 'PENDING' ? fail(state, reason) : same
}

/** → ERROR without payment: the whole reservation is released. */
function fail(state: State, reason: Reason): Transition {
  const postings = posting('unreserve', state.amountMinor + state.feeMinor)
  return move(state, { status: 'ERROR', reason }, { postings, attention: null })
}

/** `amountMinor` = total returned so far. */
function onReturned(state: State, amountMinor: bigint): Transition {
  switch (state.status) {
    case 'COMPLETED':
      return giveBack(state, amountMinor)
    case 'PENDING':
      // The report of the payment is missing or still under way.
      return chain(state, onPaid(state, state.amountMinor), (after) => giveBack(after, amountMinor))
    case 'ERROR':
    case 'EXPIRED':
      return state.reason === 'returned' ? same : contradictsError(state, 'returned after ERROR')
  }
}

function giveBack(state: State, amountMinor: bigint): Transition {
  const capped = amountMinor < state.amountMinor ? amountMinor : state.amountMinor
  const backMinor = capped - state.reversedMinor
  if (backMinor <= 0n) return same
  const postings = posting('return', backMinor)
  if (capped < state.amountMinor) return note(state, 'partially_returned', { reversedMinor: capped, postings })
  const feeMinor = state.policies.returnedFee === 'give_back' ? state.feeMinor : 0n
  return move(
    state,
    { status: 'ERROR', reason: 'returned' },
    { reversedMinor: capped, postings: [...postings, ...posting('fee_return', feeMinor)] },
  )
}

/** The reservation was released at the failure, so the paid amount is booked from the available balance. */
function onOperatorCompleted(state: State, paidMinor: bigint): Transition {
  if (state.status !== 'ERROR' || state.reason === 'returned' || paidMinor !== state.amountMinor) return same
  return move(
    state,
    { status: 'COMPLETED', reason: 'paid' },
    {
      creditedMinor: paidMinor,
      postings: [...posting('late_payout', paidMinor), ...posting('late_payout_fee', state.feeMinor)],
      attention: null,
    },
  )
}

/** Nobody sends what a person makes at the bank. */
export function sentReasonOf({ by }: { by?: 'operator' }): Reason {
  return by === 'operator' ? 'waits_for_operator' : 'submitted'
}

function waitsForApproval(state: State): boolean {
  return state.status === 'PENDING' && state.reason === 'awaiting_approval'
}

function whilePending(state: State, reason: Reason): Transition {
  if (state.status !== 'PENDING' || waitsForApproval(state)) return same
  if (state.reason === 'needs_operator') {
    return reason === 'outcome_unknown' ? same : note(state, reason, { attention: null })
  }
  return noteOnce(state, reason)
}
