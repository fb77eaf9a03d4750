import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { it } from 'node:test'
import { reportLines } from './soak/report.ts'
import { soak } from './soak/soak.ts'

/**
 * The short version of `npm run faults`, on a PostgreSQL server of its own, because it crashes it. A failure prints the
 * seed; SOAK_SEED repeats its choices.
 */
it('two gateways, their bank and their database may die at any moment: nothing is lost, doubled or told wrongly', async (t) => {
  const result = await soak({
    seed: Number(process.env['SOAK_SEED'] || randomInt(2 ** 31)),
    payments: 1_200,
    inFlight: 16,
    failpointHits: 1,
    gatewayKills: 4,
    bankKills: 2,
    databaseCrashes: 1,
    bankFaults: 3,
    networkFaults: 7,
    lateFailpoints: ['inquiry_after_claim_before_call', 'inquiry_after_call_before_commit'],
    settleMaxMs: 180_000,
    log: (line) => t.diagnostic(line),
  })
  const lines = reportLines(result)
  for (const line of lines) t.diagnostic(line)
  assert.deepEqual(result.violations, [], lines.join('\n'))
  // On a slow machine the expiry of a pay-in may pass before any gateway is there to accept it.
  assert.ok(result.verdict.judged + result.verdict.tooLate >= 1_200, lines.join('\n'))
  for (const [name, hits] of Object.entries(result.chaos.failpointHits)) {
    assert.ok(hits >= 1, `no process died at ${name}\n${lines.join('\n')}`)
  }
})
