import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PointSettings } from '../../values/caller.ts'
import { rateLimiter, requestsPerSecondOf } from './rate-limits.ts'

function limiterAt() {
  const clock = { ms: 0 }
  return { clock, limiter: rateLimiter(() => clock.ms) }
}

describe('the rate limit of a key', () => {
  it('lets a burst of two seconds’ worth pass, then one request for each refilled token', () => {
    const { clock, limiter } = limiterAt()
    for (let i = 0; i < 20; i++) assert.ok(limiter.take('a', 10).allowed, `request ${i}`)
    assert.equal(limiter.take('a', 10).allowed, false)
    clock.ms += 100
    assert.ok(limiter.take('a', 10).allowed)
    assert.equal(limiter.take('a', 10).allowed, false)
  })

  it('says how many are left, when it is full again, and when to come back', () => {
    const { limiter } = limiterAt()
    assert.deepEqual(limiter.take('a', 2), { allowed: true, remaining: 3, resetSeconds: 1, retryAfterSeconds: 0 })
    for (let i = 0; i < 3; i++) limiter.take('a', 2)
    assert.deepEqual(limiter.take('a', 2), { allowed: false, remaining: 0, resetSeconds: 2, retryAfterSeconds: 1 })
  })

  it('that is divided among more nodes than it has requests a second still lets each one through in its time', () => {
    const { clock, limiter } = limiterAt()
    assert.ok(limiter.take('a', 1 / 4).allowed)
    assert.deepEqual(limiter.take('a', 1 / 4), {
      allowed: false,
      remaining: 0,
      resetSeconds: 4,
      retryAfterSeconds: 4,
    })
    clock.ms += 4_000
    assert.ok(limiter.take('a', 1 / 4).allowed)
  })

  it('counts each key alone, and never holds more than two seconds’ worth', () => {
    const { clock, limiter } = limiterAt()
    for (let i = 0; i < 2; i++) limiter.take('a', 1)
    assert.equal(limiter.take('a', 1).allowed, false)
    assert.ok(limiter.take('b', 1).allowed)
    clock.ms += 3_600_000
    assert.deepEqual(
      [1, 2, 3].map(() => limiter.take('a', 1).allowed),
      [true, true, false],
    )
  })

  it('forgets the key that waited longest when there are too many', () => {
    const { limiter } = limiterAt()
    for (const key of ['old', 'busy']) for (let i = 0; i < 2; i++) limiter.take(key, 1)
    for (let i = 0; i < 9_998; i++) limiter.take(`key ${i}`, 1)
    assert.equal(limiter.take('busy', 1).allowed, false, 'used again: the newest now')
    limiter.take('one more', 1)
    assert.ok(limiter.take('old', 1).allowed, 'forgotten, so it starts full')
    assert.equal(limiter.take('busy', 1).allowed, false)
  })

  it('is 100 a second on live points, none on test points, and the operator’s where set', () => {
    const of = (environment: 'live' | 'test', rateLimitPerSecond?: number) =>
      requestsPerSecondOf({ environment, rateLimitPerSecond } as PointSettings)
    assert.deepEqual([of('live'), of('test'), of('live', 7), of('test', 3)], [100, undefined, 7, 3])
  })
})
