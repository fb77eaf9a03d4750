import { test } from 'node:test'
import { killImporters } from './own-accounts/kill-importers.ts'

// The short version: `npm run test:all` kills 300 times.
test('processes that import and match statements may die at any moment: each line stands once, and its money is booked once', async (t) => {
  await killImporters(t, { kills: 7, seed: Number(process.env['STATEMENT_CRASH_SEED'] ?? 1) })
})
