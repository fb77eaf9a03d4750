import assert from 'node:assert/strict'
import { after, before, it, type TestContext } from 'node:test'
import { testSeed } from '../../../../test/support/test-seed.ts'
import { type RunResult, reportLines, run } from './run.ts'
import { type Scene, startScene } from './scene.ts'

/** Short, so that a killed process's work comes back soon; still many times what a request takes on a busy machine. */
const times = { deadlineMs: 2_000, leaseMs: 6_000 }

/**
 * Tests of callbacks through three delivering processes on a PostgreSQL server of their own, because they crash it. A failure
 * prints the seed; TEST_SEED repeats its choices.
 */
export function loseNoCallback(events: number): void {
  let scene: Scene
  before(async () => {
    scene = await startScene()
  })
  after(async () => await scene.stop())

  it('while nothing breaks, every callback that is delivered is one request', async (t) => await calm(t, scene))

  it('processes, database and merchants may fail at any moment: the last status of everything arrives, and nothing out of order', async (t) =>
    await storm(t, scene, events))
}

async function calm(t: TestContext, scene: Scene): Promise<void> {
  const result = await run(scene, {
    label: 'calm',
    seed: testSeed,
    points: 4,
    events: 150,
    eventsPerS: 60,
    restMaxMs: 60_000,
  })
  const lines = report(t, result)
  assert.deepEqual(result.violations, [], lines)
  assert.equal(result.verdict.requests, result.verdict.delivered, lines)
  // On a slow machine a newer status may overtake more of them, but each transaction's last one arrives.
  assert.ok(result.verdict.delivered >= result.verdict.transactions && result.verdict.transactions > 0, lines)
}

async function storm(t: TestContext, scene: Scene, events: number): Promise<void> {
  const faults = {
    kills: Math.max(Math.min(8, Math.ceil(events / 50)), Math.ceil(events / 250)),
    pauses: Math.max(Math.min(3, Math.ceil(events / 300)), Math.ceil(events / 1_000)),
    databaseCrashes: Math.max(1, Math.round(events / 4_000)),
  }
  const result = await run(scene, {
    label: 'storm',
    seed: testSeed,
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
  /*
   * What kills and crashes may repeat: a few for each, and the short versions have many of them for their size. A process
   * that stands still repeats all that it had in flight, which is counted apart.
   */
  const byPauses = verdict.reasons['paused'] ?? 0
  assert.ok(verdict.duplicates - byPauses <= Math.max(60, 0.02 * events), lines)
}

function report(t: TestContext, result: RunResult): string {
  const lines = reportLines(result)
  for (const line of lines) t.diagnostic(line)
  return lines.join('\n')
}
