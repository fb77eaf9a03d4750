import { fieldsOfSetUp, type NamedCredentialField } from '../connectors/set-up.ts'
import {
  type CertificateFacts,
  listProviderAccounts,
  type ProviderAccountRow,
} from '../processing/store/provider-accounts.ts'
import { type ListedRoute, listRoutes } from '../processing/store/route-settings.ts'
import { present } from '../values/assert.ts'
import type { Environment } from '../values/environment.ts'
import type { ProviderAccountDeps } from './deps.ts'
import { type CertificateState, certificateState, daysLeft } from './rules/certificate-state.ts'
import { requireProviderAccount } from './seal-credentials.ts'
import { type LastCertification, lastCertifications } from './store/certifications.ts'

export interface ShownCertificate extends CertificateFacts {
  /** Whole days until it ends; negative after. */
  daysLeft: number
  state: CertificateState
}

export interface ShownAccount extends Omit<ProviderAccountRow, 'certificates'> {
  certificates: readonly ShownCertificate[]
  /** Whether the connector has a call that tries credentials. */
  canTry: boolean
  /** Undefined: never tried. */
  certification: LastCertification | undefined
  /** Whether the provider takes the address for notifications by a call. */
  canRegister: boolean
  /** Whether this deployment's connector takes new credentials for it. */
  canReplace: boolean
}

/** A connector whose accounts operators add. */
export interface OfferedConnector {
  connector: string
  environments: readonly Environment[]
  /** Service codes by direction, `*` for all. */
  capabilities: readonly { serviceCode: string; payType: 'payin' | 'payout' }[]
  canTry: boolean
  fields: readonly NamedCredentialField[]
}

/** Provider accounts without secrets, the newest first. */
export async function listAccounts(
  deps: Pick<ProviderAccountDeps, 'database' | 'connectors' | 'clock'>,
  environment: Environment | undefined,
): Promise<readonly ShownAccount[]> {
  const rows = await listProviderAccounts(deps.database.engine, environment)
  return await withCertifications(deps, rows)
}

/** A provider account without secrets, and its routes. Throws `not_found`. */
export async function showAccount(
  deps: Pick<ProviderAccountDeps, 'database' | 'connectors' | 'clock'>,
  id: string,
): Promise<{ account: ShownAccount; routes: readonly ListedRoute[] }> {
  const [account] = await withCertifications(deps, [await requireProviderAccount(deps, id)])
  return {
    account: present(account, 'the account'),
    routes: await listRoutes(deps.database.engine, { connectorAccountId: id }),
  }
}

/** All routes in the order in which they are tried. */
export async function listAllRoutes(
  deps: Pick<ProviderAccountDeps, 'database'>,
  environment: Environment | undefined,
): Promise<readonly ListedRoute[]> {
  return await listRoutes(deps.database.engine, { environment })
}

/** The connectors of this deployment whose accounts operators add. */
export function offeredConnectors({
  connectors,
}: Pick<ProviderAccountDeps, 'connectors'>): readonly OfferedConnector[] {
  return [...connectors.values()]
    .filter(({ setUp }) => setUp)
    .map(({ manifest, setUp }) => ({
      connector: manifest.name,
      environments: manifest.environments,
      capabilities: manifest.capabilities,
      canTry: setUp?.tryCredentials !== undefined,
      fields: fieldsOfSetUp(present(setUp, 'a set-up')),
    }))
}

async function withCertifications(
  deps: Pick<ProviderAccountDeps, 'database' | 'connectors' | 'clock'>,
  rows: readonly ProviderAccountRow[],
): Promise<ShownAccount[]> {
  const ids = rows.map(({ id }) => id)
  const last = await lastCertifications(deps.database.engine, ids)
  const byAccount = new Map(last.map((each) => [each.connector_account_id, each]))
  return rows.map((row) => ({ ...shown(deps, row), certification: byAccount.get(row.id) }))
}

function shown(
  { connectors, clock }: Pick<ProviderAccountDeps, 'connectors' | 'clock'>,
  row: ProviderAccountRow,
): Omit<ShownAccount, 'certification'> {
  const setUp = connectors.get(row.connector)?.setUp
  const now = clock.now()
  const certificates = row.certificates.map((each) => {
    const left = daysLeft(new Date(each.not_after), now)
    return { ...each, daysLeft: left, state: certificateState(left) }
  })
  return {
    ...row,
    certificates,
    canReplace: setUp !== undefined,
    canTry: setUp?.tryCredentials !== undefined,
    canRegister: setUp?.registerNotifications !== undefined,
  }
}
