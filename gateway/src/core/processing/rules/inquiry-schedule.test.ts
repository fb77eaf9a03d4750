import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextInquiryDelayMs, resendDelayMs, resendWindowMs } from './inquiry-schedule.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

describe('an order with unknown outcome', () => {
  it('is inquired about after 30 s, 2 m, 10 m, 1 h, 6 h, 24 h, then daily', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 100].map(nextInquiryDelayMs)
    assert.deepEqual(delays, [30 * second, 2 * minute, 10 * minute, hour, 6 * hour, 24 * hour, 24 * hour, 24 * hour])
    assert.equal(nextInquiryDelayMs(0), 30 * second, 'also where it was never asked for')
  })
})

describe('an order that never reached the provider', () => {
  it('is sent again after a second, with doubling delays up to a minute', () => {
    assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7, 1_000].map(resendDelayMs), [
      ...[1, 2, 4, 8, 16, 32].map((seconds) => seconds * second),
      ...[minute, minute, minute],
    ])
  })

  it('is not sent again after a day', () => {
    assert.equal(resendWindowMs, 24 * hour)
  })
})
