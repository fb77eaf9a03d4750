import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  type EndpointHealth,
  type Observation,
  observe,
  openOnFailureShare,
  wellSince,
  windowMs,
} from '../../src/core/callbacks/rules/endpoint-health.ts'
import { alertAfterMs, holdMs, suspendAfterMs } from '../../src/extras/webhooks/rules/endpoint-alerts.ts'

const up = import.meta.url.includes('/dist/') ? '../../../..' : '../../..'
const root = resolve(dirname(fileURLToPath(import.meta.url)), up)
/** The schedule of attempts is held by test/journeys/callback-tools.test.ts. */
const text = readFileSync(join(root, 'docs', 'callbacks.md'), 'utf8').replace(/\s+/g, ' ')
const start = new Date('2030-01-01T00:00:00Z')
const minuteMs = 60_000
const dayMs = 86_400_000

/** An attempt of another transaction each. */
const attempt = (result: Observation['result'], probe = false): Observation => ({ result, probe })

/** Attempts without an answer, one a second, until the breaker opens. */
function silenced(): { attempts: number; health: EndpointHealth } {
  let health = wellSince(start)
  let attempts = 0
  while (health.opens === 0 && attempts < 10_000) {
    attempts++
    health = observe(health, attempt('silent'), new Date(start.getTime() + attempts * 1_000))
  }
  return { attempts, health }
}

/** Whether so many attempts within the window open the breaker, so many of which failed. */
function opensBy(attempts: number, failures: number, failedTransactions: number): boolean {
  const counted = { buckets: [{ startedAtMs: start.getTime(), attempts, failures }], failedTransactions }
  return openOnFailureShare(wellSince(start), counted, start).opens > 0
}
const least = (opens: (count: number) => boolean) => Array.from({ length: 200 }, (_, count) => count).find(opens) ?? 0

describe('docs/callbacks.md says what the code does about', () => {
  it('the breaker', () => {
    const silent = silenced()
    assert.ok(text.includes(`After ${silent.attempts} attempts in a row without any answer`), String(silent.attempts))
    const attempts = least((count) => opensBy(count, count, 100))
    const share = least((failures) => opensBy(100, failures, 100))
    const transactions = least((different) => opensBy(100, 100, different))
    const rule = `${share} % of all attempts of the last ${windowMs / minuteMs} minutes failed, successes included, at least ${attempts}`
    assert.ok(text.includes(rule), rule)
    assert.ok(text.includes(`at least ${transactions} different transactions`), String(transactions))
    const delays: number[] = []
    for (let health = silent.health, now = start; delays.length < 12; ) {
      health = observe(health, attempt('silent', true), now)
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
