import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { batchWorld, liveBatchDays } from './own-accounts/batch-days.ts'

// The short version: `npm run test:all` lives 40 seeds (BATCH_DAYS_SEEDS for more), and plants the faults.
test('histories of payment files end as a model says: each payout in one file, paid once, refused and returned as the bank did', async () => {
  const world = await batchWorld({ after })
  for (let seed = 1; seed <= 4; seed += 1) assert.deepEqual(await liveBatchDays(world, seed), [], `seed ${seed}`)
})
