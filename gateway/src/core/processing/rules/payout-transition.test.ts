import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reviewOf } from '../../../../test/support/payin-timeline.ts'
import { defaultPolicies } from '../../merchants/rules/policies.ts'
import { noFee } from '../../values/point-terms.ts'
import type { State, StatusUpdate } from './state.ts'
import { transition } from './status.ts'
import { stateAfter } from './transition-parts.ts'

const payout: State = {
  payType: 'payout',
  status: 'PENDING',
  reason: 'submitted',
  amountMinor: 1000n,
  creditedMinor: null,
  receivedMinor: 0n,
  suspenseMinor: 0n,
  reversedMinor: 0n,
  sentBackMinor: 0n,
  feeMinor: 25n,
  policies: defaultPolicies('live'),
  terms: noFee,
}
const waiting: State = { ...payout, reason: 'awaiting_approval' }
const returned = (amountMinor: bigint): StatusUpdate => ({ kind: 'reversed', amountMinor })

function after(start: State, ...update: StatusUpdate[]): { state: State; told: string; postings: string[] } {
  let state = start
  let told = ''
  let postings: string[] = []
  for (const piece of update) {
    const move = transition(state, piece)
    const changes = move.kind === 'move' || move.kind === 'note'
    postings = changes ? move.effects.postings.map((each) => `${each.kind} ${each.amountMinor}`) : []
    if (move.kind === 'move') told = `${move.status} ${move.reason}`
    else if (move.kind === 'note') told = move.reason
    else told = move.kind === 'contradiction' ? `! ${move.why}` : move.kind
    state = stateAfter(state, move)
  }
  return { state, told, postings }
}

describe('a payout', () => {
  it('uses its reservation when paid: the amount to settlement, the fee to the fees', () => {
    const done = after(payout, { kind: 'completed' })
    assert.equal(done.told, 'COMPLETED paid')
    assert.deepEqual(done.postings, ['payout 1000', 'payout_fee 25'])
    assert.equal(done.state.creditedMinor, 1000n)
    assert.equal(after(done.state, { kind: 'completed' }).told, 'same')
  })

  it('waits for a person where nothing is sent, approved or not, and says nothing twice', () => {
    const byPerson = { kind: 'pending', by: 'operator' } as const
    const approved = after(waiting, { kind: 'approve', by: 'operator' })
    assert.equal(approved.told, 'waits_for_operator')
    assert.equal(after(approved.state, byPerson).told, 'same')
    assert.equal(after(payout, byPerson).told, 'waits_for_operator')
    assert.equal(after(approved.state, { kind: 'completed' }).told, 'COMPLETED paid')
  })

  it('releases its whole reservation when it failed', () => {
    for (const update of [
      { kind: 'rejected', reason: 'invalid_account' },
      { kind: 'not_found', conclusive: true },
    ] as const) {
      const failed = after(payout, update)
      assert.match(failed.told, /^ERROR (invalid_account|not_executed)$/)
      assert.deepEqual(failed.postings, ['unreserve 1025'])
      assert.equal(after(failed.state, update).told, 'same')
    }
  })

  it('keeps its reservation while the outcome is unknown', () => {
    for (const update of [
      { kind: 'unknown', why: 'timeout' },
      { kind: 'not_found', conclusive: false },
    ] as const) {
      const silent = after(payout, update)
      assert.equal(silent.told, 'outcome_unknown')
      assert.deepEqual(silent.postings, [])
      assert.equal(silent.state.status, 'PENDING')
    }
    const day = after(payout, { kind: 'unresolved' })
    assert.equal(day.told, 'needs_operator')
    assert.equal(after(day.state, { kind: 'unresolved' }).told, 'same')
    assert.equal(after(day.state, { kind: 'unknown', why: 'timeout' }).told, 'same')
    assert.equal(after(day.state, { kind: 'pending' }).told, 'submitted')
    assert.equal(after(day.state, { kind: 'not_sent', why: 'unavailable' }).told, 'submitted')
  })

  it('needs review after a day, until an answer or a decision comes', () => {
    assert.match(reviewOf(payout, { kind: 'unresolved' }) ?? '', /24 hours/)
    const day = after(payout, { kind: 'unresolved' }).state
    for (const update of [
      { kind: 'completed' },
      { kind: 'pending' },
      { kind: 'rejected', reason: 'declined' },
      { kind: 'close_attention', why: 'x' },
    ] as const) {
      assert.equal(reviewOf(day, update), null, update.kind)
    }
    assert.deepEqual(after(day, { kind: 'close_attention', why: 'x' }).state, day)
    const failed = after(day, { kind: 'rejected', reason: 'declined' }).state
    assert.equal(reviewOf(failed, { kind: 'operator_completed' }), null)
  })

  it('of another amount than ordered needs review', () => {
    const wrong: StatusUpdate = { kind: 'completed', creditedMinor: 1n }
    assert.equal(after(payout, wrong).told, '! another amount was paid out')
    assert.equal(after(payout, { kind: 'completed' }, wrong).told, '! another amount was paid out')
  })

  it('that is returned, whole or in parts, goes to the available balance and keeps its fee', () => {
    const part = after(payout, { kind: 'completed' }, returned(400n))
    assert.equal(part.told, 'partially_returned')
    assert.deepEqual(part.postings, ['return 400'])
    assert.equal(after(part.state, returned(400n)).told, 'same')
    const whole = after(part.state, returned(2000n))
    assert.equal(whole.told, 'ERROR returned')
    assert.deepEqual(whole.postings, ['return 600'])
    for (const update of [returned(1000n), { kind: 'completed' }] as const) {
      assert.equal(after(whole.state, update).told, 'same')
    }
    assert.equal(after(whole.state, { kind: 'operator_completed' }).told, 'same')
  })

  it('that is fully returned refunds its fee where the point has that policy', () => {
    const generous: State = { ...payout, policies: { ...payout.policies, returnedFee: 'give_back' } }
    assert.deepEqual(after(generous, { kind: 'completed' }, returned(1000n)).postings, ['return 1000', 'fee_return 25'])
    assert.deepEqual(after(generous, { kind: 'completed' }, returned(999n)).postings, ['return 999'])
  })

  it('that is returned before its payment is reported books both in one step', () => {
    const both = after(payout, returned(1000n))
    assert.equal(both.told, 'ERROR returned')
    assert.deepEqual(both.postings, ['payout 1000', 'payout_fee 25', 'return 1000'])
    const part = after(payout, returned(10n))
    assert.equal(part.told, 'COMPLETED partially_returned')
    assert.deepEqual(part.postings, ['payout 1000', 'payout_fee 25', 'return 10'])
    const silent = after(payout, { kind: 'unresolved' }).state
    assert.equal(reviewOf(silent, returned(10n)), null, 'it is known now')
  })

  it('is contradicted by an update of the other kind, which moves nothing', () => {
    const failed = after(payout, { kind: 'rejected', reason: 'declined' }).state
    assert.equal(after(failed, { kind: 'completed' }).told, '! completed after ERROR')
    assert.equal(after(failed, returned(1n)).told, '! returned after ERROR')
    const done = after(payout, { kind: 'completed' }).state
    assert.equal(after(done, { kind: 'rejected', reason: 'declined' }).told, '! rejected after COMPLETED')
  })

  it('that two operators confirm after ERROR is booked from the available balance', () => {
    const failed = after(payout, { kind: 'rejected', reason: 'declined' }).state
    const proven = after(failed, { kind: 'operator_completed' })
    assert.equal(proven.told, 'COMPLETED paid')
    assert.deepEqual(proven.postings, ['late_payout 1000', 'late_payout_fee 25'])
    assert.equal(proven.state.creditedMinor, 1000n)
    assert.equal(after(failed, { kind: 'operator_completed', creditedMinor: 1n }).told, 'same')
    assert.equal(after(payout, { kind: 'operator_completed' }).told, 'same')
  })

  it('never expires, is never cancelled and has nothing in suspense', () => {
    for (const kind of ['expire', 'cancel', 'accept_suspense', 'return_suspense'] as const) {
      assert.equal(after(payout, { kind }).told, 'same')
    }
  })
})

describe('a payout that waits for approval', () => {
  it('is sent when it is approved', () => {
    const approved = after(waiting, { kind: 'approve' })
    assert.equal(approved.told, 'submitted')
    assert.deepEqual(approved.postings, [])
    assert.equal(after(approved.state, { kind: 'approve' }).told, 'same')
    assert.equal(after(approved.state, { kind: 'refuse' }).told, 'same')
    assert.equal(after(approved.state, { kind: 'approval_expired' }).told, 'same')
  })

  it('fails and releases its reservation when it is refused or the approval expires', () => {
    assert.equal(after(waiting, { kind: 'refuse' }).told, 'ERROR rejected_by_approver')
    assert.equal(after(waiting, { kind: 'approval_expired' }).told, 'ERROR approval_expired')
    assert.deepEqual(after(waiting, { kind: 'approval_expired' }).postings, ['unreserve 1025'])
    assert.equal(after(waiting, { kind: 'refuse' }, { kind: 'approve' }).told, 'same')
  })

  it('ignores a late decision', () => {
    assert.equal(after(waiting, { kind: 'approve', late: true }).told, 'same')
    assert.equal(after(waiting, { kind: 'refuse', late: true }).told, 'same')
  })

  it('was not sent: a missing answer does not concern it, and a payment contradicts', () => {
    assert.equal(after(waiting, { kind: 'unknown', why: 'timeout' }).told, 'same')
    assert.equal(after(waiting, { kind: 'completed' }).told, '! paid before it was approved')
  })

  it('is decided only while it is PENDING', () => {
    const decided: State = { ...waiting, status: 'ERROR' }
    assert.equal(after(decided, { kind: 'approve' }).told, 'same')
  })
})
