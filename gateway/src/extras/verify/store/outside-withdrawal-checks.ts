import type { Db } from '../../../core/platform/database/database.ts'
import type { ViolationRow } from './transaction-checks.ts'

/**
 * Each withdrawal that operators paid outside is one transfer of its point, of its amount and currency, and each such
 * transfer is one of them. They are few: all are checked each time.
 */
export async function checkOutsideWithdrawals(
  db: Db,
): Promise<{ checked: number; violations: readonly ViolationRow[] }> {
  const found = await db.query<ViolationRow & { fault: boolean }>({
    name: 'verify-outside-withdrawals',
    text: `select coalesce(w.id::text, 'transfer ' || l.id) as id, (w.id is null or l.id is null
          or (w.amount_minor, w.currency) <> (l.amount_minor, l.currency)) as fault,
        case when w.id is null then 'the ledger has a withdrawal paid outside that nobody booked'
          when l.id is null then 'a withdrawal paid outside is not in the ledger'
          else 'a withdrawal paid outside has another amount or currency than its transfer' end as what
      from outside_withdrawals w full join (select * from ledger_transfers where kind = 'withdrawal') l
        on l.point_id = w.point_id and l.note = w.reference`,
  })
  const violations = found.rows.filter(({ fault }) => fault).map(({ id, what }) => ({ id, what }))
  return { checked: found.rows.length, violations }
}
