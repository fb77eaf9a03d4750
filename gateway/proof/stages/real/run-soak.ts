// A run as a command: `npm run faults`.
import { testSeed } from '../../../test/support/test-seed.ts'
import { pixScene } from './pix/scene.ts'
import { reportLines } from './report.ts'
import { type SoakOptions, simulatedBank, soak } from './soak.ts'

/** Text of the environment as a number, else the number of the long run. */
function setting(name: string, otherwise: number): number {
  const text = process.env[name]
  if (text === undefined || text === '') return otherwise
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number`)
  return value
}

/** The long run, at the simulated bank or, by the argument `pix`, at a provider of the Pix API. TEST_SEED repeats its choices, SOAK_PAYMENTS and the others change its size. */
async function main(): Promise<void> {
  const log = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
  const options: SoakOptions = {
    seed: testSeed,
    payments: setting('SOAK_PAYMENTS', 41_000),
    inFlight: setting('SOAK_IN_FLIGHT', 24),
    failpointHits: setting('SOAK_FAILPOINT_HITS', 10),
    gatewayKills: setting('SOAK_GATEWAY_KILLS', 110),
    bankKills: setting('SOAK_BANK_KILLS', 10),
    databaseCrashes: setting('SOAK_DATABASE_CRASHES', 6),
    bankFaults: setting('SOAK_BANK_FAULTS', 40),
    networkFaults: setting('SOAK_NETWORK_FAULTS', 28),
    pauses: 0,
    lateFailpoints: [],
    settleMaxMs: 300_000,
    log,
  }
  log(`seed ${options.seed}: ${options.payments} payments`)
  const result = await soak(options, process.argv[2] === 'pix' ? pixScene : simulatedBank)
  for (const line of reportLines(result)) console.log(line)
  process.exitCode = result.violations.length > 0 ? 1 : 0
}

await main()
