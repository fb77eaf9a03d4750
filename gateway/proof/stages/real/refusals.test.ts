import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Exchange } from '../virtual/parts.ts'
import { checkRefusals } from './refusals.ts'

function asked(atMs: number, status: number, code?: string, path = '/api/v1/payments/payin_hth'): Exchange {
  const request = { method: 'POST', path, headers: {}, body: '{"reference":"r-7","amount":1}' } as const
  const body = JSON.stringify(code ? { error: { code } } : { data: { transaction_id: 't' } })
  const times = { sentAtMs: atMs, answeredAtMs: atMs + 1 }
  return { act: 'asks', who: 'Shop 1', ...times, request, reply: { kind: 'reply', status, body } }
}

const late = (atMs: number) => asked(atMs, 422, 'expired_at_past')
const refund = (atMs: number, status: number, code?: string) =>
  asked(atMs, status, code, '/api/v1/payments/01a22dfd-5967-79e9-8875-557ad172265b/refunds')
const judged = (...exchanges: Exchange[]) => {
  const { violations, tooLate } = checkRefusals(exchanges)
  return [violations.map(({ rule }) => rule), tooLate]
}

describe('a merchant who asks for what is right', () => {
  it('is accepted, however often it asks', () => {
    assert.deepEqual(judged(asked(1, 503, 'unavailable'), asked(2, 201), asked(3, 200)), [[], 0])
  })

  it('may come too late, where its reference was never accepted', () => {
    assert.deepEqual(judged(late(1), late(2)), [[], 1])
    assert.deepEqual(judged(asked(1, 201), late(2))[0], ['refused'])
    assert.deepEqual(judged(late(1), asked(2, 201))[0], ['refused'])
  })

  it('is refused nothing else, and never left without an answer', () => {
    assert.deepEqual(judged(asked(1, 409, 'reference_conflict'))[0], ['refused'])
    assert.deepEqual(judged(late(1), asked(2, 403, 'x'))[0], ['refused'])
    assert.deepEqual(judged(asked(1, 503, 'unavailable'))[0], ['unanswered'])
  })

  it('may ask for a refund before its pay-in is paid, not be refused one that was accepted', () => {
    assert.deepEqual(judged(refund(1, 409, 'not_in_this_state'), refund(5, 201))[0], [])
    assert.deepEqual(judged(refund(1, 201), refund(5, 409, 'not_in_this_state'))[0], ['refused'])
  })
})
