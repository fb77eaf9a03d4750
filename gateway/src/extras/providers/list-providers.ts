import type { Manifest, ProviderSetUp } from '../../core/connectors/connector.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { ProcessingDeps } from '../../core/processing/deps.ts'
import {
  listProviderAccounts,
  listRoutes,
  type ProviderAccountRow,
  type RouteOfAccountRow,
} from './store/provider-accounts.ts'

/** Every account of a connector, also those that operators do not connect themselves. */
export async function showProviderAccounts({
  database,
}: Pick<PlatformDeps, 'database'>): Promise<readonly ProviderAccountRow[]> {
  return await listProviderAccounts(database.engine)
}

/** A connector whose accounts operators connect themselves. */
export interface ConnectableConnector {
  connector: string
  manifest: Manifest
  setUp: ProviderSetUp
}

export function listConnectable({ connectors }: Pick<ProcessingDeps, 'connectors'>): readonly ConnectableConnector[] {
  return [...connectors].flatMap(([connector, { manifest, setUp }]) =>
    setUp === undefined ? [] : [{ connector, manifest, setUp }],
  )
}

/** Routes that have not ended, by their age. `after`: the id of the last one of the page before. */
export async function showRoutes(
  { database }: Pick<PlatformDeps, 'database'>,
  page: { accountId?: string | undefined; after?: string | undefined; limit: number },
): Promise<readonly RouteOfAccountRow[]> {
  const { accountId, after, limit } = page
  return await listRoutes(database.engine, { accountId, after, limit })
}
