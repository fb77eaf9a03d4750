import { test } from 'node:test'
import { killPayers } from './own-accounts/kill-payers.ts'

/** PAYMENT_FILE_CRASH_KILLS=112 for a long run, PAYMENT_FILE_CRASH_SEED repeats its choices. */
const kills = Number(process.env['PAYMENT_FILE_CRASH_KILLS'] ?? 28)

test(`of payment files that two processes make and send while they are killed ${kills} times no payout is paid twice or lost`, async (t) => {
  await killPayers(t, { kills, seed: Number(process.env['PAYMENT_FILE_CRASH_SEED'] ?? 2) })
})
