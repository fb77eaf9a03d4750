import type { Db } from '../../../core/platform/database/database.ts'
import type { ViolationRow } from './transaction-checks.ts'

/**
 * Compares what stands in the days of each own account with what the ledger holds on its settlement, up to the same transfer.
 * The ledger's part is its kept sum and the transfers between the two marks, so that no run adds up everything.
 */
export async function compareBankDays(db: Db): Promise<{ checked: number; violations: ViolationRow[] }> {
  const found = await db.query<{ id: string; days: string; ledger: string }>({
    name: 'compare-bank-days',
    text: `with mark as materialized (
        select b.transfer_id as days, l.transfer_id as sums, least(b.transfer_id, l.transfer_id) as first,
          greatest(b.transfer_id, l.transfer_id) as last from bank_days_upto b cross join ledger_sums_upto l),
      between_them as materialized (
        select account, sum(minor) as minor from (
          select debit_account as account, amount_minor as minor from ledger_transfers, mark where id > first and id <= last
          union all
          select credit_account, -amount_minor from ledger_transfers, mark where id > first and id <= last) x group by account)
      select b.id, (coalesce((select sum(m.moved_minor) from bank_day_moves m where m.bank_account_id = b.id), 0)
          + coalesce((select sum(m.moved_minor) from bank_manual_moves m where m.bank_account_id = b.id), 0))::text as days,
        (coalesce(-s.sum_minor, 0) + case when mark.days >= mark.sums then coalesce(t.minor, 0) else -coalesce(t.minor, 0) end)::text
          as ledger
      from bank_accounts b cross join mark
        left join ledger_accounts a on a.kind = 'settlement' and a.connector_account_id = b.connector_account_id
          and a.currency = b.currency
        left join ledger_sums s on s.account_id = a.id left join between_them t on t.account = a.id
      where b.kind = 'bank'
      order by b.id`,
  })
  const violations = found.rows
    .filter(({ days, ledger }) => days !== ledger)
    .map(({ id, days, ledger }) => ({
      id,
      what: `days of a bank account: they add up to ${days}, the ledger to ${ledger}`,
    }))
  return { checked: found.rows.length, violations }
}
