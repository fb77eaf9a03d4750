import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bankWorld, liveBankDays } from './own-accounts/bank-days.ts'

// The short version: `npm run test:all` lives 20 seeds (BANK_DAYS_SEEDS for more), and plants the faults.
test('days of a bank that books late and twice and sends its files again are in the ledger once, whatever two gateways lose', async () => {
  const world = await bankWorld({ after })
  for (let seed = 1; seed <= 4; seed += 1) assert.deepEqual(await liveBankDays(world, seed), [], `seed ${seed}`)
})
