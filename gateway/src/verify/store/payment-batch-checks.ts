import { readCsvTemplate } from '../../bank-accounts/payment-files/csv-template.ts'
import { readCsvSums } from '../../bank-accounts/payment-files/read-csv.ts'
import type { Db } from '../../platform/database/database.ts'
import type { CurrencyCode } from '../../values/currency.ts'
import type { ViolationRow } from './page-checks.ts'

/** Batches that one query reads with the bytes of their files. */
const batchesPerQuery = 20

interface CheckedBatch {
  id: string
  faults: string[]
  settings: unknown
  currency: CurrencyCode
  item_count: number
  total_minor: bigint
  content: Buffer | null
}

/**
 * Payment files: one live item per payout, the totals of batch, payouts and bytes agree, and the bytes have their stored
 * hash. All batches, or those changed since an instant.
 */
export async function checkPaymentBatches(
  db: Db,
  since: Date | undefined,
): Promise<{ checked: number; violations: ViolationRow[] }> {
  const violations: ViolationRow[] = [...(await payoutsInTwoFiles(db))]
  let checked = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await db.query<CheckedBatch>({
      name: 'check-payment-batches',
      text: `select p.id, p.settings, b.currency, p.item_count, p.total_minor, f.content, array_remove(array[
          case when i.count <> p.item_count then concat(p.item_count, ' payouts, and ', i.count, ' items') end,
          case when i.total <> p.total_minor then concat('a total of ', p.total_minor, ', and items of ', i.total) end,
          case when i.strange > 0 then i.strange || ' items are no payouts of its account and amount' end,
          case when i.free > 0 then i.free || ' payouts are not marked as ordered' end,
          case when i.live > 0 and p.state = 'cancelled' then i.live || ' live items, and it is cancelled' end,
          case when i.removed > 0 and p.state <> 'cancelled' then i.removed || ' removed items, and it is ' || p.state end,
          case when (f.sha256 is not null) <> (p.approved_at is not null) then 'a file without approval, or none with it' end,
          case when f.item_count <> p.item_count or f.total_minor <> p.total_minor then 'the file has other totals' end,
          case when sha256(f.content) <> f.sha256 then 'the bytes of the file have another hash' end
        ], null) as faults
      from payment_batches p join bank_accounts b on b.id = p.bank_account_id
        left join payment_batch_files f on f.payment_batch_id = p.id cross join lateral (
          select count(*) as count, coalesce(sum(x.amount_minor), 0) as total, count(*) filter (where x.state = 'live') as live,
            count(*) filter (where x.state = 'removed') as removed,
            count(*) filter (where t.pay_type <> 'payout' or t.amount_minor <> x.amount_minor
              or t.connector_account_id <> b.connector_account_id or t.currency <> b.currency) as strange,
            count(*) filter (where x.state = 'live' and t.status = 'PENDING' and t.ordered_at is null
              and p.state in ('approved', 'handed_over')) as free
          from payment_batch_items x join transactions t on t.id = x.transaction_id where x.payment_batch_id = p.id) i
      where p.id > $1 and ($2::timestamptz is null
        or greatest(p.made_at, p.approved_at, p.handed_over_at, p.cancelled_at) >= $2)
      order by p.id limit ${batchesPerQuery}`,
      values: [after, since ?? null],
    })
    checked += page.rows.length
    for (const row of page.rows) {
      const faults = [...row.faults, ...contentFaults(row)]
      violations.push(...faults.map((what) => ({ id: row.id, what: `payment file: ${what}` })))
    }
    const last = page.rows.at(-1)
    if (!last || page.rows.length < batchesPerQuery) return { checked, violations }
    after = last.id
  }
}

/** The bytes are read again. Removed bytes prove nothing. */
function contentFaults({ content, settings, currency, item_count: count, total_minor: total }: CheckedBatch): string[] {
  if (content === null) return []
  const read = readCsvTemplate(settings)
  if ('faults' in read) return ['its settings are no template']
  try {
    const sums = readCsvSums(content, read.template, currency)
    if (sums.count === count && sums.totalMinor === total) return []
    return [`its bytes say ${sums.count} payments of ${sums.totalMinor}`]
  } catch {
    return ['its bytes cannot be read again']
  }
}

/** The unique index refuses them; without it they are found here. */
async function payoutsInTwoFiles(db: Db): Promise<readonly ViolationRow[]> {
  const found = await db.query<ViolationRow>({
    name: 'check-payouts-in-two-files',
    text: `select transaction_id::text as id, 'payout: stands in ' || count(*) || ' payment files' as what
      from payment_batch_items where state <> 'removed' group by transaction_id having count(*) > 1
      union all select 'payment_batch_items', 'the unique index of payouts is gone' where not exists (
        select from pg_indexes where indexname = 'payment_batch_items_of_payout'
          and indexdef like 'CREATE UNIQUE INDEX % (transaction_id) WHERE (state <> ''removed''::text)')
      limit 100`,
  })
  return found.rows
}
