import { detailOf, requireSecondOperator, type SetBy } from '../audit/dual-approval.ts'
import { type AuditEntry, writeAudit } from '../audit/write-audit.ts'
import { hasOnlyTestMoney } from '../merchants/has-only-test-money.ts'
import { inTransaction } from '../platform/database/database.ts'
import { lockConnectorSetUp } from '../processing/store/connector-accounts.ts'
import {
  insertProviderAccount,
  type ProviderAccountRow,
  replaceProviderCredentials,
  setAccountDisabled,
} from '../processing/store/provider-accounts.ts'
import type { Environment } from '../values/environment.ts'
import { Problem } from '../values/problem.ts'
import type { ProviderAccountDeps } from './deps.ts'
import { isSandbox, requireProviderAccount, requireSealed, type SealedReference } from './seal-credentials.ts'
import { deleteSealed, type SealedCredentials } from './store/sealed-credentials.ts'

type Deps = Pick<ProviderAccountDeps, 'database' | 'clock'>

/**
 * Makes the account at a provider from sealed credentials. It takes no order before it has a route. Throws `not_found`,
 * and `second_person_required` for a live account without a second person.
 */
export async function addProviderAccount(
  deps: Deps,
  reference: SealedReference,
  by: SetBy,
): Promise<ProviderAccountRow> {
  const sealed = await requireSealed(deps, reference)
  if (!sealed.isNew) throw notForThis
  await requireSecond(deps, sealed.environment, by)
  const { connectorAccountId: id, connector, environment, name } = sealed
  await inTransaction(deps.database.engine, async (tx) => {
    await lockConnectorSetUp(tx)
    await insertProviderAccount(tx, { ...sealed, id, sandbox: isSandbox(sealed) })
    await deleteSealed(tx, sealed.id)
    const detail = { connector, environment, name, ...shownOf(sealed) }
    await writeAudit(tx, entryOf(by, { action: 'provider_account.add', id, detail }), deps.clock.now())
  })
  return await requireProviderAccount(deps, id)
}

/**
 * Replaces the credentials of an account. Every process uses the new ones within five seconds; calls under way end with
 * the old ones. Throws `not_found`, `not_in_this_state` if others replaced them meanwhile, and `second_person_required`
 * for a live account without a second person.
 */
export async function replaceCredentials(
  deps: Deps,
  reference: SealedReference,
  by: SetBy,
): Promise<ProviderAccountRow> {
  const sealed = await requireSealed(deps, reference)
  if (sealed.isNew) throw notForThis
  await requireSecond(deps, sealed.environment, by)
  const { connectorAccountId: id, connector } = sealed
  await inTransaction(deps.database.engine, async (tx) => {
    await lockConnectorSetUp(tx)
    if (!(await replaceProviderCredentials(tx, { ...sealed, id, expected: sealed.replacesChangedAt }))) {
      throw new Problem('not_in_this_state', { message: replacedMeanwhile })
    }
    await deleteSealed(tx, sealed.id)
    const detail = { connector, ...shownOf(sealed) }
    await writeAudit(tx, entryOf(by, { action: 'provider_account.credentials', id, detail }), deps.clock.now())
  })
  return await requireProviderAccount(deps, id)
}

/**
 * Disables an account: it takes no new orders, and its open ones go on. One operator may do it at once, because it only
 * stops. Throws `not_found`, and `not_in_this_state` if it is disabled already.
 */
export async function disableProviderAccount(deps: Deps, id: string, by: SetBy): Promise<ProviderAccountRow> {
  return await setDisabled(deps, { id, isDisabled: true, by })
}

/** Lets a disabled account take orders again. Throws also `second_person_required` for a live one. */
export async function enableProviderAccount(deps: Deps, id: string, by: SetBy): Promise<ProviderAccountRow> {
  await requireSecond(deps, (await requireProviderAccount(deps, id)).environment, by)
  return await setDisabled(deps, { id, isDisabled: false, by })
}

async function setDisabled(
  deps: Deps,
  { id, isDisabled, by }: { id: string; isDisabled: boolean; by: SetBy },
): Promise<ProviderAccountRow> {
  const { connector, name } = await requireProviderAccount(deps, id)
  const action = isDisabled ? 'provider_account.disable' : 'provider_account.enable'
  await inTransaction(deps.database.engine, async (tx) => {
    if (!(await setAccountDisabled(tx, id, isDisabled))) {
      throw new Problem('not_in_this_state', { message: isDisabled ? disabledAlready : enabledAlready })
    }
    await writeAudit(tx, entryOf(by, { action, id, detail: { connector, name } }), deps.clock.now())
  })
  return await requireProviderAccount(deps, id)
}

/** Dual approval where live money can move. A deployment without live points has none yet. */
export async function requireSecond(
  deps: Pick<ProviderAccountDeps, 'database'>,
  environment: Environment,
  by: SetBy,
): Promise<void> {
  requireSecondOperator(environment === 'live' && (await hasOnlyTestMoney(deps)) ? 'test' : environment, by)
}

export function entryOf(
  by: SetBy,
  {
    action,
    id,
    detail,
    pointId = null,
  }: { action: string; id: string; detail: Record<string, unknown>; pointId?: string | null },
): AuditEntry {
  const { actor, proposal, breakGlass } = by
  return { actor, action, pointId, objectId: id, detail: detailOf(by, detail), proposal, breakGlass }
}

/** What the audit log says about credentials: nothing secret. */
function shownOf({ facts, certificates }: SealedCredentials): Record<string, unknown> {
  return {
    facts,
    certificates: certificates.map(({ name, fingerprint, not_after }) => ({ name, fingerprint, not_after })),
  }
}

export const replacedMeanwhile =
  'The credentials of this account were replaced since these were entered: enter them again.'
export const disabledAlready = 'This account is disabled already.'
export const enabledAlready = 'This account is not disabled.'
const notForThis = new Problem('not_found', { message: 'These credentials are not kept any more: enter them again.' })
