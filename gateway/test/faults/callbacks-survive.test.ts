import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, it, type TestContext } from 'node:test'
import { type RunResult, reportLines, run } from './callback-crash/run.ts'
import { startScene } from './callback-crash/scene.ts'

/**
 * Callbacks through three delivering processes on a PostgreSQL server of their own, because it crashes it. A failure
 * prints the seed; CALLBACK_CRASH_SEED repeats its choices. CALLBACK_CRASH_EVENTS sets the size: `npm run faults --
 * callbacks` runs the long version.
 */
const events = Number(process.env['CALLBACK_CRASH_EVENTS'] || 1_500)
const seed = Number(process.env['CALLBACK_CRASH_SEED'] || randomInt(2 ** 31))

/** Short, so that a killed process's work comes back soon; still many times what a request takes on a busy machine. */
const times = { deadlineMs: 2_000, leaseMs: 6_000 }

/**
 * What kills and crashes may repeat: a few for each, and the short version has many of them for its size. A process that
 * stands still repeats all that it had in flight, which is counted apart.
 */
const duplicatesMax = Math.max(60, 0.02 * events)

const scene = await startScene()
after(scene.stop)

it('while nothing breaks, every callback that is delivered is one request', async (t) => {
  const result = await run(scene, {
    label: 'calm',
    seed,
    points: 4,
    events: 150,
    eventsPerS: 60,
    restMaxMs: 60_000,
  })
  const lines = report(t, result)
  assert.deepEqual(result.violations, [], lines)
  assert.equal(result.verdict.requests, result.verdict.delivered, lines)
  assert.ok(result.verdict.delivered >= 80, lines)
})

it('processes, database and merchants may fail at any moment: the last status of everything arrives, and nothing out of order', async (t) => {
  const faults = {
    kills: Math.max(8, Math.ceil(events / 250)),
    pauses: Math.max(3, Math.ceil(events / 1_000)),
    databaseCrashes: Math.max(1, Math.round(events / 4_000)),
  }
  const result = await run(scene, {
    label: 'storm',
    seed,
    points: 8,
    events,
    eventsPerS: 50,
    faults,
    times,
    restMaxMs: 120_000,
  })
  const lines = report(t, result)
  const { verdict, havoc } = result
  assert.deepEqual(result.violations, [], lines)
  assert.ok(verdict.events >= events && verdict.transactions >= events / 3, lines)
  assert.ok(havoc.kills >= faults.kills && havoc.crashes.length >= faults.databaseCrashes, lines)
  assert.ok(result.breakersOpen > 0, lines)
  const byPauses = verdict.reasons['paused'] ?? 0
  assert.ok(verdict.duplicates - byPauses <= duplicatesMax, lines)
})

function report(t: TestContext, result: RunResult): string {
  const lines = reportLines(result)
  for (const line of lines) t.diagnostic(line)
  return lines.join('\n')
}
