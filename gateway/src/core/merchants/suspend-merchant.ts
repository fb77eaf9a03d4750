import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../audit/dual-approval.ts'
import { auditOf, writeAudit } from '../audit/write-audit.ts'
import { type Db, inTransaction } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import type { Environment } from '../values/environment.ts'
import { requireMerchant } from './create-merchant.ts'
import { hasLivePoint, saveSuspended } from './store/merchants.ts'

/**
 * Suspends a merchant as a whole, or lets it go on: of its points nothing but refunds is created, its payment links are
 * closed and its withdrawals wait. Reads, callbacks and what is under way go on. Throws `not_found` and
 * `second_person_required`.
 */
export async function suspendMerchant(
  { database, clock }: Pick<PlatformDeps, 'database' | 'clock'>,
  { merchantId, suspended }: { merchantId: string; suspended: boolean },
  by: SetBy,
): Promise<void> {
  requireSecondOperator(await environmentOf(database.engine, merchantId), by)
  await inTransaction(database.engine, async (tx) => {
    const { name } = await requireMerchant(tx, merchantId)
    const detail = detailOf(by, { name, suspended, known: !(await saveSuspended(tx, merchantId, suspended)) })
    const action = suspended ? 'merchant.suspend' : 'merchant.reactivate'
    const entry = auditOf(by.actor, action, { objectId: merchantId, merchantId, detail })
    await writeAudit(tx, { ...entry, ...commitFacts(by) }, clock.now())
  })
}

/** `live` where the merchant has a live point. */
export async function environmentOf(db: Db, merchantId: string): Promise<Environment> {
  return (await hasLivePoint(db, merchantId)) ? 'live' : 'test'
}
