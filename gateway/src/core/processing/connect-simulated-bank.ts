import { writeAudit } from '../audit/write-audit.ts'
import { type Db, inTransaction } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { uuidV7 } from '../platform/ids.ts'
import type { PayType } from '../values/status.ts'
import {
  connectorCredentialsPlace,
  findConnectorAccount,
  insertConnectorAccount,
  insertRoute,
  lockConnectorSetUp,
  updateConnectorCredentials,
} from './store/connector-accounts.ts'

const connector = 'simulated-bank'
const payTypes: readonly PayType[] = ['payin', 'payout']

export interface SimulatedBankCredentials {
  /** Bearer token of the bank's provider API. */
  token: string
  /** Key of the HMAC over the bank's notifications. */
  notificationSecret: string
  /** The bank's address, for information only: the connector takes it from the configuration. */
  url?: string | undefined
}

/**
 * Connects test points to the simulated bank: one connector account, and routes `*` for pay-ins and payouts. Changed
 * credentials replace the stored ones. Idempotent, and safe in several processes at once.
 */
export async function connectSimulatedBank(
  deps: Pick<PlatformDeps, 'database' | 'secretBox' | 'clock'>,
  credentials: SimulatedBankCredentials,
  actor: string,
): Promise<{ connectorAccountId: string; change: 'created' | 'updated' | 'none' }> {
  const text = credentialsText(credentials)
  const now = deps.clock.now()
  return await inTransaction(deps.database.engine, async (tx) => {
    await lockConnectorSetUp(tx)
    const existing = await findConnectorAccount(tx, connector)
    const connectorAccountId = existing?.id ?? uuidV7(now)
    const place = connectorCredentialsPlace(connectorAccountId)
    if (existing && deps.secretBox.open(existing.credentials_box, place) === text) {
      return { connectorAccountId, change: 'none' as const }
    }
    const box = deps.secretBox.seal(text, place)
    if (existing) await updateConnectorCredentials(tx, connectorAccountId, box)
    else await createAccount(tx, { id: connectorAccountId, box, now })
    const change = existing ? ('updated' as const) : ('created' as const)
    const action = existing ? 'connector_account.update' : 'connector_account.create'
    await writeAudit(tx, { actor, action, pointId: null, objectId: connectorAccountId, detail: { connector } }, now)
    return { connectorAccountId, change }
  })
}

async function createAccount(tx: Db, account: { id: string; box: Buffer; now: Date }): Promise<void> {
  const { id, box: credentialsBox, now } = account
  await insertConnectorAccount(tx, { id, connector, environment: 'test', name: 'Simulated bank', credentialsBox })
  for (const payType of payTypes) {
    await insertRoute(tx, {
      id: uuidV7(now),
      environment: 'test',
      serviceCode: '*',
      payType,
      connectorAccountId: id,
    })
  }
}

/** JSON with a fixed member order, so that two texts can be compared. */
function credentialsText(credentials: SimulatedBankCredentials): string {
  const { url, token, notificationSecret } = credentials
  return JSON.stringify({ ...(url === undefined ? {} : { url }), token, notification_secret: notificationSecret })
}
