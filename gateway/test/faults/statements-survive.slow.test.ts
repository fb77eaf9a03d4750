import { test } from 'node:test'
import { killImporters } from './own-accounts/kill-importers.ts'

/** STATEMENT_CRASH_KILLS=300 for a long run, STATEMENT_CRASH_SEED repeats its choices. */
const kills = Number(process.env['STATEMENT_CRASH_KILLS'] ?? 60)

test(`of statements that two processes import while they are killed ${kills} times no line is lost or booked twice`, async (t) => {
  await killImporters(t, { kills, seed: Number(process.env['STATEMENT_CRASH_SEED'] ?? 2) })
})
