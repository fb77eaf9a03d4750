import type { Db } from '../../../core/platform/database/database.ts'
import { type OutsideRow, outsideColumns } from './reads/withdrawals.ts'

/** False: the point has one with this reference. */
export async function insertOutside(
  tx: Db,
  row: OutsideRow & { bookedBy: string; second: string | null },
): Promise<boolean> {
  const inserted = await tx.query({
    name: 'insert-outside-withdrawal',
    text: `insert into outside_withdrawals (${outsideColumns}, booked_by, second)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (point_id, reference) do nothing`,
    values: [
      ...[row.id, row.point_id, row.reference, row.currency, row.amount_minor, row.how, row.created_at],
      ...[row.bookedBy, row.second],
    ],
  })
  return inserted.rowCount === 1
}
