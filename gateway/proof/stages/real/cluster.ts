// The stage: own database, bank and two gateways as processes.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FaultProxy, faultProxy } from '../../../test/support/fault-proxy.ts'
import { freePort } from '../../../test/support/free-port.ts'
import { type CommandOutcome, gatewayRoot, runCommand, simbankRoot } from '../../../test/support/processes.ts'
import { callBank } from '../../../test/support/world-calls.ts'
import type { ReceivedCallback } from '../virtual/parts.ts'
import { type BankOrder, type CallBank, readBankOrders } from './bank-orders.ts'
import type { Receivers } from './callbacks/receivers.ts'
import { readInboxes } from './inboxes.ts'
import { aProcess, type OneProcess } from './one-process.ts'
import { type OwnDatabase, startOwnDatabase } from './own-database.ts'
import { makePoints, type Point } from './points.ts'

/** What the test runs against: a database server, a bank and two gateways, each a real process that it may kill. */
export interface Cluster {
  database: OwnDatabase
  bank: Pick<OneProcess, 'kill' | 'start' | 'stop'>
  gateways: readonly [OneProcess, OneProcess]
  /** Each gateway's own network to the database. */
  networks: readonly [FaultProxy, FaultProxy]
  points: readonly Point[]
  /** Of everything sealed. */
  masterKey: Buffer
  callBank: CallBank
  /** The bank's own book. */
  orders(): Promise<readonly BankOrder[]>
  /** The callbacks that merchants received, in their order. */
  received(): Promise<readonly ReceivedCallback[]>
  /** Merchants' own machines, where points have addresses. */
  receivers?: Receivers
  /** `pasarela verify` of everything. */
  verify(): Promise<CommandOutcome>
  /** Ends everything and removes the folder. */
  stop(): Promise<void>
}

/** Waiting times of the bank's scenarios: short, because the test is about their order. */
const bankDelays = {
  SIMBANK_PAY_DELAY_MS: '300',
  SIMBANK_SETTLE_DELAY_MS: '800',
  SIMBANK_RETURN_DELAY_MS: '1200',
  SIMBANK_HOLD_DELAY_MS: '1000',
  SIMBANK_LATE_DELAY_MS: '500',
  SIMBANK_AGAIN_DELAY_MS: '400',
  SIMBANK_HANG_MS: '400',
}

/** The longest of them with the time for a notification: a bank that is silent for longer has nothing left to do. */
export const bankSilenceMs = 2_500

/** Where the points' callbacks go, and who signs the certificates of those machines. Without: to their inboxes. */
export interface CallbackAddresses {
  addresses: readonly string[]
  authority: string
}

/** Starts everything: an own PostgreSQL, the bank, two gateways of the demo, and points with a key each. */
export async function startCluster(pointsWanted: number, callbacks?: CallbackAddresses): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-soak-'))
  const endings: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })]
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end()
  }
  try {
    const secrets = writeSecrets(folder, callbacks?.authority)
    const database = await startOwnDatabase(join(folder, 'database'), await freePort())
    endings.push(database.stop)
    const bankPort = await freePort()
    const bankEnv = { ...bankDelays, SIMBANK_DATA_DIR: join(folder, 'simbank'), SIMBANK_PORT: String(bankPort) }
    const bank = aProcess(simbankRoot, { ...bankEnv, SIMBANK_CREDENTIALS_FILE: secrets.credentialsFile }, bankPort)
    endings.push(bank.stop)
    await bank.start()
    const networks = [await faultProxy(database.url), await faultProxy(database.url)] as const
    for (const network of networks) endings.push(network.close)
    const [one, other] = networks.map(({ url }) => gatewayEnv(folder, { databaseUrl: url, bankUrl: bank.url, secrets }))
    const gateways = [await gateway(one ?? {}), await gateway(other ?? {})] as const
    for (const each of gateways) {
      endings.push(each.stop)
      await each.start()
    }
    const points = await makePoints(database.url, secrets.masterKey, { count: pointsWanted, ...callbacks })
    const call: CallBank = async (method, path, body) => await callBank(bank.url, secrets.token, { method, path, body })
    return {
      ...{ database, bank, gateways, networks, points, masterKey: secrets.masterKey, callBank: call },
      orders: async () => await readBankOrders(call),
      received: async () => await readInboxes(gateways[0].url, points),
      verify: async () => {
        const env = gatewayEnv(folder, { databaseUrl: database.url, bankUrl: bank.url, secrets })
        return await runCommand(env, ['verify'])
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Secrets {
  token: string
  credentialsFile: string
  masterKey: Buffer
  masterKeyFile: string
  /** Environment by which gateways trust the receivers. */
  trust: Record<string, string>
}

function writeSecrets(folder: string, authority: string | undefined): Secrets {
  const token = randomBytes(24).toString('base64url')
  const masterKey = randomBytes(32)
  const credentialsFile = join(folder, 'credentials.json')
  const masterKeyFile = join(folder, 'master.key')
  const credentials = { token, notification_secret: randomBytes(24).toString('base64url') }
  writeFileSync(credentialsFile, JSON.stringify(credentials), { mode: 0o600 })
  writeFileSync(masterKeyFile, masterKey.toString('base64'), { mode: 0o400 })
  const authorityFile = join(folder, 'ca.pem')
  if (authority !== undefined) writeFileSync(authorityFile, authority)
  const trust: Record<string, string> = authority === undefined ? {} : { CALLBACK_CA_FILE: authorityFile }
  return { token, credentialsFile, masterKey, masterKeyFile, trust }
}

async function gateway(env: Record<string, string>): Promise<OneProcess> {
  const port = await freePort()
  return aProcess(gatewayRoot, { ...env, PORT: String(port) }, port)
}

function gatewayEnv(
  folder: string,
  given: { databaseUrl: string; bankUrl: string; secrets: Secrets },
): Record<string, string> {
  return {
    DATABASE_URL: given.databaseUrl,
    MASTER_KEY_FILE: given.secrets.masterKeyFile,
    PASARELA_DEMO: '1',
    PASARELA_DATA_DIR: join(folder, 'data'),
    SIMBANK_URL: given.bankUrl,
    SIMBANK_CREDENTIALS_FILE: given.secrets.credentialsFile,
    LOG_LEVEL: 'error',
    // Providers and receivers of the test are here.
    CALLBACK_ALLOW_CIDRS: '127.0.0.0/8',
    ...given.secrets.trust,
  }
}
