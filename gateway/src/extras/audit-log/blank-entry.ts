import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { writeAudit } from '../../core/audit/write-audit.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { holdsCardNumber } from '../../core/values/card-numbers.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { type AuditTexts, blankAuditTexts, findAuditTexts } from './store/audit-texts.ts'

/** The free texts with a possible card number, as invariant I12 looks for them. */
export function withCardNumber(texts: AuditTexts['texts']): [name: string, text: string][] {
  return Object.entries(texts).filter(([, text]) => holdsCardNumber(text, 'groups'))
}

/** The free texts of an entry that may be blanked. Throws `not_found`. */
export async function textsToBlank(db: Db, entryId: string): Promise<[name: string, text: string][]> {
  const texts = await findAuditTexts(db, entryId)
  if (!texts) throw new Problem('not_found')
  return withCardNumber(texts)
}

/**
 * Two operators blank the free texts of an audit entry that hold a card number. The seal keeps the hash of the entry as it
 * was; the entry of this action holds both hashes, so that `verifyAuditChain` tells a blanked entry from a changed one.
 * Throws `second_person_required`, `not_found` and `not_in_this_state`.
 */
export async function blankEntry(
  { database, clock }: Pick<PlatformDeps, 'database' | 'clock'>,
  entryId: string,
  by: SetBy,
): Promise<void> {
  requireSecondOperator('live', by)
  await inTransaction(database.engine, async (tx) => {
    const names = (await textsToBlank(tx, entryId)).map(([name]) => name)
    const hashes = names.length > 0 ? await blankAuditTexts(tx, entryId, names) : undefined
    if (!hashes) throw new Problem('not_in_this_state', { message: say('audit.nothing_to_blank') })
    const detail = detailOf(by, { names, ...hashes })
    const entry = {
      actor: by.actor,
      action: 'audit.blank',
      pointId: null,
      objectId: entryId,
      detail,
      ...commitFacts(by),
    }
    await writeAudit(tx, { ...entry, merchantId: null }, clock.now())
  })
}
