import type { Connector } from '../connectors/connector.ts'
import type { ConnectorSetUp } from '../connectors/set-up.ts'
import { simulatedBankName } from '../connectors/simulated-bank/connector.ts'
import { isUuid, uuidV7 } from '../platform/ids.ts'
import { connectorCredentialsPlace } from '../processing/store/connector-accounts.ts'
import { type ProviderAccountRow, readProviderAccount } from '../processing/store/provider-accounts.ts'
import type { Environment } from '../values/environment.ts'
import { type FieldProblem, Problem } from '../values/problem.ts'
import { nameFaults, refuseFaults } from '../values/refuse-faults.ts'
import type { ProviderAccountDeps } from './deps.ts'
import { readCredentials } from './read-credentials.ts'
import { deleteUnusedSealed, insertSealed, readSealed, type SealedCredentials } from './store/sealed-credentials.ts'

const nameLengthMax = 100

/** Credentials as they are entered: of a new account, or of one whose credentials are replaced. */
export type EnteredCredentials = {
  credentials: unknown
  /** A UUID of the caller: a repetition finds the first result. */
  sealedId?: string | undefined
} & ({ connector: string; environment: Environment; name: string } | { connectorAccountId: string })

/** Names what was sealed. A proposal stores exactly this. */
export interface SealedReference {
  sealedId: string
  digest: string
}

/** What was sealed, without secrets. */
export type SealedSummary = SealedReference &
  Pick<SealedCredentials, 'connectorAccountId' | 'connector' | 'environment' | 'name' | 'facts' | 'certificates'>

/**
 * Checks credentials, seals them for their account and keeps them until they are used. Nothing uses them yet. Throws
 * `validation_failed` with every wrong field, `not_found`, and `reference_conflict` if the id names other credentials.
 */
export async function sealCredentials(deps: ProviderAccountDeps, entered: EnteredCredentials): Promise<SealedSummary> {
  const now = deps.clock.now()
  const account = await accountOf(deps, entered)
  const setUp = setUpOf(deps.connectors, account)
  const { text, ...shown } = readCredentials(setUp, entered.credentials, now)
  const { id: connectorAccountId, connector, environment, name, isNew, replacesChangedAt } = account
  const whose = isNew ? `new ${environment} ${name}` : connectorAccountId
  const digest = deps.secretBox
    .keyedHash('provider-credentials', `${connector}\n${whose}\n${text}`)
    .toString('hex')
    .slice(0, 32)
  const sealedId = entered.sealedId ?? uuidV7(now)
  await insertSealed(deps.database.engine, {
    id: sealedId,
    ...{ connectorAccountId, connector, environment, name, isNew, replacesChangedAt, digest },
    credentialsBox: deps.secretBox.seal(text, connectorCredentialsPlace(connectorAccountId)),
    ...shown,
  })
  const stored = await requireSealed(deps, { sealedId, digest }, 'reference_conflict')
  return { ...stored, sealedId, digest }
}

/** Throws `not_found`, or `other` where these are not the credentials that were named. */
export async function requireSealed(
  deps: Pick<ProviderAccountDeps, 'database'>,
  { sealedId, digest }: SealedReference,
  other: 'not_found' | 'reference_conflict' = 'not_found',
): Promise<SealedCredentials> {
  const sealed = isUuid(sealedId) ? await readSealed(deps.database.engine, sealedId) : undefined
  if (sealed && sealed.digest !== digest && other === 'reference_conflict') throw new Problem('reference_conflict')
  if (!sealed || sealed.digest !== digest) {
    throw new Problem('not_found', { message: 'These credentials are not kept any more: enter them again.' })
  }
  return sealed
}

/** Deletes entered credentials that nobody uses any more. Returns the number of rows. */
export async function forgetUnusedCredentials(deps: Pick<ProviderAccountDeps, 'database'>): Promise<number> {
  return await deleteUnusedSealed(deps.database.engine)
}

/** A new account at a provider in the test environment is one at its sandbox. The simulated bank has no other. */
export function isSandbox({ connector, environment }: { connector: string; environment: Environment }): boolean {
  return environment === 'test' && connector !== simulatedBankName
}

/** The provider account. Throws `not_found`. */
export async function requireProviderAccount(
  deps: Pick<ProviderAccountDeps, 'database'>,
  id: string,
): Promise<ProviderAccountRow> {
  const account = isUuid(id) ? await readProviderAccount(deps.database.engine, id) : undefined
  if (!account) throw new Problem('not_found', { message: 'There is no such connector account.' })
  return account
}

type Whose = Pick<ProviderAccountRow, 'id' | 'connector' | 'environment' | 'name'> &
  Pick<SealedCredentials, 'isNew' | 'replacesChangedAt'>

async function accountOf(deps: ProviderAccountDeps, entered: EnteredCredentials): Promise<Whose> {
  if ('connectorAccountId' in entered) {
    const account = await requireProviderAccount(deps, entered.connectorAccountId)
    const { id, connector, environment, name } = account
    return { id, connector, environment, name, isNew: false, replacesChangedAt: account.credentials_changed_at }
  }
  const { connector, environment } = entered
  const name = entered.name.trim()
  const known = deps.connectors.get(connector)
  refuseFaults([...nameFaults(name, 'name', nameLengthMax), ...connectorFaults(known, deps.connectors, environment)])
  return { id: uuidV7(deps.clock.now()), connector, environment, name, isNew: true, replacesChangedAt: null }
}

function connectorFaults(
  known: Connector | undefined,
  connectors: ProviderAccountDeps['connectors'],
  environment: Environment,
): FieldProblem[] {
  if (!known?.setUp) {
    const names = [...connectors.values()].filter(({ setUp }) => setUp).map(({ manifest }) => manifest.name)
    const message = names.length === 0 ? 'no connector here takes accounts' : `connector is one of ${names.join(', ')}`
    return [{ code: 'not_allowed', param: 'connector', message }]
  }
  if (known.manifest.environments.includes(environment)) return []
  const message = `the connector ${known.manifest.name} serves no ${environment} points`
  return [{ code: 'not_allowed', param: 'environment', message }]
}

/** Throws `not_in_this_state` where this deployment's connector has no set-up. */
export function setUpOf(
  connectors: ProviderAccountDeps['connectors'],
  { connector }: Pick<ProviderAccountRow, 'connector'>,
): ConnectorSetUp {
  const setUp = connectors.get(connector)?.setUp
  if (setUp) return setUp
  throw new Problem('not_in_this_state', {
    message: `The connector ${connector} is not configured here, or has no credentials of its own.`,
  })
}
