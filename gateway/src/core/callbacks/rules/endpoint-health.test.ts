import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../../../test/support/test-seed.ts'
import {
  bucketMs,
  type CountedAttempts,
  type EndpointHealth,
  isSuspect,
  type Observation,
  observe,
  openOnFailureShare,
  sumOf,
  wellSince,
  windowMs,
} from './endpoint-health.ts'

const start = new Date('2026-01-01T00:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)

interface Attempt extends Observation {
  transaction: number
}

let transactions = 0
const attempt = (result: Observation['result'], more: Partial<Attempt> = {}): Attempt => ({
  ...{ result, probe: false, transaction: transactions++ },
  ...more,
})
const refused = () => attempt('refused')
const silent = () => attempt('silent')
const success = () => attempt('success')
const times = (count: number, each: () => Attempt) => Array.from({ length: count }, each)

/** An endpoint with its attempt log, as the gateway keeps both: successes of a healthy endpoint are in the log only. */
function endpoint() {
  const log: { atMs: number; attempt: Attempt }[] = []
  let health = wellSince(start)
  const counted = (sinceMs: number): CountedAttempts => {
    const seen = log.filter(({ atMs }) => atMs >= sinceMs)
    const failed = seen.filter((each) => each.attempt.result !== 'success')
    const slots = [...new Set(seen.map(({ atMs }) => Math.floor(atMs / bucketMs) * bucketMs))]
    const inSlot = (each: { atMs: number }, slot: number) => each.atMs >= slot && each.atMs < slot + bucketMs
    return {
      buckets: slots.map((startedAtMs) => ({
        startedAtMs,
        attempts: seen.filter((each) => inSlot(each, startedAtMs)).length,
        failures: failed.filter((each) => inSlot(each, startedAtMs)).length,
      })),
      failedTransactions: new Set(failed.map((each) => each.attempt.transaction)).size,
    }
  }
  const window = (now: Date) => counted(Math.max(health.countedSince.getTime(), now.getTime() - windowMs))
  return {
    health: () => health,
    window,
    see: (each: Attempt, now: Date): EndpointHealth => {
      log.push({ atMs: now.getTime(), attempt: each })
      const watched = sumOf(health.buckets).failures > 0 || health.opens > 0 || health.failingSince !== null
      if (each.result === 'success' && !watched) return health
      health = observe(health, each, now)
      if (each.result !== 'success' && isSuspect(health, now)) health = openOnFailureShare(health, window(now), now)
      return health
    },
  }
}

/** Attempts a second apart. */
function seen(...attempts: Attempt[]): EndpointHealth {
  const one = endpoint()
  for (const [index, each] of attempts.entries()) one.see(each, after(index * 1_000))
  return one.health()
}

describe('the circuit breaker of an address', () => {
  it('opens at the tenth refusal of the last five minutes, and not at the ninth', () => {
    assert.equal(seen(...times(9, refused)).opens, 0)
    const open = seen(...times(10, refused))
    assert.equal(open.opens, 1)
    assert.deepEqual(open.nextProbeAt, after(9_000 + 30_000))
    assert.deepEqual(open.failingSince, start)
  })

  it('counts successes: stays closed when 69 of 100 attempts failed, and opens when 70 failed', () => {
    const mixed = (failed: number) => seen(...times(100 - failed, success), ...times(failed, refused))
    assert.equal(mixed(69).opens, 0)
    assert.equal(mixed(70).opens, 1)
  })

  it('stays closed for any number of refusals of one or two transactions', () => {
    const of = (different: number) =>
      seen(...Array.from({ length: 60 }, (_, index) => attempt('refused', { transaction: -1 - (index % different) })))
    assert.equal(of(1).opens, 0)
    assert.equal(of(2).opens, 0)
    assert.equal(of(3).opens, 1)
  })

  it('opens at the fifth silence in a row, however long that takes; an answer resets the count', () => {
    const one = endpoint()
    for (let turn = 0; turn < 5; turn++) {
      assert.equal(one.health().opens, 0, String(turn))
      one.see(silent(), after(turn * 3_600_000))
    }
    assert.equal(one.health().opens, 1)
    assert.equal(seen(...times(4, silent), refused(), ...times(4, silent)).opens, 0)
  })

  it('ignores attempts older than five minutes', () => {
    const one = endpoint()
    for (let index = 0; index < 9; index++) one.see(refused(), after(index * 1_000))
    assert.equal(one.see(refused(), after(windowMs + 8_000)).opens, 0, 'ten failures, but only two within five minutes')
    const other = endpoint()
    for (let index = 0; index < 9; index++) other.see(refused(), after(index * 1_000))
    assert.equal(other.see(refused(), after(windowMs)).opens, 1, 'the first failure is exactly five minutes old')
  })

  it('waits 30 s for a probe, then twice as long each time, and never longer than 15 minutes', () => {
    let health = seen(...times(10, refused))
    const delays = Array.from({ length: 8 }, () => {
      const now = health.nextProbeAt ?? assert.fail('it is open')
      health = observe(health, attempt('silent', { probe: true }), now)
      return ((health.nextProbeAt?.getTime() ?? 0) - now.getTime()) / 1_000
    })
    assert.deepEqual(delays, [60, 120, 240, 480, 900, 900, 900, 900])
  })

  it('does not count attempts that were in flight when it opened', () => {
    const open = seen(...times(10, refused))
    assert.deepEqual(observe(open, refused(), after(20_000)), open)
  })

  it('closes at the first success of any attempt, and spreads the waiting callbacks', () => {
    const open = seen(...times(10, refused))
    assert.deepEqual(observe(open, success(), after(20_000)), { ...wellSince(after(20_000)), recovering: true })
  })

  it('a success while closed ends the failure and starts no recovery', () => {
    const health = seen(refused(), refused(), success())
    assert.deepEqual(
      [health.failingSince, health.recovering, sumOf(health.buckets)],
      [null, false, { attempts: 3, failures: 2 }],
    )
  })

  it('opens exactly when the attempt log of five minutes or five silences in a row require it, and stores little', () => {
    const attempts = fc.record({
      result: fc.constantFrom<Observation['result']>('success', 'refused', 'refused', 'refused', 'silent'),
      probe: fc.boolean(),
      transaction: fc.integer({ min: 0, max: 6 }),
    })
    const pauses = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 400_000 }))
    fc.assert(
      fc.property(fc.array(fc.tuple(attempts, pauses), { maxLength: 80 }), (history) => {
        const one = endpoint()
        let now = start
        let silentInARow = 0
        for (const [each, passedMs] of history) {
          now = new Date(now.getTime() + passedMs)
          const before = one.health()
          const health = one.see(each, now)
          silentInARow = each.result === 'silent' ? silentInARow + 1 : 0
          if (before.opens === 0) assert.equal(health.opens > 0, mustOpen(one.window(now), each, silentInARow))
          if (health.opens !== before.opens) silentInARow = 0
          assert.equal(health.opens > 0, health.nextProbeAt !== null)
          assert.ok(health.buckets.length <= 12, `${health.buckets.length} buckets`)
          if (each.result === 'success') assert.deepEqual([health.opens, health.failingSince], [0, null])
          else assert.notEqual(health.failingSince, null)
          if (health.nextProbeAt) assert.ok(health.nextProbeAt.getTime() - now.getTime() <= 900_000)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

/** The documented rule, implemented independently. */
function mustOpen({ buckets, failedTransactions }: CountedAttempts, last: Attempt, silentInARow: number): boolean {
  if (last.result === 'success') return false
  const { attempts, failures } = sumOf(buckets)
  return silentInARow >= 5 || (attempts >= 10 && failures >= 0.7 * attempts && failedTransactions >= 3)
}
