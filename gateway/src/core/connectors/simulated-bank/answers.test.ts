import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outcomeOfAnswer as outcomeOf } from './answers.ts'

const order = { key: 'k', state: 'completed', amount_minor: '1000', bank_reference: 'SB1' }

const outcomeOfAnswer = (status: number, body: unknown, retryAfterMs?: number) =>
  outcomeOf({ key: 'k' }, { status, body, retryAfterMs })

describe('answers of the simulated bank', () => {
  it('completed has the credited amount, the reference and the sender', () => {
    assert.deepEqual(
      outcomeOfAnswer(200, {
        ...order,
        credited_minor: '900',
        end_to_end_id: 'E1',
        sender: { document: '1', name: null },
      }),
      { kind: 'completed', creditedMinor: 900n, providerReference: 'SB1', endToEndId: 'E1', sender: { document: '1' } },
    )
  })

  it('pending has the payer’s next page', () => {
    const pending = { ...order, state: 'pending' }
    assert.deepEqual(outcomeOfAnswer(200, { ...pending, next: { type: 'redirect', url: 'http://b/c' } }), {
      kind: 'pending',
      providerReference: 'SB1',
      next: { type: 'redirect', url: 'http://b/c' },
    })
    assert.deepEqual(outcomeOfAnswer(200, { ...pending, payer_url: 'http://b/p' }), {
      kind: 'pending',
      providerReference: 'SB1',
      next: { type: 'payer_app', url: 'http://b/p' },
    })
  })

  it('a refusal counts only with a known reason', () => {
    const rejected = outcomeOfAnswer(200, { ...order, state: 'rejected', reason: 'insufficient_funds' })
    assert.equal(rejected.kind === 'rejected' && rejected.reason, 'insufficient_funds')
    const odd = outcomeOfAnswer(200, { ...order, state: 'rejected', reason: 'new words' })
    assert.equal(odd.kind === 'rejected' && odd.reason, 'other')
  })

  it('everything else is unknown or not sent, never failed', () => {
    assert.deepEqual(outcomeOfAnswer(200, { ...order, state: 'moonshine' }), { kind: 'unknown', why: 'unreadable' })
    assert.deepEqual(outcomeOfAnswer(200, undefined), { kind: 'unknown', why: 'unreadable' })
    assert.deepEqual(outcomeOfAnswer(200, { ...order, bank_reference: 'a\u0000' }), {
      kind: 'unknown',
      why: 'unreadable',
    })
    assert.deepEqual(outcomeOfAnswer(503, undefined), { kind: 'unknown', why: 'server_error' })
    assert.deepEqual(outcomeOfAnswer(409, undefined), { kind: 'unknown', why: 'unmapped' })
    assert.deepEqual(outcomeOfAnswer(429, undefined, 2_000), {
      kind: 'not_sent',
      why: 'rate_limited',
      retryAfterMs: 2_000,
    })
    assert.deepEqual(outcomeOfAnswer(404, undefined), { kind: 'not_found' })
  })

  it('a pay-in with a cancelled key is cancelled, and any other late order is not executed', () => {
    const reasonOf = (payType: 'payin' | 'payout', error: string) => {
      const read = outcomeOf({ key: 'k', payType }, { status: 409, body: { error } })
      return read.kind === 'rejected' ? read.reason : read.kind
    }
    assert.equal(reasonOf('payin', 'key_cancelled'), 'cancelled')
    assert.equal(reasonOf('payin', 'deadline_passed'), 'not_executed')
    assert.equal(reasonOf('payout', 'key_cancelled'), 'not_executed')
    assert.equal(reasonOf('payout', 'deadline_passed'), 'not_executed')
  })

  it('an answer about another order, amount or currency is unknown', () => {
    const of = (asked: object) =>
      outcomeOf({ key: 'k', ...asked }, { status: 200, body: { ...order, currency: 'ARS' } })
    assert.equal(of({ amountMinor: 1000n, currency: 'ARS' }).kind, 'completed')
    assert.deepEqual(of({}), {
      kind: 'completed',
      creditedMinor: 1000n,
      currency: 'ARS',
      providerReference: 'SB1',
    })
    for (const asked of [{ key: 'other' }, { amountMinor: 1001n }, { currency: 'BRL' }]) {
      assert.deepEqual(of(asked), { kind: 'unknown', why: 'unmapped' })
    }
  })
})
