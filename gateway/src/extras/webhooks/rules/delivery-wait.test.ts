import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DeliveryEndpoint, deliveryWait } from './delivery-wait.ts'

const now = new Date('2030-01-01T00:00:00Z')
const later = new Date(now.getTime() + 1)
const active: DeliveryEndpoint = { status: 'active', hasUrl: true, environment: 'live', breakerOpen: false }
const waits = (state: string, nextAttemptAt: Date, endpoint: Partial<DeliveryEndpoint> = {}) => {
  const wait = deliveryWait({ state, nextAttemptAt, endpoint: { ...active, ...endpoint } }, now)
  return [wait.nextAttemptAt, wait.waitsFor]
}

test('a delivery waits for a time only if that time is in the future', () => {
  assert.deepEqual(waits('pending', later), [later, 'time'])
  assert.deepEqual(waits('pending', now), [null, 'turn'])
})

test('a due delivery names the reason of its wait', () => {
  assert.deepEqual(waits('pending', now, { breakerOpen: true }), [null, 'endpoint'])
  assert.deepEqual(waits('pending', later, { status: 'paused' }), [null, 'resume'])
  assert.deepEqual(waits('held', now, { status: 'suspended' }), [null, 'resume'])
  assert.deepEqual(waits('pending', later, { hasUrl: false }), [null, 'address'])
  assert.deepEqual(
    waits('pending', now, { hasUrl: false, environment: 'test' }),
    [null, 'turn'],
    'the inbox has no breaker',
  )
})

test('a delivered, in-flight or given up delivery waits for nothing', () => {
  for (const state of ['delivered', 'sending', 'exhausted', 'superseded'])
    assert.deepEqual(waits(state, later), [null, null])
})
