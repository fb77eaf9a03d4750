import { theEnd } from '../../../../core/payments/store/reads/newest-first.ts'
import type { Db } from '../../../../core/platform/database/database.ts'
import { type Status, statuses, type TransactionType } from '../../../../core/values/status.ts'

/** Rows of each status that are counted. One row more shows that there are more. */
export const countedMax = 1_000

export interface CountFilters {
  payType: TransactionType
  createdFrom?: Date
  createdTo?: Date
}

const theBeginning = new Date(0)

/** Each status reads its own stretch of the index on status and time, so that a large point costs no more than the limit. */
const counted = statuses
  .map(
    (status) => `select '${status}' as status, count(*)::int as rows from (
      select from transactions t where t.point_id = $1 and t.pay_type = $2 and t.status = '${status}'
        and t.created_at >= $3 and t.created_at < $4 order by t.created_at desc, t.id desc limit ${countedMax + 1}) t`,
  )
  .join(' union all ')

/** The point's transactions by status; at most `countedMax + 1` of each. */
export async function countByStatus(
  db: Db,
  pointId: string,
  { payType, createdFrom = theBeginning, createdTo = theEnd.createdAt }: CountFilters,
): Promise<Readonly<Record<Status, number>>> {
  const found = await db.query<{ status: Status; rows: number }>({
    name: 'count-by-status',
    text: counted,
    values: [pointId, payType, createdFrom, createdTo],
  })
  return Object.fromEntries(found.rows.map(({ status, rows }) => [status, rows])) as Record<Status, number>
}
