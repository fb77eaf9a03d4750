import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { withPlanted } from '../../simulator/planted/faults.ts'
import { statementFaults } from '../../simulator/planted/statement-faults.ts'
import { bankWorld, liveBankDays } from './own-accounts/bank-days.ts'

const seeds = Number(process.env['BANK_DAYS_SEEDS'] ?? 20)
/** Seeds within which each planted fault must show. */
const plantedSeeds = 20

test(`${seeds} seeds of bank days are in the ledger once, whatever two gateways lose`, async () => {
  const world = await bankWorld({ after })
  for (let seed = 1; seed <= seeds; seed += 1) assert.deepEqual(await liveBankDays(world, seed), [], `seed ${seed}`)
})

for (const { name, breaks } of statementFaults) {
  test(`days of a bank find the planted fault ${name}: ${breaks}`, (t) => {
    const { execArgv, env } = withPlanted(name)
    const program = fileURLToPath(new URL('./own-accounts/run-bank-days.js', import.meta.url))
    const args = [...execArgv, program, '1', String(plantedSeeds)]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    })
    assert.equal(status, 3, stderr || 'nothing was found')
    t.diagnostic(stdout.split('\n')[0] ?? '')
  })
}
