import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readCancelled } from './cancelled-payin.ts'

const now = new Date('2030-01-01T12:00:00Z')
const overdue = { pay_type: 'payin', status: 'PENDING', expired_at: new Date('2030-01-01T11:59:59Z') } as const
const inTime = { ...overdue, expired_at: new Date('2030-01-01T12:00:01Z') }
const cancelled = { kind: 'rejected', reason: 'cancelled' } as const

it('a pay-in that was cancelled at the provider ends as expired or cancelled, not as failed', () => {
  assert.deepEqual(readCancelled(overdue, cancelled, now), { kind: 'expire' })
  assert.deepEqual(readCancelled(inTime, cancelled, now), { kind: 'cancel' })
})

it('every other answer, and every answer about a payout or a decided pay-in, stays unchanged', () => {
  const declined = { kind: 'rejected', reason: 'declined' } as const
  assert.equal(readCancelled(overdue, declined, now), declined)
  assert.equal(readCancelled({ pay_type: 'payout', status: 'PENDING', expired_at: null }, cancelled, now), cancelled)
  assert.equal(readCancelled({ ...overdue, status: 'COMPLETED' }, cancelled, now), cancelled)
})
