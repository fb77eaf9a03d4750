import type { Db } from '../../../core/platform/database/database.ts'

/** The reference by which lines of own accounts name a pay-in, payout or refund. */
export async function findTargetReference(db: Db, transactionId: string): Promise<string> {
  const found = await db.query<{ reference: string | null }>({
    name: 'find-target-reference',
    text: 'select target_reference as reference from transactions where id = $1',
    values: [transactionId],
  })
  const reference = found.rows[0]?.reference
  if (reference == null) throw new Error(`the transaction ${transactionId} has no reference`)
  return reference
}
