import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLikelyCandidate } from './likely-candidate.ts'

const seen = new Date('2030-06-14T12:00:00Z')
const times = { orderCreatedAt: new Date('2030-06-14T11:00:00Z'), lineSeenAt: seen }

test('one operator accepts a candidate of 85 or more that nothing speaks against', () => {
  assert.equal(isLikelyCandidate({ score: 85, reasons: ['amount_agrees', 'document_agrees'] }, times), true)
  assert.equal(isLikelyCandidate({ score: 84, reasons: ['amount_agrees'] }, times), false)
})

test('whatever its score, a candidate with a doubt needs two', () => {
  for (const doubt of [
    'created_later',
    'ended_earlier',
    'reversal',
    'lump',
    'other_account',
    'amount_and_sender_differ',
  ]) {
    assert.equal(isLikelyCandidate({ score: 98, reasons: ['reference', doubt] }, times), false, doubt)
  }
})

test('an order that was made once the line was known needs two', () => {
  const later = { orderCreatedAt: new Date(seen.getTime() + 1), lineSeenAt: seen }
  assert.equal(isLikelyCandidate({ score: 95, reasons: ['payer_reference'] }, later), false)
})
