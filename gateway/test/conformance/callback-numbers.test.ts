import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  alertAfterMs,
  type EndpointHealth,
  holdMs,
  type Observation,
  observe,
  suspendAfterMs,
  wellSince,
  windowMs,
} from '../../src/domain/endpoint-health.ts'

const up = import.meta.url.includes('/dist/') ? '../../../..' : '../../..'
const root = resolve(dirname(fileURLToPath(import.meta.url)), up)
/** The schedule of attempts is held by test/journeys/callback-tools.test.ts. */
const text = readFileSync(join(root, 'docs', 'callbacks.md'), 'utf8').replace(/\s+/g, ' ')
const start = new Date('2030-01-01T00:00:00Z')
const minuteMs = 60_000
const dayMs = 86_400_000

/** Attempts with the same result, one a second, until the breaker opens. */
function opening(result: Observation['result']): { attempts: number; health: EndpointHealth } {
  let health = wellSince(start)
  let attempts = 0
  while (health.opens === 0) {
    attempts++
    health = observe(health, { result, probe: false }, new Date(start.getTime() + attempts * 1_000))
  }
  return { attempts, health }
}

describe('docs/callbacks.md says what the code does about', () => {
  it('the breaker', () => {
    const silent = opening('silent')
    assert.ok(text.includes(`After ${silent.attempts} attempts in a row without any answer`), String(silent.attempts))
    const refused = opening('refused')
    const window = `at least ${refused.attempts} attempts within ${windowMs / minuteMs} minutes`
    assert.ok(text.includes(`70 % of ${window}`), window)
    const shareOf = (failed: number) => {
      let health = wellSince(start)
      for (let at = 0; at < refused.attempts; at++)
        health = observe(
          health,
          { result: at < refused.attempts - failed ? 'success' : 'refused', probe: false },
          start,
        )
      return health.opens
    }
    assert.deepEqual([shareOf(0.6 * refused.attempts), shareOf(0.7 * refused.attempts)], [0, 1])
    const delays: number[] = []
    for (let health = silent.health, now = start; delays.length < 12; ) {
      health = observe(health, { result: 'silent', probe: true }, now)
      delays.push((health.nextProbeAt ?? now).getTime() - now.getTime())
      now = health.nextProbeAt ?? now
    }
    const first = (silent.health.nextProbeAt?.getTime() ?? 0) - start.getTime() - silent.attempts * 1_000
    assert.equal(delays[0], 2 * first)
    assert.ok(
      text.includes(
        `after ${first / 1_000} seconds, then after twice as long each time, at most ${Math.max(...delays) / minuteMs} minutes`,
      ),
    )
  })

  it('alerts, suspension and what is held', () => {
    const { '15m': soon, '24h': day, '3d': days } = alertAfterMs
    assert.ok(
      text.includes(
        `after ${soon / minuteMs} minutes, ${day / 60 / minuteMs} hours and ${days / dayMs} days without a success`,
      ),
    )
    assert.ok(text.includes(`after ${suspendAfterMs / dayMs} days without a success`))
    assert.ok(text.includes(`held for ${holdMs / dayMs} days`))
  })
})
