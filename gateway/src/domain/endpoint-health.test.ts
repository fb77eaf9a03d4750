import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  alertAfterMs,
  alertsDue,
  type EndpointHealth,
  type Observation,
  observe,
  suspendAfterMs,
  wellSince,
  windowMs,
} from './endpoint-health.ts'

const start = new Date('2026-01-01T00:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const refused: Observation = { result: 'refused', probe: false }
const silent: Observation = { result: 'silent', probe: false }
const success: Observation = { result: 'success', probe: false }

/** Observations a second apart. */
function seen(...observations: Observation[]): EndpointHealth {
  return observations.reduce((health, each, index) => observe(health, each, after(index * 1_000)), wellSince(start))
}
const times = (count: number, each: Observation) => Array.from({ length: count }, () => each)

describe('the breaker of an endpoint', () => {
  it('opens at the tenth refusal of a window, and not at the ninth', () => {
    assert.equal(seen(...times(9, refused)).opens, 0)
    const open = seen(...times(10, refused))
    assert.equal(open.opens, 1)
    assert.deepEqual(open.nextProbeAt, after(9_000 + 30_000))
    assert.deepEqual(open.failingSince, start)
  })

  it('opens when 70 of 100 attempts fail, and stays closed when 69 do', () => {
    const mixed = (failed: number) => seen(...times(100 - failed, success), ...times(failed, refused))
    assert.equal(mixed(69).opens, 0)
    assert.equal(mixed(70).opens, 1)
  })

  it('opens at the fifth silence in a row, however long that takes; an answer in between begins anew', () => {
    let health = wellSince(start)
    for (let turn = 0; turn < 5; turn++) {
      assert.equal(health.opens, 0, String(turn))
      health = observe(health, silent, after(turn * 3_600_000))
    }
    assert.equal(health.opens, 1)
    assert.equal(seen(...times(4, silent), refused, ...times(4, silent)).opens, 0)
  })

  it('forgets a window that is over', () => {
    const nine = seen(...times(9, refused))
    const later = observe(nine, refused, after(windowMs))
    assert.deepEqual([later.attempts, later.failures, later.opens], [1, 1, 0])
    assert.deepEqual(later.failingSince, start, 'but not since when it fails')
  })

  it('waits 30 s for a probe, then twice as long each time, and never longer than 15 minutes', () => {
    let health = seen(...times(10, refused))
    const delays = Array.from({ length: 8 }, () => {
      const now = health.nextProbeAt ?? assert.fail('it is open')
      health = observe(health, { result: 'silent', probe: true }, now)
      return ((health.nextProbeAt?.getTime() ?? 0) - now.getTime()) / 1_000
    })
    assert.deepEqual(delays, [60, 120, 240, 480, 900, 900, 900, 900])
  })

  it('does not count what was in flight when it opened', () => {
    const open = seen(...times(10, refused))
    assert.deepEqual(observe(open, refused, after(20_000)), open)
  })

  it('closes at the first success, whoever made it, and what waited is to be spread', () => {
    const open = seen(...times(10, refused))
    assert.deepEqual(observe(open, success, after(20_000)), { ...wellSince(after(20_000)), recovering: true })
  })

  it('a success while closed ends the failing and hastens nothing', () => {
    const health = seen(refused, refused, success)
    assert.deepEqual([health.failingSince, health.recovering, health.failures], [null, false, 2])
  })

  it('never opens without a failure, is open exactly while it has a date for a probe, and always closes by a success', () => {
    const observation = fc.record({
      result: fc.constantFrom<Observation['result']>('success', 'refused', 'silent'),
      probe: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(observation, fc.integer({ min: 0, max: 400_000 })), { maxLength: 60 }), (story) => {
        let health = wellSince(start)
        let now = start
        for (const [each, passedMs] of story) {
          now = new Date(now.getTime() + passedMs)
          health = observe(health, each, now)
          assert.equal(health.opens > 0, health.nextProbeAt !== null)
          assert.ok(health.failures <= health.attempts)
          if (each.result === 'success') assert.deepEqual([health.opens, health.failingSince], [0, null])
          else assert.notEqual(health.failingSince, null)
          if (health.nextProbeAt) assert.ok(health.nextProbeAt.getTime() - now.getTime() <= 900_000)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('alerts', () => {
  it('are due at 15 minutes, a day and three days, and the suspension at five', () => {
    const at = (ms: number) => alertsDue(start, after(ms))
    assert.deepEqual(at(alertAfterMs['15m'] - 1), [])
    assert.deepEqual(at(alertAfterMs['15m']), ['15m'])
    assert.deepEqual(at(alertAfterMs['24h']), ['15m', '24h'])
    assert.deepEqual(at(alertAfterMs['3d']), ['15m', '24h', '3d'])
    assert.deepEqual(at(suspendAfterMs - 1), ['15m', '24h', '3d'])
    assert.deepEqual(at(suspendAfterMs), ['15m', '24h', '3d', 'suspended'])
  })
})
