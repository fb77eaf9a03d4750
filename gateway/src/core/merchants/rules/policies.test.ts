import assert from 'node:assert/strict'
import { it } from 'node:test'
import { defaultPolicies } from './policies.ts'

it('a live point asks a person about a foreign payer, a test point only flags one', () => {
  const usual = { late: 'accept_late', overpaid: 'accept', reversal: 'error', returnedFee: 'keep', refundFee: 'keep' }
  assert.deepEqual(defaultPolicies('live'), { ...usual, payerMismatch: 'hold' })
  assert.deepEqual(defaultPolicies('test'), { ...usual, payerMismatch: 'accept_flagged' })
})

it('what is taken back whole ends as ERROR, and a card payment stays COMPLETED: it is disputed', () => {
  assert.equal(defaultPolicies('live').reversal, 'error')
  assert.equal(defaultPolicies('live', { card: true }).reversal, 'keep_completed')
})
