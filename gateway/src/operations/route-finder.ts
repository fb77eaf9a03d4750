import type { ConnectorAccount, DepositAccount } from '../connectors/connector.ts'
import type { PayType } from '../domain/status.ts'
import type { Environment } from '../domain/transaction.ts'
import type { Clock } from '../lib/clock.ts'
import type { SecretBox } from '../lib/secret-box.ts'
import type { Database } from '../store/database.ts'
import { findDepositAccount, findRoute, type RouteRow, readConnectorAccount } from '../store/routes.ts'

/** A changed route or deposit account is seen by every process within this time. */
const cacheMs = 5_000

/** Points times service codes in use at once; beyond it the oldest entry goes. */
const cacheEntriesMax = 10_000

export interface WantedRoute {
  environment: Environment
  pointId: string
  serviceCode: string
  payType: PayType
}

/** Where orders go. Reads through a small cache, so that the write path asks the database once in 5 seconds. */
export interface RouteFinder {
  find(wanted: WantedRoute): Promise<ConnectorAccount | undefined>
  account(id: string): Promise<ConnectorAccount | undefined>
  depositAccount(connectorAccountId: string, serviceCode: string): Promise<DepositAccount | undefined>
}

export function routeFinder(options: { database: Database; secretBox: SecretBox; clock: Clock }): RouteFinder {
  const { database, secretBox } = options
  const cache = timedCache(options.clock)
  const opened = (row: RouteRow | undefined): ConnectorAccount | undefined =>
    row && {
      id: row.connector_account_id,
      connector: row.connector,
      environment: row.environment,
      credentials: secretBox.open(row.credentials_box, {
        table: 'connector_accounts',
        column: 'credentials',
        rowId: row.connector_account_id,
      }),
    }
  return {
    find: async (wanted) =>
      await cache(`route/${wanted.environment}/${wanted.pointId}/${wanted.serviceCode}/${wanted.payType}`, async () =>
        opened(await findRoute(database.engine, wanted)),
      ),
    account: async (id) =>
      await cache(`account/${id}`, async () => opened(await readConnectorAccount(database.engine, id))),
    depositAccount: async (connectorAccountId, serviceCode) =>
      await cache(`deposit/${connectorAccountId}/${serviceCode}`, async () => {
        const row = await findDepositAccount(database.engine, connectorAccountId, serviceCode)
        return row && { ...row, serviceCode: row.service_code, docId: row.doc_id }
      }),
  }
}

function timedCache(clock: Clock) {
  const entries = new Map<string, { until: number; value: Promise<unknown> }>()
  return async <T>(key: string, load: () => Promise<T>): Promise<T> => {
    const now = clock.now().getTime()
    const known = entries.get(key)
    // A clock that was set back must not keep an entry for longer than cacheMs either.
    if (known && known.until > now && known.until <= now + cacheMs) return (await known.value) as T
    const value = load()
    entries.delete(key)
    entries.set(key, { until: now + cacheMs, value })
    if (entries.size > cacheEntriesMax) entries.delete(entries.keys().next().value ?? '')
    value.catch(() => entries.delete(key))
    return await value
  }
}
