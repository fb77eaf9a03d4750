import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callbackAttemptsMax, callbackDelaysMs, isReceived, nextDelayMs } from './callback-schedule.ts'

const hourMs = 3_600_000

test('15 attempts over 69.9 hours, with the delays of the contract', () => {
  const seconds = [0, 5, 30, 120, 300, 900, 1800, 3600, 7200, 14400, 21600, 28800, 43200, 43200, 86400]
  assert.deepEqual(
    callbackDelaysMs.map((delay) => delay / 1000),
    seconds,
  )
  assert.equal(callbackAttemptsMax, 15)
  assert.equal((callbackDelaysMs.reduce((sum, delay) => sum + delay) / hourMs).toFixed(1), '69.9')
})

test('the delay after an attempt is the next of the table with at most 10 % jitter, and no delay follows the last', () => {
  assert.equal(nextDelayMs(1, 0.5), 5_000)
  assert.equal(nextDelayMs(1, 0), 4_500)
  assert.equal(nextDelayMs(14, 0.5), 24 * hourMs)
  assert.ok((nextDelayMs(14, 0.999999) ?? 0) <= 26.4 * hourMs)
  assert.equal(nextDelayMs(15, 0.5), undefined)
})

test('only 200 confirms a callback, or any 2xx if the point accepts it', () => {
  const taken = (accept2xx: boolean) =>
    [100, 199, 200, 201, 204, 299, 300, 302, 400, 500].filter((status) => isReceived(status, accept2xx))
  assert.deepEqual(taken(false), [200])
  assert.deepEqual(taken(true), [200, 201, 204, 299])
})
