import { test } from 'node:test'
import { killPayers } from './own-accounts/kill-payers.ts'

// The short version: `npm run test:all` kills more often.
test('processes that pay by payment files may die between any two steps: no payout is in two files, sent twice or lost', async (t) => {
  await killPayers(t, { kills: 5, seed: Number(process.env['PAYMENT_FILE_CRASH_SEED'] ?? 1) })
})
