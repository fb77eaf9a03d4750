import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readCancelled } from './cancelled-payin.ts'

const now = new Date('2030-01-01T12:00:00Z')
const before = new Date('2030-01-01T11:59:59Z')
const after = new Date('2030-01-01T12:00:01Z')
const cancelled = { kind: 'rejected', reason: 'cancelled' } as const

it('a pay-in that was called off at the provider expired or was cancelled, it did not fail', () => {
  assert.deepEqual(readCancelled({ pay_type: 'payin', expired_at: before }, cancelled, now), { kind: 'expire' })
  assert.deepEqual(readCancelled({ pay_type: 'payin', expired_at: after }, cancelled, now), { kind: 'cancel' })
})

it('every other answer, and every answer about a payout, means what it says', () => {
  const declined = { kind: 'rejected', reason: 'declined' } as const
  assert.equal(readCancelled({ pay_type: 'payin', expired_at: before }, declined, now), declined)
  assert.equal(readCancelled({ pay_type: 'payout', expired_at: null }, cancelled, now), cancelled)
})
