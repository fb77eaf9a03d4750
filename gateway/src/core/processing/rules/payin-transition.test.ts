import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { after, hold, paid, payin, reviewOf } from '../../../../test/support/payin-timeline.ts'
import type { StatusUpdate } from './state.ts'
import { transition } from './status.ts'
import { lineWaitsText } from './transition-parts.ts'

describe('a paid pay-in', () => {
  it('completes with the received amount and credits the merchant', () => {
    const { told, postings, state } = after(payin, paid(1000n))
    assert.equal(told, 'COMPLETED paid')
    assert.deepEqual(postings, ['payin 1000'])
    assert.deepEqual([state.creditedMinor, state.receivedMinor, state.suspenseMinor], [1000n, 1000n, 0n])
  })

  it('counts the ordered amount where the provider reports none', () => {
    assert.deepEqual(after(payin, { kind: 'completed' }).postings, ['payin 1000'])
  })

  it('pays its fee once, and never more than the received amount', () => {
    const terms = { millionths: 15_000, fixedMinor: 30n }
    const { postings, state } = after({ ...payin, terms }, paid(1000n))
    assert.deepEqual(postings, ['payin 1000', 'payin_fee 45'])
    assert.equal(state.feeMinor, 45n)
    assert.deepEqual(after({ ...payin, terms: { millionths: 0, fixedMinor: 5000n } }, paid(1000n)).postings, [
      'payin 1000',
      'payin_fee 1000',
    ])
  })

  it('completes when overpaid, or is held for review where the point has that policy', () => {
    assert.deepEqual(after(payin, paid(1100n)).postings, ['payin 1100'])
    assert.equal(after(payin, paid(1100n)).told, 'COMPLETED overpaid')
    const held = after(hold, paid(1100n))
    assert.equal(held.told, 'overpaid (more was paid than ordered)')
    assert.deepEqual(held.postings, ['suspense 1100'])
    assert.equal(held.state.status, 'PENDING')
    assert.equal(after(held.state, paid(1200n)).told, 'overpaid')
  })

  it('in parts waits in suspense until it is complete', () => {
    const part = after(payin, paid(400n))
    assert.equal(part.told, 'underpaid')
    assert.deepEqual(part.postings, ['suspense 400'])
    const more = after(part.state, paid(900n))
    assert.deepEqual(more.postings, ['suspense 500'])
    assert.equal(after(more.state, paid(900n)).told, 'same')
    assert.equal(after(more.state, paid(400n)).told, 'same')
    const whole = after(more.state, paid(1000n))
    assert.equal(whole.told, 'COMPLETED paid')
    assert.deepEqual(whole.postings, ['suspense_accepted 900', 'payin 100'])
    assert.equal(whole.state.suspenseMinor, 0n)
  })

  it('in parts, too little in the end: EXPIRED, and the money needs review', () => {
    const { told, state } = after(payin, paid(400n), { kind: 'expire' })
    assert.equal(told, 'EXPIRED underpaid (expired with part of the money in suspense)')
    assert.deepEqual(after(state, { kind: 'return_suspense' }).postings, ['suspense_returned 400'])
    assert.equal(after(state, { kind: 'return_suspense' }).told, 'expired')
    assert.equal(after(state, { kind: 'return_suspense' }).state.creditedMinor, null)
    const accepted = after(state, { kind: 'accept_suspense' })
    assert.equal(accepted.told, 'COMPLETED underpaid')
    assert.deepEqual(accepted.postings, ['suspense_accepted 400'])
    assert.equal(after(state, paid(1000n)).told, 'COMPLETED paid_late')
    assert.match(after(state, paid(500n)).told, /^underpaid \(part of the money arrived after/)
  })

  it('keeps its first payment, and a second payment waits in suspense', () => {
    const twice = after(payin, paid(1000n), paid(2000n))
    assert.equal(twice.told, 'paid (paid again after COMPLETED)')
    assert.deepEqual(twice.postings, ['suspense 1000'])
    assert.deepEqual([twice.state.status, twice.state.creditedMinor], ['COMPLETED', 1000n])
    const accepted = after(twice.state, { kind: 'accept_suspense' })
    assert.deepEqual(accepted.postings, ['suspense_accepted 1000'])
    assert.equal(accepted.state.creditedMinor, 2000n)
    const returned = after(twice.state, { kind: 'return_suspense' })
    assert.deepEqual([returned.state.creditedMinor, returned.state.suspenseMinor], [1000n, 0n])
    assert.equal(after(returned.state, { kind: 'return_suspense' }).told, 'same')
    assert.equal(after(returned.state, paid(2000n)).told, 'same')
  })

  it('by another document is flagged, or held for review', () => {
    const other: StatusUpdate = { kind: 'completed', creditedMinor: 1000n, payerMismatch: true }
    assert.equal(after(payin, other).told, 'COMPLETED payer_mismatch')
    const held = after(hold, other)
    assert.match(held.told, /^payer_mismatch \(paid by another document/)
    assert.equal(after(held.state, { kind: 'expire' }).told, 'same')
    assert.equal(after(held.state, { kind: 'accept_suspense' }).told, 'COMPLETED payer_mismatch')
    const returned = after(held.state, { kind: 'return_suspense' })
    assert.equal(returned.told, 'awaiting_payment')
    assert.equal(after(returned.state, paid(2000n)).told, 'COMPLETED paid')
    assert.equal(after(returned.state, { kind: 'cancel' }).told, 'EXPIRED cancelled')
  })

  it('whose reference stands in a line that waits says so until a person decides, also beyond its expiry', () => {
    const waiting = after(payin, { kind: 'line_waits' })
    assert.equal(waiting.told, `awaiting_confirmation (${lineWaitsText})`)
    assert.equal(after(waiting.state, { kind: 'pending' }).told, 'same')
    assert.equal(after(waiting.state, paid(1000n)).told, 'COMPLETED paid')
    assert.equal(after(waiting.state, { kind: 'close_attention', why: lineWaitsText }).told, 'awaiting_payment')
    assert.equal(after(waiting.state, { kind: 'expire' }).told, 'EXPIRED expired')
    assert.equal(reviewOf(waiting.state, { kind: 'expire' }), undefined, 'operators still see it')
    assert.equal(after(payin, { kind: 'expire' }, { kind: 'line_waits' }).told, `expired (${lineWaitsText})`)
    assert.equal(after(payin, paid(400n), { kind: 'line_waits' }).told, 'same', 'its money waits already')
  })

  it('after EXPIRED completes late, or is held where the point has that policy', () => {
    const late = after(payin, { kind: 'expire' }, paid(1000n))
    assert.equal(late.told, 'COMPLETED paid_late')
    const held = after(hold, { kind: 'expire' }, paid(1000n))
    assert.equal(held.told, 'paid_late (paid after the expiry)')
    assert.deepEqual(held.postings, ['suspense 1000'])
    assert.equal(after(held.state, { kind: 'accept_suspense' }).told, 'COMPLETED paid_late')
    assert.equal(after(held.state, paid(1100n)).told, 'paid_late', 'a person was asked already')
  })

  it('is not completed by an amount of zero', () => {
    assert.equal(after(payin, paid(0n)).told, '! completed without money')
  })
})

describe('a pay-in under review', () => {
  it('leaves the queue when two operators close the review, and nothing else changes', () => {
    for (const start of [payin, after(payin, paid(1000n)).state, after(hold, paid(400n)).state]) {
      const closed = after(start, { kind: 'close_attention', why: 'x' })
      assert.deepEqual([closed.told, closed.postings, closed.state], [start.reason, [], start])
      assert.equal(reviewOf(start, { kind: 'close_attention', why: 'x' }), null)
    }
  })

  it('leaves the queue when it is decided', () => {
    const silent = after(payin, { kind: 'unresolved' }).state
    for (const update of [
      { kind: 'cancel' },
      { kind: 'expire' },
      { kind: 'rejected', reason: 'declined' },
      { kind: 'not_found', conclusive: true },
      paid(1000n),
    ] as const) {
      assert.equal(reviewOf(silent, update), null, update.kind)
    }
  })
})

describe('a pay-in that fails', () => {
  it('is ERROR with the reason, and money that arrives later needs review', () => {
    const failed = after(payin, { kind: 'rejected', reason: 'declined' })
    assert.equal(failed.told, 'ERROR declined')
    assert.equal(after(failed.state, { kind: 'rejected', reason: 'other' }).told, 'same')
    assert.equal(after(failed.state, paid(1000n)).told, '! completed after ERROR')
    const proven = after(failed.state, { kind: 'operator_completed', creditedMinor: 900n })
    assert.equal(proven.told, 'COMPLETED paid')
    assert.deepEqual(proven.postings, ['payin 900'])
    assert.equal(after(proven.state, { kind: 'operator_completed' }).told, 'same')
    assert.equal(
      after(failed.state, { kind: 'operator_completed', creditedMinor: 0n }).told,
      'same',
      'no money is none',
    )
  })

  it('does not fail by a rejection while money is in suspense, nor after COMPLETED', () => {
    const part = after(payin, paid(400n)).state
    assert.equal(after(part, { kind: 'rejected', reason: 'declined' }).told, '! rejected although money arrived')
    const done = after(payin, paid(1000n)).state
    assert.equal(after(done, { kind: 'rejected', reason: 'declined' }).told, '! rejected after COMPLETED')
    const expired = after(payin, { kind: 'expire' }).state
    assert.equal(after(expired, { kind: 'rejected', reason: 'declined' }).told, 'same')
  })

  it('expires or is cancelled only while nothing is paid', () => {
    assert.equal(after(payin, { kind: 'expire' }).told, 'EXPIRED expired')
    assert.equal(after(payin, { kind: 'cancel' }).told, 'EXPIRED cancelled')
    assert.equal(after(payin, paid(400n), { kind: 'cancel' }).told, 'same')
    for (const update of [{ kind: 'expire' }, { kind: 'cancel' }] as const) {
      assert.equal(after(payin, paid(1000n), update).told, 'same')
      assert.equal(after(payin, { kind: 'rejected', reason: 'declined' }, update).told, 'same')
    }
  })
})

describe('a pay-in with unknown outcome', () => {
  it('shows it, and needs review after a day until an answer comes', () => {
    const silent = after(payin, { kind: 'unknown', why: 'timeout' })
    assert.equal(silent.told, 'outcome_unknown')
    assert.equal(after(silent.state, { kind: 'unknown', why: 'timeout' }).told, 'same')
    const day = after(silent.state, { kind: 'unresolved' })
    assert.equal(day.told, 'needs_operator (no answer from the provider for 24 hours)')
    assert.equal(after(day.state, { kind: 'unresolved' }).told, 'same')
    assert.equal(after(day.state, { kind: 'not_found', conclusive: false }).told, 'same')
    assert.equal(after(day.state, { kind: 'pending' }).told, 'awaiting_payment')
    const move = transition(day.state, { kind: 'pending' })
    assert.equal(move.kind === 'note' && move.effects.attention, null)
    assert.equal(after(day.state, { kind: 'not_found', conclusive: true }).told, 'ERROR not_executed')
  })

  it('waits for the payer or the challenge, and received money outweighs a missing answer', () => {
    assert.equal(after(payin, { kind: 'pending', next: { type: 'redirect', url: 'x' } }).told, 'awaiting_3ds')
    assert.equal(after(payin, { kind: 'pending' }).told, 'same')
    assert.equal(after(payin, { kind: 'not_sent', why: 'unavailable' }).told, 'submitted')
    const part = after(payin, paid(400n)).state
    for (const update of [{ kind: 'pending' }, { kind: 'unknown', why: 'timeout' }, { kind: 'unresolved' }] as const) {
      assert.equal(after(part, update).told, 'same')
    }
    assert.equal(after(payin, paid(1000n), { kind: 'unresolved' }).told, 'same')
  })

  it('ignores payout updates, and decisions where none is due', () => {
    const kinds = ['approve', 'refuse', 'approval_expired', 'accept_suspense', 'return_suspense'] as const
    for (const kind of kinds) assert.equal(after(payin, { kind }).told, 'same')
    assert.equal(after(payin, { kind: 'operator_completed' }).told, 'same')
  })
})
