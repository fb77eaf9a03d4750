import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noFee } from './ledger.ts'
import { defaultPolicies } from './policies.ts'
import { type News, type State, transition } from './status.ts'
import { stateAfter } from './transition-parts.ts'

const payin: State = {
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
  policies: defaultPolicies('test'),
  terms: noFee,
}
const hold: State = {
  ...payin,
  policies: { late: 'hold', overpaid: 'hold', payerMismatch: 'hold', reversal: 'error', returnedFee: 'keep' },
}
const paid = (creditedMinor: bigint): News => ({ kind: 'completed', creditedMinor })

/** Tells the news one after the other; what the last one did, with its postings. */
function after(start: State, ...news: News[]): { state: State; told: string; postings: string[] } {
  let state = start
  let told = ''
  let postings: string[] = []
  for (const piece of news) {
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
function attentionOf(state: State, news: News): string | null | undefined {
  const told = transition(state, news)
  assert.ok(told.kind === 'move' || told.kind === 'note', told.kind)
  return told.effects.attention
}

describe('a pay-in that is paid', () => {
  it('completes with what arrived, and the money goes to the merchant', () => {
    const { told, postings, state } = after(payin, paid(1000n))
    assert.equal(told, 'COMPLETED paid')
    assert.deepEqual(postings, ['payin 1000'])
    assert.deepEqual([state.creditedMinor, state.receivedMinor, state.suspenseMinor], [1000n, 1000n, 0n])
  })

  it('counts the ordered amount where the provider reports none', () => {
    assert.deepEqual(after(payin, { kind: 'completed' }).postings, ['payin 1000'])
  })

  it('pays its fee once, out of what arrived, and never more than that', () => {
    const terms = { millionths: 15_000, fixedMinor: 30n }
    const { postings, state } = after({ ...payin, terms }, paid(1000n))
    assert.deepEqual(postings, ['payin 1000', 'payin_fee 45'])
    assert.equal(state.feeMinor, 45n)
    assert.deepEqual(after({ ...payin, terms: { millionths: 0, fixedMinor: 5000n } }, paid(1000n)).postings, [
      'payin 1000',
      'payin_fee 1000',
    ])
  })

  it('completes overpaid with all that arrived, or waits for a person where the point wants that', () => {
    assert.deepEqual(after(payin, paid(1100n)).postings, ['payin 1100'])
    assert.equal(after(payin, paid(1100n)).told, 'COMPLETED overpaid')
    const held = after(hold, paid(1100n))
    assert.equal(held.told, 'overpaid (more was paid than ordered)')
    assert.deepEqual(held.postings, ['suspense 1100'])
    assert.equal(held.state.status, 'PENDING')
    assert.equal(after(held.state, paid(1200n)).told, 'overpaid')
  })

  it('in parts waits in suspense until the sum is there', () => {
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

  it('in parts, too little in the end: EXPIRED, and a person decides about the money', () => {
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

  it('a second time keeps its first payment, and the second one waits in suspense', () => {
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

  it('by another document is flagged, or held until a person says so', () => {
    const other: News = { kind: 'completed', creditedMinor: 1000n, payerMismatch: true }
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

  it('after EXPIRED completes late, or is held where the point wants that', () => {
    const late = after(payin, { kind: 'expire' }, paid(1000n))
    assert.equal(late.told, 'COMPLETED paid_late')
    const held = after(hold, { kind: 'expire' }, paid(1000n))
    assert.equal(held.told, 'paid_late (paid after the expiry)')
    assert.deepEqual(held.postings, ['suspense 1000'])
    assert.equal(after(held.state, { kind: 'accept_suspense' }).told, 'COMPLETED paid_late')
  })

  it('without money is no payment', () => {
    assert.equal(after(payin, paid(0n)).told, '! completed without money')
  })
})

describe('a pay-in that is taken back', () => {
  it('stays COMPLETED with its booking, in parts and never for more than was credited', () => {
    const part = after(payin, paid(1000n), { kind: 'reversed', amountMinor: 300n })
    assert.equal(part.told, 'reversed')
    assert.deepEqual(part.postings, ['reversal 300'])
    assert.equal(after(part.state, { kind: 'reversed', amountMinor: 300n }).told, 'same')
    assert.deepEqual(after(part.state, { kind: 'reversed', amountMinor: 5000n }).postings, ['reversal 700'])
  })

  it('becomes ERROR where the point asks for that, once it is taken back whole', () => {
    const part = after(hold, paid(1000n), { kind: 'reversed', amountMinor: 300n })
    assert.equal(part.told, 'reversed')
    const whole = after(part.state, { kind: 'reversed', amountMinor: 1000n })
    assert.equal(whole.told, 'ERROR reversed')
    assert.deepEqual(whole.postings, ['reversal 700'])
    assert.equal(after(whole.state, { kind: 'reversed', amountMinor: 1000n }).told, 'same')
    assert.equal(after(whole.state, paid(1000n)).told, 'same')
    assert.equal(after(whole.state, { kind: 'operator_completed' }).told, 'same')
  })

  it('whose payment was never told has both in one step', () => {
    const both = after(payin, { kind: 'reversed', amountMinor: 1000n, creditedMinor: 1000n })
    assert.equal(both.told, 'COMPLETED reversed')
    assert.deepEqual(both.postings, ['payin 1000', 'reversal 1000'])
    const error = after(hold, { kind: 'reversed', amountMinor: 1000n, creditedMinor: 1000n })
    assert.equal(error.told, 'ERROR reversed')
    const late: State = { ...hold, status: 'EXPIRED', policies: { ...hold.policies, late: 'accept_late' } }
    assert.equal(after(late, { kind: 'reversed', amountMinor: 1000n, creditedMinor: 1000n }).told, 'COMPLETED reversed')
  })

  it('before anything arrived asks a person, and answers for the money that arrives then', () => {
    const early = after(payin, { kind: 'reversed', amountMinor: 1000n })
    assert.equal(early.told, 'awaiting_payment (more was taken back than arrived)')
    assert.deepEqual(early.postings, [])
    assert.equal(after(early.state, { kind: 'reversed', amountMinor: 1000n }).told, 'same')
    const paidThen = after(early.state, paid(1000n))
    assert.equal(paidThen.told, 'COMPLETED reversed')
    assert.deepEqual(paidThen.postings, ['payin 1000', 'reversal 1000'])
    assert.equal(attentionOf(early.state, paid(1000n)), null)
    assert.deepEqual(after(early.state, paid(400n)).postings, ['suspense 400', 'suspense_reversed 400'])
    assert.equal(after(early.state, paid(400n)).told, 'awaiting_payment (more was taken back than arrived)')
    for (const ending of [{ kind: 'expire' }, { kind: 'cancel' }, { kind: 'rejected', reason: 'declined' }] as const) {
      assert.equal(attentionOf(early.state, ending), undefined, `${ending.kind} leaves the question open`)
    }
    const failed = after(early.state, { kind: 'rejected', reason: 'declined' }).state
    const proven = after(failed, { kind: 'operator_completed', creditedMinor: 1000n })
    assert.equal(proven.told, 'COMPLETED reversed')
    assert.deepEqual(proven.postings, ['payin 1000', 'reversal 1000'])
  })

  it('after a failure contradicts', () => {
    const failed = after(payin, { kind: 'rejected', reason: 'declined' }).state
    assert.equal(after(failed, { kind: 'reversed', amountMinor: 1n }).told, '! reversed after ERROR')
  })
})

describe('money in suspense that is taken back', () => {
  const other: News = { kind: 'completed', creditedMinor: 1000n, payerMismatch: true }
  const back = (amountMinor: bigint, creditedMinor?: bigint): News => ({
    kind: 'reversed',
    amountMinor,
    ...(creditedMinor === undefined ? {} : { creditedMinor }),
  })

  it('while it was held for a person is gone: nobody accepts or returns it, and the pay-in can be paid again', () => {
    const held = after(hold, other).state
    for (const news of [back(1000n), back(1000n, 1000n)]) {
      const gone = after(held, news)
      assert.equal(gone.told, 'awaiting_payment')
      assert.equal(attentionOf(held, news), null)
      assert.deepEqual(gone.postings, ['suspense_reversed 1000'])
      assert.deepEqual([gone.state.suspenseMinor, gone.state.creditedMinor], [0n, null])
      for (const kind of ['accept_suspense', 'return_suspense'] as const) {
        assert.equal(after(gone.state, { kind }).told, 'same')
      }
      assert.equal(after(gone.state, news).told, 'same')
      assert.equal(after(gone.state, other).told, 'same')
      assert.deepEqual(after(gone.state, paid(2000n)).postings, ['payin 1000'])
      assert.equal(after(gone.state, { kind: 'expire' }).told, 'EXPIRED expired')
    }
  })

  it('after the expiry leaves it EXPIRED, and what is left waits on', () => {
    const late = after(hold, { kind: 'expire' }, paid(1000n)).state
    assert.equal(after(late, back(1000n)).told, 'expired')
    const part = after(late, back(300n))
    assert.equal(part.told, 'underpaid')
    assert.equal(attentionOf(late, back(300n)), undefined, 'a person is still asked')
    assert.deepEqual([part.state.suspenseMinor, part.state.creditedMinor], [700n, 700n])
    assert.deepEqual(after(part.state, { kind: 'return_suspense' }).postings, ['suspense_returned 700'])
    assert.equal(after(part.state, { kind: 'return_suspense' }, back(300n)).told, 'same')
  })

  it('in part keeps the question about another payer, whatever else arrives, and through the expiry', () => {
    const part = after(hold, other, back(300n))
    assert.equal(part.told, 'payer_mismatch')
    assert.equal(attentionOf(after(hold, other).state, back(300n)), undefined)
    for (const totalMinor of [1100n, 1300n]) {
      const more = after(part.state, paid(totalMinor))
      assert.equal(more.told, 'payer_mismatch', 'more money does not answer it')
      assert.equal(more.state.suspenseMinor, totalMinor - 300n)
    }
    const expired = after(part.state, { kind: 'expire' })
    assert.equal(expired.told, 'EXPIRED payer_mismatch')
    assert.equal(attentionOf(part.state, { kind: 'expire' }), undefined)
    assert.equal(after(expired.state, { kind: 'accept_suspense' }).told, 'COMPLETED underpaid')
  })

  it('of an underpaid or overpaid pay-in leaves what is left, which the rest completes', () => {
    const part = after(payin, paid(400n), back(100n))
    assert.equal(part.told, 'underpaid')
    assert.deepEqual(after(part.state, paid(1100n)).postings, ['suspense_accepted 300', 'payin 700'])
    assert.equal(after(payin, paid(400n), back(400n)).told, 'awaiting_payment')
    const over = after(hold, paid(1100n), back(100n))
    assert.equal(over.told, 'overpaid')
    assert.equal(after(over.state, { kind: 'accept_suspense' }).told, 'COMPLETED paid')
    assert.equal(after(hold, paid(1100n), back(101n)).told, 'underpaid')
  })

  it('that came on top of a completed pay-in costs the merchant nothing', () => {
    const twice = after(payin, paid(1000n), paid(2000n)).state
    const gone = after(twice, back(1000n))
    assert.equal(gone.told, 'paid')
    assert.deepEqual(gone.postings, ['suspense_reversed 1000'])
    assert.equal(attentionOf(twice, back(1000n)), null)
    assert.deepEqual([gone.state.creditedMinor, gone.state.suspenseMinor], [1000n, 0n])
    assert.equal(after(gone.state, { kind: 'return_suspense' }).told, 'same')
    assert.equal(attentionOf(twice, back(300n)), undefined, 'a person decides about what is left')
    assert.deepEqual(after(twice, back(300n), { kind: 'return_suspense' }).postings, ['suspense_returned 700'])
    const both = after(twice, back(1600n))
    assert.equal(both.told, 'reversed')
    assert.deepEqual(both.postings, ['suspense_reversed 1000', 'reversal 600'])
    assert.deepEqual(after(both.state, back(2000n)).postings, ['reversal 400'])
  })

  it('is the same story when the second payment is told after it, or with it', () => {
    const once = after(payin, paid(1000n)).state
    const both = after(once, back(1000n, 2000n))
    assert.equal(both.told, 'paid')
    assert.equal(attentionOf(once, back(1000n, 2000n)), null)
    assert.deepEqual(both.postings, ['suspense 1000', 'suspense_reversed 1000'])
    assert.equal(after(both.state, paid(2000n)).told, 'same')
    const ahead = after(once, back(1500n))
    assert.equal(ahead.told, 'reversed (more was taken back than arrived)')
    assert.deepEqual(ahead.postings, ['reversal 1000'])
    assert.equal(after(ahead.state, paid(2000n)).told, 'reversed (paid again after COMPLETED)')
    assert.deepEqual(after(ahead.state, paid(2000n)).postings, ['suspense 1000', 'suspense_reversed 500'])
    assert.equal(after(ahead.state, paid(2000n)).state.suspenseMinor, 500n)
  })

  it('after operators had sent some back asks whether it is the same money, and counts that once', () => {
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

  it('or comes after the pay-in was taken back whole, is handled in ERROR like in COMPLETED', () => {
    const failed = after(hold, paid(1000n), back(1000n)).state
    assert.equal(failed.status, 'ERROR')
    const again = after(failed, paid(2000n))
    assert.equal(again.told, 'reversed (paid again after ERROR)')
    assert.deepEqual(again.postings, ['suspense 1000'])
    const returned = after(again.state, { kind: 'return_suspense' })
    assert.equal(returned.told, 'reversed')
    assert.deepEqual([returned.state.status, returned.state.creditedMinor], ['ERROR', 1000n])
    assert.equal(attentionOf(again.state, { kind: 'return_suspense' }), null)
    assert.equal(after(again.state, { kind: 'accept_suspense' }).told, 'same')
    assert.deepEqual(after(again.state, back(2000n)).postings, ['suspense_reversed 1000'])
    assert.equal(after(failed, back(1500n)).told, 'reversed (more was taken back than arrived)')
  })
})

describe('a pay-in that asks for a person', () => {
  it('asks no more when two people closed it, and nothing else changes', () => {
    for (const start of [payin, after(payin, paid(1000n)).state, after(hold, paid(400n)).state]) {
      const closed = after(start, { kind: 'close_attention', why: 'x' })
      assert.deepEqual([closed.told, closed.postings, closed.state], [start.reason, [], start])
      assert.equal(attentionOf(start, { kind: 'close_attention', why: 'x' }), null)
    }
  })

  it('asks no more when it is cancelled', () => {
    assert.equal(attentionOf({ ...payin, reason: 'needs_operator' }, { kind: 'cancel' }), null)
  })
})

describe('a pay-in that fails', () => {
  it('is ERROR with the reason, and money that comes nevertheless stops for a person', () => {
    const failed = after(payin, { kind: 'rejected', reason: 'declined' })
    assert.equal(failed.told, 'ERROR declined')
    assert.equal(after(failed.state, { kind: 'rejected', reason: 'other' }).told, 'same')
    assert.equal(after(failed.state, paid(1000n)).told, '! completed after ERROR')
    const proven = after(failed.state, { kind: 'operator_completed', creditedMinor: 900n })
    assert.equal(proven.told, 'COMPLETED paid')
    assert.deepEqual(proven.postings, ['payin 900'])
    assert.equal(after(proven.state, { kind: 'operator_completed' }).told, 'same')
  })

  it('is not failed by a no while money is there, nor after COMPLETED', () => {
    const part = after(payin, paid(400n)).state
    assert.equal(after(part, { kind: 'rejected', reason: 'declined' }).told, '! rejected although money arrived')
    const done = after(payin, paid(1000n)).state
    assert.equal(after(done, { kind: 'rejected', reason: 'declined' }).told, '! rejected after COMPLETED')
    const expired = after(payin, { kind: 'expire' }).state
    assert.equal(after(expired, { kind: 'rejected', reason: 'declined' }).told, 'same')
  })

  it('expires and is cancelled only while nothing was paid', () => {
    assert.equal(after(payin, { kind: 'expire' }).told, 'EXPIRED expired')
    assert.equal(after(payin, { kind: 'cancel' }).told, 'EXPIRED cancelled')
    assert.equal(after(payin, paid(400n), { kind: 'cancel' }).told, 'same')
    for (const news of [{ kind: 'expire' }, { kind: 'cancel' }] as const) {
      assert.equal(after(payin, paid(1000n), news).told, 'same')
      assert.equal(after(payin, { kind: 'rejected', reason: 'declined' }, news).told, 'same')
    }
  })
})

describe('a pay-in of which nobody knows', () => {
  it('says so, and a day later asks for a person until an answer comes', () => {
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

  it('waits for the payer or the challenge, and money says more than silence', () => {
    assert.equal(after(payin, { kind: 'pending', next: { type: 'redirect', url: 'x' } }).told, 'awaiting_3ds')
    assert.equal(after(payin, { kind: 'pending' }).told, 'same')
    assert.equal(after(payin, { kind: 'not_sent', why: 'unavailable' }).told, 'submitted')
    const part = after(payin, paid(400n)).state
    for (const news of [{ kind: 'pending' }, { kind: 'unknown', why: 'timeout' }, { kind: 'unresolved' }] as const) {
      assert.equal(after(part, news).told, 'same')
    }
    assert.equal(after(payin, paid(1000n), { kind: 'unresolved' }).told, 'same')
  })

  it('takes no word that is for payouts, and no decision where there is none to make', () => {
    const words = ['approve', 'refuse', 'approval_expired', 'accept_suspense', 'return_suspense'] as const
    for (const kind of words) assert.equal(after(payin, { kind }).told, 'same')
    assert.equal(after(payin, { kind: 'operator_completed' }).told, 'same')
  })
})
