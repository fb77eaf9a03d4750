import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import type { TestContext } from 'node:test'
import { reportLines } from './report.ts'
import { type SoakOptions, soak } from './soak.ts'

type Size = Pick<
  SoakOptions,
  'payments' | 'inFlight' | 'gatewayKills' | 'bankKills' | 'failpoints' | 'lateFailpoints' | 'networkFaults'
>

/** SOAK_SEED in the environment repeats the choices of a run. */
export const soakSeed = Number(process.env['SOAK_SEED'] || randomInt(2 ** 31))

/**
 * The soak at a size that a test run can bear, on a PostgreSQL server of its own, because it crashes it: each of the given
 * failpoints ends a process. A failure prints the seed.
 */
export async function loseNothing(t: TestContext, size: Size): Promise<void> {
  const result = await soak({
    seed: soakSeed,
    ...size,
    failpointHits: 1,
    databaseCrashes: 1,
    bankFaults: 3,
    settleMaxMs: 180_000,
    log: (line) => t.diagnostic(line),
  })
  const lines = reportLines(result)
  for (const line of lines) t.diagnostic(line)
  assert.deepEqual(result.violations, [], lines.join('\n'))
  // On a slow machine the expiry of a pay-in may pass before any gateway is there to accept it.
  assert.ok(result.verdict.judged + result.verdict.tooLate >= size.payments, lines.join('\n'))
  for (const name of size.failpoints) {
    const hits = result.chaos.failpointHits[name] ?? 0
    assert.ok(hits >= 1, `no process died at ${name}\n${lines.join('\n')}`)
  }
}
