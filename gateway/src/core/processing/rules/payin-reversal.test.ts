import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { after, hold, paid, payin, reviewOf } from '../../../../test/support/payin-timeline.ts'
import type { State, StatusUpdate } from './state.ts'

describe('a reversed pay-in', () => {
  it('stays COMPLETED and books reversals in parts, never more than was credited', () => {
    const part = after(payin, paid(1000n), { kind: 'reversed', amountMinor: 300n })
    assert.equal(part.told, 'reversed')
    assert.deepEqual(part.postings, ['reversal 300'])
    assert.equal(after(part.state, { kind: 'reversed', amountMinor: 300n }).told, 'same')
    assert.deepEqual(after(part.state, { kind: 'reversed', amountMinor: 5000n }).postings, ['reversal 700'])
    const paidState = after(payin, paid(1000n)).state
    assert.equal(reviewOf(paidState, { kind: 'reversed', amountMinor: 300n }), undefined, 'other questions stay open')
  })

  it('becomes ERROR where the point has that policy, once it is fully reversed', () => {
    const part = after(hold, paid(1000n), { kind: 'reversed', amountMinor: 300n })
    assert.equal(part.told, 'reversed')
    const whole = after(part.state, { kind: 'reversed', amountMinor: 1000n })
    assert.equal(whole.told, 'ERROR reversed')
    assert.deepEqual(whole.postings, ['reversal 700'])
    assert.equal(after(whole.state, { kind: 'reversed', amountMinor: 1000n }).told, 'same')
    assert.equal(after(whole.state, paid(1000n)).told, 'same')
    assert.equal(after(whole.state, { kind: 'operator_completed' }).told, 'same')
  })

  it('books payment and reversal in one step where the payment was not reported before', () => {
    const both = after(payin, { kind: 'reversed', amountMinor: 1000n, creditedMinor: 1000n })
    assert.equal(both.told, 'COMPLETED reversed')
    assert.deepEqual(both.postings, ['payin 1000', 'reversal 1000'])
    const error = after(hold, { kind: 'reversed', amountMinor: 1000n, creditedMinor: 1000n })
    assert.equal(error.told, 'ERROR reversed')
    const late: State = { ...hold, status: 'EXPIRED', policies: { ...hold.policies, late: 'accept_late' } }
    assert.equal(after(late, { kind: 'reversed', amountMinor: 1000n, creditedMinor: 1000n }).told, 'COMPLETED reversed')
  })

  it('needs review before anything arrived, and covers the money that arrives later', () => {
    const early = after(payin, { kind: 'reversed', amountMinor: 1000n })
    assert.equal(early.told, 'awaiting_payment (more was taken back than arrived)')
    assert.deepEqual(early.postings, [])
    const silent = after(payin, { kind: 'unknown', why: 'timeout' }, { kind: 'reversed', amountMinor: 1000n })
    assert.match(silent.told, /^outcome_unknown \(more was taken back/)
    assert.equal(after(early.state, { kind: 'reversed', amountMinor: 1000n }).told, 'same')
    const paidThen = after(early.state, paid(1000n))
    assert.equal(paidThen.told, 'COMPLETED reversed')
    assert.deepEqual(paidThen.postings, ['payin 1000', 'reversal 1000'])
    assert.equal(reviewOf(early.state, paid(1000n)), null)
    assert.deepEqual(after(early.state, paid(400n)).postings, ['suspense 400', 'suspense_reversed 400'])
    assert.equal(after(early.state, paid(400n)).told, 'awaiting_payment (more was taken back than arrived)')
    for (const ending of [{ kind: 'expire' }, { kind: 'cancel' }, { kind: 'rejected', reason: 'declined' }] as const) {
      assert.equal(reviewOf(early.state, ending), undefined, `${ending.kind} leaves the question open`)
    }
    const failed = after(early.state, { kind: 'rejected', reason: 'declined' }).state
    const proven = after(failed, { kind: 'operator_completed', creditedMinor: 1000n })
    assert.equal(proven.told, 'COMPLETED reversed')
    assert.deepEqual(proven.postings, ['payin 1000', 'reversal 1000'])
  })

  it('contradicts after a failure', () => {
    const failed = after(payin, { kind: 'rejected', reason: 'declined' }).state
    assert.equal(after(failed, { kind: 'reversed', amountMinor: 1n }).told, '! reversed after ERROR')
  })
})

describe('a reversal of money in suspense', () => {
  const other: StatusUpdate = { kind: 'completed', creditedMinor: 1000n, payerMismatch: true }
  const back = (amountMinor: bigint, creditedMinor?: bigint): StatusUpdate => ({
    kind: 'reversed',
    amountMinor,
    ...(creditedMinor === undefined ? {} : { creditedMinor }),
  })

  it('clears money held for review: it cannot be accepted or returned, and the pay-in can be paid again', () => {
    const held = after(hold, other).state
    for (const update of [back(1000n), back(1000n, 1000n)]) {
      const gone = after(held, update)
      assert.equal(gone.told, 'awaiting_payment')
      assert.equal(reviewOf(held, update), null)
      assert.deepEqual(gone.postings, ['suspense_reversed 1000'])
      assert.deepEqual([gone.state.suspenseMinor, gone.state.creditedMinor], [0n, null])
      for (const kind of ['accept_suspense', 'return_suspense'] as const) {
        assert.equal(after(gone.state, { kind }).told, 'same')
      }
      assert.equal(after(gone.state, update).told, 'same')
      assert.equal(after(gone.state, other).told, 'same')
      assert.deepEqual(after(gone.state, paid(2000n)).postings, ['payin 1000'])
      assert.equal(after(gone.state, { kind: 'expire' }).told, 'EXPIRED expired')
      assert.equal(reviewOf(gone.state, { kind: 'expire' }), null, 'all of it is explained')
    }
  })

  it('after the expiry keeps EXPIRED, and the rest stays in suspense', () => {
    const late = after(hold, { kind: 'expire' }, paid(1000n)).state
    assert.equal(after(late, back(1000n)).told, 'expired')
    const part = after(late, back(300n))
    assert.equal(part.told, 'underpaid')
    assert.equal(reviewOf(late, back(300n)), undefined, 'a person is still asked')
    assert.deepEqual([part.state.suspenseMinor, part.state.creditedMinor], [700n, 700n])
    assert.deepEqual(after(part.state, { kind: 'return_suspense' }).postings, ['suspense_returned 700'])
    assert.equal(after(part.state, { kind: 'return_suspense' }, back(300n)).told, 'same')
  })

  it('in part keeps the payer mismatch under review, after further arrivals and after the expiry', () => {
    const part = after(hold, other, back(300n))
    assert.equal(part.told, 'payer_mismatch')
    assert.equal(reviewOf(after(hold, other).state, back(300n)), undefined)
    for (const totalMinor of [1100n, 1300n]) {
      const more = after(part.state, paid(totalMinor))
      assert.equal(more.told, 'payer_mismatch', 'more money does not answer it')
      assert.equal(more.state.suspenseMinor, totalMinor - 300n)
    }
    const expired = after(part.state, { kind: 'expire' })
    assert.equal(expired.told, 'EXPIRED payer_mismatch')
    assert.equal(reviewOf(part.state, { kind: 'expire' }), undefined)
    assert.equal(after(expired.state, { kind: 'accept_suspense' }).told, 'COMPLETED underpaid')
  })

  it('of an underpaid or overpaid pay-in keeps the rest, which a further payment completes', () => {
    const part = after(payin, paid(400n), back(100n))
    assert.equal(part.told, 'underpaid')
    assert.deepEqual(after(part.state, paid(1100n)).postings, ['suspense_accepted 300', 'payin 700'])
    assert.equal(after(payin, paid(400n), back(400n)).told, 'awaiting_payment')
    const over = after(hold, paid(1100n), back(100n))
    assert.equal(over.told, 'overpaid')
    assert.equal(after(over.state, { kind: 'accept_suspense' }).told, 'COMPLETED paid')
    assert.equal(after(hold, paid(1100n), back(101n)).told, 'underpaid')
  })

  it('from a second payment costs the merchant nothing', () => {
    const twice = after(payin, paid(1000n), paid(2000n)).state
    const gone = after(twice, back(1000n))
    assert.equal(gone.told, 'paid')
    assert.deepEqual(gone.postings, ['suspense_reversed 1000'])
    assert.equal(reviewOf(twice, back(1000n)), null)
    assert.deepEqual([gone.state.creditedMinor, gone.state.suspenseMinor], [1000n, 0n])
    assert.equal(after(gone.state, { kind: 'return_suspense' }).told, 'same')
    assert.equal(reviewOf(twice, back(300n)), undefined, 'a person decides about what is left')
    assert.deepEqual(after(twice, back(300n), { kind: 'return_suspense' }).postings, ['suspense_returned 700'])
    const both = after(twice, back(1600n))
    assert.equal(both.told, 'reversed')
    assert.deepEqual(both.postings, ['suspense_reversed 1000', 'reversal 600'])
    assert.deepEqual(after(both.state, back(2000n)).postings, ['reversal 400'])
  })

  it('ends the same when the second payment is reported after it or with it', () => {
    const once = after(payin, paid(1000n)).state
    const both = after(once, back(1000n, 2000n))
    assert.equal(both.told, 'paid')
    assert.equal(reviewOf(once, back(1000n, 2000n)), null)
    assert.deepEqual(both.postings, ['suspense 1000', 'suspense_reversed 1000'])
    assert.equal(after(both.state, paid(2000n)).told, 'same')
    const ahead = after(once, back(1500n))
    assert.equal(ahead.told, 'reversed (more was taken back than arrived)')
    assert.deepEqual(ahead.postings, ['reversal 1000'])
    assert.equal(after(ahead.state, paid(2000n)).told, 'reversed (paid again after COMPLETED)')
    assert.deepEqual(after(ahead.state, paid(2000n)).postings, ['suspense 1000', 'suspense_reversed 500'])
    assert.equal(after(ahead.state, paid(2000n)).state.suspenseMinor, 500n)
  })

  it('needs review after operators sent some back, and counts that money once', () => {
    const held = after(hold, other, { kind: 'return_suspense' }).state
    const told = after(held, back(1000n, 1000n))
    assert.equal(told.told, 'awaiting_payment (taken back after operators had sent money back: is it the same?)')
    assert.deepEqual(told.postings, [])
    assert.equal(after(told.state, back(1000n, 1000n)).told, 'same')
    assert.deepEqual(after(told.state, paid(2000n)).postings, ['payin 1000'], 'the next payment is not touched')
    const twice = after(payin, paid(1000n), paid(2000n), { kind: 'return_suspense' }).state
    const credit = after(twice, back(1000n, 2000n))
    assert.match(credit.told, /^reversed \(taken back after operators/)
    assert.deepEqual(credit.postings, ['reversal 1000'])
  })

  it('needs no review after operators sent other money back, where it was still in suspense', () => {
    const sent = after(payin, paid(400n), { kind: 'expire' }, { kind: 'return_suspense' }, paid(1400n)).state
    assert.deepEqual([sent.status, sent.creditedMinor], ['COMPLETED', 1000n])
    const again = after(sent, paid(2400n)).state
    assert.equal(reviewOf(again, back(1000n, 2400n)), null)
    assert.deepEqual(after(again, back(1000n, 2400n)).postings, ['suspense_reversed 1000'])
  })

  it('is handled in ERROR like in COMPLETED, also after a full reversal', () => {
    const failed = after(hold, paid(1000n), back(1000n)).state
    assert.equal(failed.status, 'ERROR')
    const again = after(failed, paid(2000n))
    assert.equal(again.told, 'reversed (paid again after ERROR)')
    assert.deepEqual(again.postings, ['suspense 1000'])
    const returned = after(again.state, { kind: 'return_suspense' })
    assert.equal(returned.told, 'reversed')
    assert.deepEqual([returned.state.status, returned.state.creditedMinor], ['ERROR', 1000n])
    assert.equal(reviewOf(again.state, { kind: 'return_suspense' }), null)
    assert.equal(after(again.state, { kind: 'accept_suspense' }).told, 'same')
    assert.deepEqual(after(again.state, back(2000n)).postings, ['suspense_reversed 1000'])
    assert.equal(after(failed, back(1500n)).told, 'reversed (more was taken back than arrived)')
  })
})
