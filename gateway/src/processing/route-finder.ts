import type { ConnectorAccount, DepositAccount } from '../connectors/connector.ts'
import type { Database } from '../platform/database/database.ts'
import { expiringCache } from '../platform/expiring-cache.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { Environment } from '../values/environment.ts'
import type { PayType } from '../values/status.ts'
import { chooseRoute } from './rules/choose-route.ts'
import { connectorCredentialsPlace } from './store/connector-accounts.ts'
import {
  accountIdsOf,
  findDepositAccount,
  findRouteCandidates,
  type RouteCandidate,
  type RouteRow,
  readConnectorAccount,
} from './store/routes.ts'

/** Every process sees a changed route or deposit account within this time. */
const cacheMs = 5_000

/** Cached pairs of point and service code; the oldest entry is evicted. Negative results are limited separately. */
const cacheEntriesMax = 10_000

export interface WantedRoute {
  environment: Environment
  pointId: string
  serviceCode: string
  payType: PayType
}

/** The order's amount in minor units decides among routes with limits. It is no part of the cache's key. */
export interface WantedOrder extends WantedRoute {
  amountMinor: bigint
}

/** Finds the connector account of an order. Cached, so that the write path queries the database once in 5 seconds. */
export interface RouteFinder {
  find(wanted: WantedOrder): Promise<ConnectorAccount | undefined>
  /** Whether there is a route for orders of other amounts. */
  takesOtherAmounts(wanted: WantedRoute): Promise<boolean>
  account(id: string): Promise<ConnectorAccount | undefined>
  depositAccount(connectorAccountId: string, serviceCode: string): Promise<DepositAccount | undefined>
  /** The ids of all connector accounts of an environment. */
  accountIds(environment: Environment): Promise<readonly string[]>
}

/** A candidate whose credentials are opened when it is chosen for the first time. */
interface OpenableRoute extends RouteCandidate {
  open(): ConnectorAccount
}

function once<T>(work: () => T): () => T {
  let done: { value: T } | undefined
  return () => {
    done ??= { value: work() }
    return done.value
  }
}

export function routeFinder(options: { database: Database; secretBox: SecretBox }): RouteFinder {
  const { database, secretBox } = options
  const limits = { hitMs: cacheMs, missMs: cacheMs, entriesMax: cacheEntriesMax }
  const routes = expiringCache<readonly OpenableRoute[]>(limits)
  const accounts = expiringCache<ConnectorAccount>(limits)
  const deposits = expiringCache<DepositAccount>(limits)
  const accountIds = expiringCache<readonly string[]>(limits)
  const opened = (row: RouteRow): ConnectorAccount => ({
    id: row.connector_account_id,
    connector: row.connector,
    environment: row.environment,
    credentials: secretBox.open(row.credentials_box, connectorCredentialsPlace(row.connector_account_id)),
  })
  const candidatesOf = async (wanted: WantedRoute): Promise<readonly OpenableRoute[]> => {
    const name = `${wanted.environment}/${wanted.pointId}/${wanted.serviceCode}/${wanted.payType}`
    const candidates = await routes.get(name, async () => {
      const found = await findRouteCandidates(database.engine, wanted)
      return found.length === 0 ? undefined : found.map((route) => ({ ...route, open: once(() => opened(route)) }))
    })
    return candidates ?? []
  }
  return {
    find: async (wanted) => chooseRoute(await candidatesOf(wanted), wanted.amountMinor)?.open(),
    takesOtherAmounts: async (wanted) =>
      (await candidatesOf(wanted)).some(
        ({ has_started: hasStarted, is_disabled: isDisabled }) => hasStarted && !isDisabled,
      ),
    account: async (id) =>
      await accounts.get(id, async () => {
        const row = await readConnectorAccount(database.engine, id)
        return row && opened(row)
      }),
    depositAccount: async (connectorAccountId, serviceCode) =>
      await deposits.get(`${connectorAccountId}/${serviceCode}`, async () => {
        const row = await findDepositAccount(database.engine, connectorAccountId, serviceCode)
        return row && { ...row, serviceCode: row.service_code, docId: row.doc_id }
      }),
    accountIds: async (environment) =>
      (await accountIds.get(environment, async () => await accountIdsOf(database.engine, environment))) ?? [],
  }
}
