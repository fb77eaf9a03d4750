import type { CsvProfile, FormatSettings, StatementFormat } from '@pasarela/bank-statements'
import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Environment } from '../../core/values/environment.ts'
import { requireAccount, requireOwnAccount } from './set-bank-account.ts'
import { insertProfile, listProfiles, type ProfileRow } from './store/bank-profiles.ts'
import { lockBankAccounts } from './store/bank-statements.ts'

/** How the bank of an own account writes a format. */
export interface BankProfile {
  bankAccountId: string
  format: StatementFormat
  profile: FormatSettings | CsvProfile
}

/**
 * Sets how files of an own account are read from now on. A profile says what counts as the bank's own word, so that it
 * decides about money. Returns its version. Throws `not_found`, or `second_person_required` for a live account.
 */
export async function setBankProfile(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  { bankAccountId, format, profile }: BankProfile,
  by: SetBy,
): Promise<number> {
  requireSecondOperator(await environmentOfAccount(deps, bankAccountId), by)
  return await inTransaction(deps.database.engine, async (tx) => {
    await lockBankAccounts(tx, [bankAccountId])
    const setBy = (typeof by.actor === 'string' ? by.actor : by.actor.name).slice(0, 400)
    const version = await insertProfile(tx, { bankAccountId, format, profile, setBy })
    const detail = detailOf(by, { format, version, profile: JSON.stringify(profile) })
    const facts = { objectId: bankAccountId, merchantId: null, detail }
    await writeAudit(tx, { ...auditOf(by.actor, 'bank_profile.set', facts), ...commitFacts(by) }, deps.clock.now())
    return version
  })
}

/** Throws as `requireOwnAccount` does. */
export async function environmentOfAccount(
  deps: Pick<PlatformDeps, 'database'>,
  bankAccountId: string,
): Promise<Environment> {
  return (await requireOwnAccount(deps.database.engine, bankAccountId)).environment
}

/** The newest profile of each format. Throws `not_found`. */
export async function showProfiles(
  deps: Pick<PlatformDeps, 'database'>,
  bankAccountId: string,
): Promise<readonly ProfileRow[]> {
  await requireAccount(deps.database.engine, bankAccountId)
  return await listProfiles(deps.database.engine, bankAccountId)
}
