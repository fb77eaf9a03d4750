import type { Db } from '../../platform/database/database.ts'
import { numbersAllowed, typedInVain } from '../rules/typed-numbers.ts'

/** Limit of changes, against guessing. */
const changesMax = 20

/** `api`: the merchant; `payer`: the form on the payer's page. */
export type ReferenceSource = 'api' | 'payer'

/**
 * Saves the payer's bank reference of an undecided pay-in, with a history entry. False where the point (or the token)
 * has no such pay-in, it is decided, it was changed too often, or the payer would replace the merchant's reference.
 * The row counts its changes, so concurrent requests cannot exceed the limit.
 */
export async function savePayerReference(
  db: Db,
  given: {
    where: { pointId: string; transactionId: string } | { payToken: string }
    reference: string
    source: ReferenceSource
  },
): Promise<boolean> {
  const { where } = given
  const byToken = 'payToken' in where
  const saved = await db.query({
    name: 'save-payer-reference',
    text: `with noted as (
        update transactions t set payer_reference = $4, payer_reference_source = $5,
          payer_reference_changes = t.payer_reference_changes + 1, updated_at = gateway_now()
        where (($1::uuid is not null and t.point_id = $1 and t.id = $2) or ($3::text is not null and t.pay_token = $3))
          and t.pay_type = 'payin' and t.status in ('PENDING', 'EXPIRED') and t.card_bin is null
          and (t.payer_reference, t.payer_reference_source) is distinct from ($4::text, $5::text)
          and ($5 = 'api' or t.payer_reference_source is distinct from 'api')
          and t.payer_reference_changes < ${changesMax}
        returning t.id, t.point_id, t.status, t.reason)
      insert into transaction_history (transaction_id, point_id, status, reason, source, detail)
      select id, point_id, status, reason, $5, 'payer reference: ' || $4 from noted`,
    values: [
      byToken ? null : where.pointId,
      byToken ? null : where.transactionId,
      byToken ? where.payToken : null,
      given.reference,
      given.source,
    ],
  })
  return (saved.rowCount ?? 0) > 0
}

/**
 * Whether a point may have one more number typed; `busy` where another session asks at this moment. Locks the numbers of the
 * point until the end of the transaction.
 */
export async function mayTypeNumber(tx: Db, pointId: string): Promise<boolean | 'busy'> {
  const locked = await tx.query<{ held: boolean }>({
    name: 'try-lock-typed-numbers',
    text: `select pg_try_advisory_xact_lock(hashtextextended('typed numbers ' || $1::text, 11)) as held`,
    values: [pointId],
  })
  if (!locked.rows[0]?.held) return 'busy'
  // A statement of its own sees what the session before committed.
  const found = await tx.query<{ may: boolean }>({
    name: 'count-typed-numbers',
    text: `select coalesce((select sum(payer_reference_changes) from transactions where point_id = p.id and ${typedInVain}), 0)
        < ${numbersAllowed} as may from points p where p.id = $1`,
    values: [pointId],
  })
  return found.rows[0]?.may ?? false
}
