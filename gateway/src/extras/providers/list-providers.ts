import type { Manifest, ProviderSetUp } from '../../core/connectors/connector.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { ProcessingDeps } from '../../core/processing/deps.ts'
import { connectorCredentialsPlace } from '../../core/processing/store/connector-accounts.ts'
import { type CertificationState, stateOfCertification } from './rules/certification.ts'
import { fingerprintOf } from './rules/read-set-up.ts'
import { type CertificationRow, listLastCertifications } from './store/certification-runs.ts'
import {
  listProviderAccounts,
  listRoutes,
  type ProviderAccountRow,
  type RouteOfAccountRow,
} from './store/provider-accounts.ts'

/** Whether an account passed its connector's certification, and with which credentials. */
export interface Certification {
  state: CertificationState
  /** The last run that ended. */
  run: CertificationRow | undefined
}

/** `certification`: undefined where the connector has none. */
export type ShownProviderAccount = ProviderAccountRow & { certification: Certification | undefined }

/** Every account of a connector, also those that operators do not connect themselves. */
export async function showProviderAccounts({
  database: { engine },
  secretBox,
  connectors,
}: Pick<PlatformDeps, 'database' | 'secretBox'> & Pick<ProcessingDeps, 'connectors'>): Promise<
  readonly ShownProviderAccount[]
> {
  const runs = await listLastCertifications(engine)
  return (await listProviderAccounts(engine)).map(({ credentials_box: box, ...account }) => {
    if (connectors.get(account.connector)?.setUp?.certification === undefined) {
      return { ...account, certification: undefined }
    }
    const run = runs.get(account.id)
    // Only credentials that a run may stand for are opened.
    const isAsked = run?.outcome === 'passed'
    const now = isAsked ? fingerprintOf(secretBox.open(box, connectorCredentialsPlace(account.id))) : ''
    return { ...account, certification: { state: stateOfCertification(run, now), run } }
  })
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
