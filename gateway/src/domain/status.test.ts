import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type News, type State, transition } from './status.ts'

const payin: State = {
  payType: 'payin',
  status: 'PENDING',
  reason: 'awaiting_payment',
  amountMinor: 1000n,
  creditedMinor: null,
}
const payout: State = {
  payType: 'payout',
  status: 'PENDING',
  reason: 'submitted',
  amountMinor: 1000n,
  creditedMinor: null,
}
const told = (state: State, news: News) => {
  const move = transition(state, news)
  return move.kind === 'move' || move.kind === 'note'
    ? `${move.kind} ${move.kind === 'move' ? move.status : ''} ${move.reason}`
    : move.kind
}

describe('a pay-in', () => {
  it('completes when the whole amount arrived, and says when more did', () => {
    assert.equal(told(payin, { kind: 'completed', creditedMinor: 1000n }), 'move COMPLETED paid')
    assert.equal(told(payin, { kind: 'completed', creditedMinor: 1100n }), 'move COMPLETED overpaid')
    assert.deepEqual(transition(payin, { kind: 'completed', creditedMinor: 1100n }), {
      kind: 'move',
      status: 'COMPLETED',
      reason: 'overpaid',
      creditedMinor: 1100n,
    })
  })

  it('stays PENDING when too little arrived, and remembers it when it expires', () => {
    assert.equal(told(payin, { kind: 'completed', creditedMinor: 900n }), 'note  underpaid')
    const underpaid: State = { ...payin, reason: 'underpaid', creditedMinor: 900n }
    assert.equal(told(underpaid, { kind: 'completed', creditedMinor: 900n }), 'same')
    assert.equal(told(underpaid, { kind: 'expire' }), 'move EXPIRED underpaid')
    assert.equal(told(underpaid, { kind: 'completed', creditedMinor: 1000n }), 'move COMPLETED paid')
  })

  it('completes late after EXPIRED, and never leaves COMPLETED by expiry', () => {
    assert.equal(
      told({ ...payin, status: 'EXPIRED', reason: 'expired' }, { kind: 'completed' }),
      'move COMPLETED paid_late',
    )
    assert.equal(told({ ...payin, status: 'COMPLETED', reason: 'paid' }, { kind: 'expire' }), 'same')
  })

  it('stays COMPLETED when it is reversed, with the reason', () => {
    assert.equal(
      told({ ...payin, status: 'COMPLETED', reason: 'paid' }, { kind: 'reversed', amountMinor: 1000n }),
      'note  reversed',
    )
  })

  it('is cancelled only while PENDING', () => {
    assert.equal(told(payin, { kind: 'cancel' }), 'move EXPIRED cancelled')
    assert.equal(told({ ...payin, status: 'ERROR', reason: 'declined' }, { kind: 'cancel' }), 'same')
  })

  it('is not cancelled when part of the money has arrived', () => {
    assert.equal(told({ ...payin, reason: 'underpaid', creditedMinor: 900n }, { kind: 'cancel' }), 'same')
  })

  it('that is paid again after COMPLETED stops for a person: no money is dropped', () => {
    const paid: State = { ...payin, status: 'COMPLETED', reason: 'paid', creditedMinor: 1000n }
    assert.equal(told(paid, { kind: 'completed', creditedMinor: 1000n }), 'same')
    assert.equal(told(paid, { kind: 'completed', creditedMinor: 2000n }), 'contradiction')
  })
})

describe('a payout', () => {
  it('comes back as ERROR when the whole amount is returned', () => {
    const completed: State = { ...payout, status: 'COMPLETED', reason: 'paid', creditedMinor: 1000n }
    assert.equal(told(completed, { kind: 'reversed', amountMinor: 1000n }), 'move ERROR returned')
    assert.equal(told(completed, { kind: 'reversed', amountMinor: 400n }), 'note  partially_returned')
  })

  it('of another amount than ordered stops for a person', () => {
    assert.equal(told(payout, { kind: 'completed', creditedMinor: 1000n }), 'move COMPLETED paid')
    assert.equal(told(payout, { kind: 'completed', creditedMinor: 1n }), 'contradiction')
  })

  it('never expires and is never cancelled', () => {
    assert.equal(told(payout, { kind: 'expire' }), 'same')
    assert.equal(told(payout, { kind: 'cancel' }), 'same')
  })

  it('is ERROR when the provider surely does not know our key, and PENDING when that proves nothing', () => {
    assert.equal(told(payout, { kind: 'not_found', conclusive: true }), 'move ERROR not_executed')
    assert.equal(told(payout, { kind: 'not_found', conclusive: false }), 'note  outcome_unknown')
  })
})

describe('unknown is not failed', () => {
  it('leaves the status alone', () => {
    for (const state of [payin, payout]) {
      assert.equal(told(state, { kind: 'unknown', why: 'timeout' }), 'note  outcome_unknown')
      assert.equal(told({ ...state, reason: 'outcome_unknown' }, { kind: 'unknown', why: 'timeout' }), 'same')
    }
  })
})

describe('contradictions move nothing', () => {
  it('completed after ERROR and rejected after COMPLETED stop for a person', () => {
    assert.equal(told({ ...payout, status: 'ERROR', reason: 'declined' }, { kind: 'completed' }), 'contradiction')
    assert.equal(
      told({ ...payout, status: 'COMPLETED', reason: 'paid' }, { kind: 'rejected', reason: 'declined' }),
      'contradiction',
    )
    assert.equal(told(payout, { kind: 'reversed', amountMinor: 1n }), 'contradiction')
  })
})

describe('any history', () => {
  const news: fc.Arbitrary<News> = fc.oneof(
    fc.record({ kind: fc.constant('completed' as const), creditedMinor: fc.bigInt(1n, 2000n) }),
    fc.constant({ kind: 'pending' as const }),
    fc.constant({ kind: 'rejected' as const, reason: 'declined' as const }),
    fc.constant({ kind: 'not_sent' as const, why: 'connect_failed' as const }),
    fc.constant({ kind: 'unknown' as const, why: 'timeout' as const }),
    fc.record({ kind: fc.constant('reversed' as const), amountMinor: fc.bigInt(1n, 2000n) }),
    fc.record({ kind: fc.constant('not_found' as const), conclusive: fc.boolean() }),
    fc.constant({ kind: 'expire' as const }),
    fc.constant({ kind: 'cancel' as const }),
  )
  const allowed = new Set([
    'PENDING>COMPLETED',
    'PENDING>ERROR',
    'PENDING>EXPIRED',
    'EXPIRED>COMPLETED',
    'COMPLETED>ERROR',
  ])

  it('walks only the moves of the contract, and repeating the last news changes nothing more', () => {
    fc.assert(
      fc.property(fc.constantFrom(payin, payout), fc.array(news, { maxLength: 12 }), (start, history) => {
        let state = start
        for (const piece of history) {
          const move = transition(state, piece)
          if (move.kind === 'move') {
            assert.ok(allowed.has(`${state.status}>${move.status}`), `${state.status}>${move.status} by ${piece.kind}`)
            if (move.status === 'ERROR' && state.status === 'COMPLETED') assert.equal(state.payType, 'payout')
            if (move.status === 'EXPIRED') assert.equal(state.payType, 'payin')
          }
          if (move.kind !== 'move' && move.kind !== 'note') continue
          state = {
            ...state,
            reason: move.reason,
            creditedMinor: move.creditedMinor,
            ...(move.kind === 'move' ? { status: move.status } : {}),
          }
          assert.ok(['same', 'contradiction'].includes(transition(state, piece).kind), `${piece.kind} repeats`)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
