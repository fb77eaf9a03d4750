import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problem } from '../../core/values/problem.ts'
import { bucketCounts } from './bucket-counts.ts'
import { periodOf, type TimeBucket } from './rules/time-buckets.ts'
import type { BucketCountRow } from './store/reads/overview.ts'

const now = new Date('2026-11-21T12:00:00Z')
const days = periodOf(now, 3, 'UTC').slots
const second = 1_000

describe('cached counts', () => {
  it('are read again after five seconds for the current day, and rarely for earlier days', async () => {
    const { read, asked, pass } = counter()
    await read()
    assert.deepEqual(asked(), [days])
    pass(4 * second)
    await read()
    assert.deepEqual(asked(), [])
    pass(2 * second)
    await read()
    assert.deepEqual(asked(), [[days[2]]])
  })

  it('return earlier days once more while they are read again, unless they were not requested for long', async () => {
    const { read, asked, pass, countIs } = counter()
    await read()
    asked()
    pass(61 * second)
    countIs(2)
    assert.deepEqual(await read(), [1, 1, 2])
    assert.deepEqual(await read(), [2, 2, 2])
    assert.deepEqual(asked(), [[days[2]], [days[0], days[1]]])
    pass(601 * second)
    countIs(3)
    assert.deepEqual(await read(), [3, 3, 3])
  })

  it('are read once for concurrent requests, and not cached after a failure', async () => {
    const { read, asked, failNext } = counter()
    failNext()
    await assert.rejects(read(), /the database is unavailable/)
    assert.deepEqual(await Promise.all([read(), read(), read()]), [
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ])
    assert.deepEqual(asked(), [days, days])
  })

  it('of one point are never used for another', async () => {
    const { read, asked } = counter()
    await read('one')
    await read('two')
    assert.deepEqual(asked(), [days, days])
  })

  it('refuse a request when too many wait', async () => {
    const { read } = counter()
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => read()))
    const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    assert.equal(refused.length, 9)
    assert.ok(refused.every((reason) => reason instanceof Problem && reason.code === 'rate_limited'))
    assert.deepEqual(await read(), [1, 1, 1])
  })
})

/** A counter on a clock that the test moves. Its values are the number of calls. */
function counter() {
  let clock = 0
  let count = 1
  let fails = false
  let seen: (readonly TimeBucket[])[] = []
  const countedOf = bucketCounts(() => clock)
  const row = (slot: number): BucketCountRow => ({
    slot,
    pay_type: 'payin',
    service_code: 'BT_AR',
    currency: 'ARS',
    status: 'COMPLETED',
    reason: null,
    count,
    amount_minor: 100n,
    booked_minor: 100n,
  })
  const countBuckets = async (slots: readonly TimeBucket[]) => {
    seen.push(slots)
    const failed = fails
    fails = false
    await new Promise((resolve) => setImmediate(resolve))
    if (failed) throw new Error('the database is unavailable')
    return slots.map((_, index) => row(index))
  }
  return {
    read: async (pointId = 'one') => {
      const counted = await countedOf({ pointId, slots: days, now }, countBuckets)
      await new Promise((resolve) => setImmediate(resolve))
      return counted.map((rows) => rows[0]?.count)
    },
    asked: () => {
      const before = seen
      seen = []
      return before
    },
    pass: (ms: number) => {
      clock += ms
    },
    countIs: (value: number) => {
      count = value
    },
    failNext: () => {
      fails = true
    },
  }
}
