import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import { connectorCredentialsPlace, lockConnectorSetUp } from '../../core/processing/store/connector-accounts.ts'
import { fingerprintOf } from './rules/read-set-up.ts'
import {
  type DraftRow,
  deleteDraft,
  findProviderAccount,
  type ProviderAccountRow,
  saveProviderAccount,
} from './store/provider-accounts.ts'
import { draftPlace, type ProvidersDeps, requireDraft } from './try-account.ts'

/** What two people compare: what is known of the credentials, before and after. */
export interface DraftView {
  draft: DraftRow
  /** Undefined: the account is new. */
  account: ProviderAccountRow | undefined
  /** Of the sealed credentials: it names them without telling them. */
  fingerprint: string
}

/** Throws `not_found`. */
export async function viewDraft(
  deps: Pick<ProvidersDeps, 'database' | 'secretBox'>,
  draftId: string,
): Promise<DraftView> {
  const draft = await requireDraft(deps, draftId)
  const { connector_account_id: id } = draft
  const account = id === null ? undefined : await findProviderAccount(deps.database.engine, id)
  return { draft, account, fingerprint: fingerprintOf(deps.secretBox.open(draft.credentials_box, draftPlace(draftId))) }
}

/**
 * Puts tried credentials to use: as a new account, or in place of those that one has. Orders under way go on with the new
 * ones. Every process sees them within seconds. Throws `not_found`, and `second_person_required` for a live account.
 */
export async function setProviderAccount(
  deps: Pick<ProvidersDeps, 'database' | 'secretBox' | 'clock'>,
  draftId: string,
  by: SetBy,
): Promise<{ connectorAccountId: string }> {
  const { draft, fingerprint } = await viewDraft(deps, draftId)
  requireSecondOperator(draft.environment, by)
  const id = draft.connector_account_id ?? draft.id
  const credentials = deps.secretBox.open(draft.credentials_box, draftPlace(draftId))
  await inTransaction(deps.database.engine, async (tx) => {
    await lockConnectorSetUp(tx)
    const { connector, environment, name, settings, certificate_ends_at } = draft
    const credentials_box = deps.secretBox.seal(credentials, connectorCredentialsPlace(id))
    await saveProviderAccount(tx, { id, connector, environment, name, settings, certificate_ends_at, credentials_box })
    await deleteDraft(tx, draftId)
    const detail = detailOf(by, { connector, environment, name, ...settings, credentials: fingerprint })
    const facts = { objectId: id, merchantId: null, detail }
    await writeAudit(tx, { ...auditOf(by.actor, 'provider.set', facts), ...commitFacts(by) }, deps.clock.now())
  })
  return { connectorAccountId: id }
}
