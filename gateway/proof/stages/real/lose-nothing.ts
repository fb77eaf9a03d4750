// A run as a test.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { testSeed } from '../../../test/support/test-seed.ts'
import type { ChaosFigures } from './chaos.ts'
import type { Verdict } from './judge.ts'
import { reportLines } from './report.ts'
import { type Scene, type SoakOptions, simulatedBank, soak } from './soak.ts'

type Size = Pick<SoakOptions, 'payments' | 'inFlight' | 'gatewayKills' | 'bankKills'> & Partial<SoakOptions>

/**
 * The soak at a size that a test run can bear, on a PostgreSQL server of its own, because it crashes it: each failpoint ends
 * a process, and each kind of network fault happens. A failure prints the seed; TEST_SEED repeats its choices.
 */
export async function loseNothing(
  t: TestContext,
  size: Size,
  scene: Scene = simulatedBank,
): Promise<Verdict['figures'] & ChaosFigures> {
  const options: SoakOptions = {
    ...{ seed: testSeed, failpointHits: 1, databaseCrashes: 1, bankFaults: 3, networkFaults: 7, pauses: 0 },
    lateFailpoints: ['inquiry_after_claim_before_call', 'inquiry_after_call_before_commit'],
    settleMaxMs: 180_000,
    log: (line) => t.diagnostic(line),
    ...size,
  }
  const result = await soak(options, scene)
  const lines = reportLines(result)
  for (const line of lines) t.diagnostic(line)
  assert.deepEqual(result.violations, [], lines.join('\n'))
  // On a slow machine the expiry of a pay-in may pass before any gateway is there to accept it.
  const { payins, payouts, tooLate } = result.verdict
  assert.ok(payins + payouts + tooLate >= size.payments, lines.join('\n'))
  for (const name of scene.failpoints) {
    assert.ok(result.chaos.failpointHits[name] >= 1, `no process died at ${name}\n${lines.join('\n')}`)
  }
  return { ...result.verdict, ...result.chaos }
}
