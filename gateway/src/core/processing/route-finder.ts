import type { ConnectorAccount, DepositAccount } from '../connectors/connector.ts'
import type { Database } from '../platform/database/database.ts'
import { expiringCache } from '../platform/expiring-cache.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { Environment } from '../values/environment.ts'
import type { PayType } from '../values/status.ts'
import { accountIdsOf, findDepositAccount, findRoute, type RouteRow, readConnectorAccount } from './store/routes.ts'

/** Every process sees a changed route or deposit account within this time. */
const cacheMs = 5_000

/** Cached pairs of point and service code; the oldest entry is evicted. Negative results are limited separately. */
const cacheEntriesMax = 10_000

export interface WantedRoute {
  environment: Environment
  pointId: string
  serviceCode: string
  payType: PayType
  /** Connector accounts that are passed over. */
  except?: readonly string[]
}

/** Finds the connector account of an order. Cached, so that the write path queries the database once in 5 seconds. */
export interface RouteFinder {
  find(wanted: WantedRoute): Promise<ConnectorAccount | undefined>
  account(id: string): Promise<ConnectorAccount | undefined>
  depositAccount(connectorAccountId: string, serviceCode: string): Promise<DepositAccount | undefined>
  /** The ids of all connector accounts of an environment. */
  accountIds(environment: Environment): Promise<readonly string[]>
}

export function routeFinder(options: { database: Database; secretBox: SecretBox }): RouteFinder {
  const { database, secretBox } = options
  const limits = { hitMs: cacheMs, missMs: cacheMs, entriesMax: cacheEntriesMax }
  const routes = expiringCache<ConnectorAccount>(limits)
  const accounts = expiringCache<ConnectorAccount>(limits)
  const deposits = expiringCache<DepositAccount>(limits)
  const accountIds = expiringCache<readonly string[]>(limits)
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
    find: async (wanted) => {
      const name = `${wanted.environment}/${wanted.pointId}/${wanted.serviceCode}/${wanted.payType}/${wanted.except ?? ''}`
      return await routes.get(name, async () => opened(await findRoute(database.engine, wanted)))
    },
    account: async (id) => await accounts.get(id, async () => opened(await readConnectorAccount(database.engine, id))),
    depositAccount: async (connectorAccountId, serviceCode) =>
      await deposits.get(`${connectorAccountId}/${serviceCode}`, async () => {
        const row = await findDepositAccount(database.engine, connectorAccountId, serviceCode)
        return row && { ...row, serviceCode: row.service_code, docId: row.doc_id }
      }),
    accountIds: async (environment) =>
      (await accountIds.get(environment, async () => await accountIdsOf(database.engine, environment))) ?? [],
  }
}
