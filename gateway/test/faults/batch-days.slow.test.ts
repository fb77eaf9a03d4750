import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { batchFaults } from '../../simulator/planted/batch-faults.ts'
import { withPlanted } from '../../simulator/planted/faults.ts'
import { batchWorld, liveBatchDays } from './own-accounts/batch-days.ts'

const seeds = Number(process.env['BATCH_DAYS_SEEDS'] ?? 40)
/** Seeds within which each planted fault must show. */
const plantedSeeds = 30

test(`${seeds} histories of payment files end as a model says`, async () => {
  const world = await batchWorld({ after })
  for (let seed = 1; seed <= seeds; seed += 1) assert.deepEqual(await liveBatchDays(world, seed), [], `seed ${seed}`)
})

for (const { name, breaks } of batchFaults) {
  test(`histories of payment files find the planted fault ${name}: ${breaks}`, (t) => {
    const { execArgv, env } = withPlanted(name)
    const program = fileURLToPath(new URL('./own-accounts/run-batch-days.js', import.meta.url))
    const args = [...execArgv, program, '1', String(plantedSeeds)]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    })
    assert.equal(status, 3, stderr || 'nothing was found')
    t.diagnostic(stdout.split('\n')[0] ?? '')
  })
}
