import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PointSettings } from '../../values/caller.ts'
import { rateLimiter, requestsPerSecondOf } from './rate-limits.ts'

function limiterAt() {
  const clock = { ms: 0 }
  return { clock, limiter: rateLimiter(() => clock.ms) }
}

describe('the rate limit of a key', () => {
  it('allows a burst of two seconds, then one request for each refilled token', () => {
    const { clock, limiter } = limiterAt()
    for (let i = 0; i < 20; i++) assert.ok(limiter.take('a', 10).allowed, `request ${i}`)
    assert.equal(limiter.take('a', 10).allowed, false)
    clock.ms += 100
    assert.ok(limiter.take('a', 10).allowed)
    assert.equal(limiter.take('a', 10).allowed, false)
  })

  it('reports the remaining requests, the time until it is full, and the time until the next request', () => {
    const { limiter } = limiterAt()
    assert.deepEqual(limiter.take('a', 2), { allowed: true, remaining: 3, resetSeconds: 1, retryAfterSeconds: 0 })
    for (let i = 0; i < 3; i++) limiter.take('a', 2)
    assert.deepEqual(limiter.take('a', 2), { allowed: false, remaining: 0, resetSeconds: 2, retryAfterSeconds: 1 })
  })

  it('still allows a request now and then if it is divided among more nodes than requests a second', () => {
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

  it('counts each key separately, and never holds more than two seconds of requests', () => {
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

  it('removes the least recently used key when there are too many', () => {
    const { limiter } = limiterAt()
    for (const key of ['old', 'busy']) for (let i = 0; i < 2; i++) limiter.take(key, 1)
    for (let i = 0; i < 9_998; i++) limiter.take(`key ${i}`, 1)
    assert.equal(limiter.take('busy', 1).allowed, false, 'it was used again, so it is the newest')
    limiter.take('one more', 1)
    assert.ok(limiter.take('old', 1).allowed, 'it was removed, so it starts full')
    assert.equal(limiter.take('busy', 1).allowed, false)
  })

  it('is 100 a second on live points, none on test points, and the operator’s where set', () => {
    const of = (environment: 'live' | 'test', rateLimitPerSecond?: number) =>
      requestsPerSecondOf({ environment, rateLimitPerSecond } as PointSettings)
    assert.deepEqual([of('live'), of('test'), of('live', 7), of('test', 3)], [100, undefined, 7, 3])
  })
})
