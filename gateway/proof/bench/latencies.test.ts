import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { measuredOf, percentile } from './latencies.ts'

describe('a percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)

  it('is the smallest value that so many do not exceed', () => {
    assert.deepEqual(
      [0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share)),
      [50, 95, 99, 100],
    )
    assert.equal(percentile([7], 0.99), 7)
    assert.equal(percentile([1, 2], 0.5), 1)
  })

  it('of nothing is 0', () => assert.equal(percentile([], 0.99), 0))

  it('does not depend on the order of arrival, and a call may stand for many items', () => {
    const measured = measuredOf([...hundred].reverse(), 1_000, 32)
    assert.deepEqual(measured, { perSecond: 3_200, p50Ms: 50, p95Ms: 95, p99Ms: 99, items: 3_200 })
  })
})
