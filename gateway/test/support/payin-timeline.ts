import assert from 'node:assert/strict'
import { defaultPolicies } from '../../src/core/merchants/rules/policies.ts'
import type { State, StatusUpdate } from '../../src/core/processing/rules/state.ts'
import { transition } from '../../src/core/processing/rules/status.ts'
import { stateAfter } from '../../src/core/processing/rules/transition-parts.ts'
import { noFee } from '../../src/core/values/point-terms.ts'

/** A pay-in of 10.00 of a test point that keeps reversed pay-ins COMPLETED, nothing arrived. */
export const payin: State = {
  payType: 'payin',
  status: 'PENDING',
  reason: 'awaiting_payment',
  amountMinor: 1000n,
  creditedMinor: null,
  receivedMinor: 0n,
  suspenseMinor: 0n,
  reversedMinor: 0n,
  sentBackMinor: 0n,
  feeMinor: 0n,
  policies: { ...defaultPolicies('test'), reversal: 'keep_completed' },
  terms: noFee,
}
/** The same of a point that asks a person about everything, and wants ERROR for what is taken back. */
export const hold: State = {
  ...payin,
  policies: {
    late: 'hold',
    overpaid: 'hold',
    payerMismatch: 'hold',
    reversal: 'error',
    returnedFee: 'keep',
    refundFee: 'keep',
  },
}
export const paid = (creditedMinor: bigint): StatusUpdate => ({ kind: 'completed', creditedMinor })

/** Tells the news one after the other; what the last one did, with its postings. */
export function after(start: State, ...update: StatusUpdate[]): { state: State; told: string; postings: string[] } {
  let state = start
  let told = ''
  let postings: string[] = []
  for (const piece of update) {
    const move = transition(state, piece)
    postings =
      move.kind === 'move' || move.kind === 'note'
        ? move.effects.postings.map((each) => `${each.kind} ${each.amountMinor}`)
        : []
    const attention = 'effects' in move && move.effects.attention ? ` (${move.effects.attention})` : ''
    told =
      move.kind === 'move'
        ? `${move.status} ${move.reason}${attention}`
        : move.kind === 'note'
          ? `${move.reason}${attention}`
          : move.kind === 'contradiction'
            ? `! ${move.why}`
            : move.kind
    state = stateAfter(state, move)
  }
  return { state, told, postings }
}

/** What the news do to the question for a person: null = closed, undefined = left as it is. */
export function reviewOf(state: State, update: StatusUpdate): string | null | undefined {
  const told = transition(state, update)
  assert.ok(told.kind === 'move' || told.kind === 'note', told.kind)
  return told.effects.attention
}
