import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { importStatement } from '../../../src/bank-accounts/import-statement.ts'
import { matchNewLines, matchWaitingLines } from '../../../src/bank-accounts/match-lines.ts'
import { readCsvProfile } from '../../../src/bank-accounts/statements/csv-profile.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { createMetrics } from '../../../src/platform/log/metrics.ts'
import { startLoop } from '../../../src/platform/process/loop.ts'
import { secretBox } from '../../../src/platform/secret-box.ts'
import { simulatedBankProfile } from '../../support/simulated-accounts.ts'
import { randomFrom } from '../soak/random.ts'

/** What an importing process is told, as JSON in `STATEMENT_IMPORTER`. */
export interface ImporterSettings {
  databaseUrl: string
  /** Base64. */
  masterKey: string
  /** The bank's files. Their order is drawn by the seed, and each is given twice. */
  folder: string
  seed: number
}

/** One importing and matching process, with pools of its own, until somebody or a failpoint kills it. */
async function main(): Promise<void> {
  const { databaseUrl, masterKey, folder, seed } = JSON.parse(
    process.env['STATEMENT_IMPORTER'] ?? '',
  ) as ImporterSettings
  const log = pino({ level: 'silent' })
  const metrics = createMetrics()
  const database = openDatabase(databaseUrl, () => undefined)
  const clock = systemClock()
  const box = secretBox(Buffer.from(masterKey, 'base64'))
  const deps = { database, clock, secretBox: box, log, metrics, notify: () => undefined, knownAccounts: new Map() }
  const read = readCsvProfile(simulatedBankProfile)
  const profile = 'profile' in read ? read.profile : undefined
  // The test is gone: nobody else would end us.
  process.on('disconnect', () => process.exit(0))
  startLoop({ name: 'bankLines', runOnce: async () => await matchNewLines(deps), idleMs: 5, log, metrics })
  startLoop({ name: 'waitingLines', runOnce: async () => await matchWaitingLines(deps), idleMs: 50, log, metrics })
  process.send?.('ready')
  const random = randomFrom(seed)
  const names = readdirSync(folder)
  const order = [...names, ...names]
    .map((name) => ({ name, at: random.next() }))
    .sort((one, other) => one.at - other.at)
  for (const { name } of order) {
    const content = readFileSync(join(folder, name))
    const file = { content, name, environment: 'test', receivedBy: 'test' } as const
    await importStatement(deps, { ...file, profile: name.endsWith('.csv') ? profile : undefined })
  }
  process.send?.('imported')
}

void main()
