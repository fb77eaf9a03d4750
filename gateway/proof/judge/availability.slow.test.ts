import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Exchange } from '../stages/virtual/parts.ts'
import { checkAvailability } from './availability.ts'

const hourMs = 3_600_000

function asked(sentAtMs: number, reply: Exchange['reply']): Exchange {
  const request = { method: 'GET', path: '/', headers: {} } as const
  return { act: 'asks', who: 'plain', sentAtMs, answeredAtMs: sentAtMs + 1, request, reply }
}

const rulesOf = (exchange: Exchange) =>
  checkAvailability({ exchanges: [exchange], lastFaultAtMs: 0 }).map(({ rule }) => rule)

it('nobody hears of a fault of the gateway, whenever', () => {
  assert.deepEqual(rulesOf(asked(0, { kind: 'reply', status: 500, body: '' })), ['answer-fault'])
})

it('long after the last fault everybody is served', () => {
  const away = { kind: 'reply', status: 503, body: '' } as const
  assert.deepEqual(rulesOf(asked(2 * hourMs, away)), ['not-served'])
  assert.deepEqual(rulesOf(asked(2 * hourMs, { kind: 'broken' })), ['not-served'])
  assert.deepEqual(rulesOf(asked(2 * hourMs, { kind: 'reply', status: 429, body: '' })), ['not-served'])
  assert.deepEqual(rulesOf(asked(2 * hourMs, { kind: 'reply', status: 409, body: '' })), [])
  assert.deepEqual(rulesOf(asked(hourMs / 2, away)), [])
})
