import type { Db } from '../../../core/platform/database/database.ts'
import type { ViolationRow } from './transaction-checks.ts'

/** Batches that one query reads, with their sealed files. */
const batchesPerQuery = 20

export interface BatchToCheck {
  id: string
  sha256: Buffer
  content_box: Buffer | null
  /** What of its numbers does not agree. */
  faults: string[]
}

/** The next batches after an id: all, or those made, handed over or cancelled since an instant. */
export async function readBatchesToCheck(
  db: Db,
  { after, since }: { after: string; since: Date | undefined },
): Promise<readonly BatchToCheck[]> {
  const found = await db.query<BatchToCheck>({
    name: 'check-payment-batches',
    text: `select p.id, p.sha256, p.content_box, array_remove(array[
          case when i.items <> p.items then p.items || ' items, and ' || i.items || ' rows' end,
          case when i.total <> p.total_minor then 'total of ' || p.total_minor || ', items of ' || i.total end,
          case when i.elsewhere > 0 then i.elsewhere || ' items of another account, or of another amount than ordered' end,
          case when p.cancelled_at is not null and i.held > 0 then 'cancelled, and holds ' || i.held || ' items' end], null) as faults
      from payment_batches p join bank_accounts b on b.id = p.bank_account_id cross join lateral (
        select count(*) as items, coalesce(sum(x.amount_minor), 0) as total, count(*) filter (where x.released_at is null) as held,
          count(*) filter (where t.connector_account_id <> b.connector_account_id or t.amount_minor <> x.amount_minor) as elsewhere
        from payment_batch_items x join transactions t on t.id = x.transaction_id where x.batch_id = p.id) i
      where p.id > $1 and ($2::timestamptz is null or greatest(p.created_at, p.handed_over_at, p.cancelled_at) >= $2)
      order by p.id limit ${batchesPerQuery}`,
    values: [after, since ?? null],
  })
  return found.rows
}

/** The unique index behind "no payout stands in two files". */
export async function missingBatchIndex(db: Db): Promise<readonly ViolationRow[]> {
  const found = await db.query({
    name: 'verify-batch-index',
    text: `select 1 from pg_index where indexrelid = to_regclass('payment_batch_items_once') and indisunique and indisvalid
      and indrelid = 'payment_batch_items'::regclass and pg_get_expr(indpred, indrelid) = '(released_at IS NULL)'`,
  })
  return found.rowCount === 1 ? [] : [{ id: 'payment_batch_items', what: 'the unique index is gone' }]
}
