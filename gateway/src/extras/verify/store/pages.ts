import type { Db } from '../../../core/platform/database/database.ts'

/** Transactions per page: statements stay far below the time limit, however long a full run takes. */
export const pageTransactionsMax = 5_000

/** The next transactions in order of their ids. */
export async function pageOfAll(db: Db, afterId: string): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'verify-page-of-all',
    text: 'select id from transactions where id > $1::uuid order by id limit $2',
    values: [afterId, pageTransactionsMax],
  })
  return found.rows.map(({ id }) => id)
}

/** A position in the order of changes: by time, then by id. */
export interface ChangePosition {
  updated_at: Date
  id: string
}

/** The next transactions in the order of their last change. */
export async function pageOfChanged(db: Db, after: ChangePosition): Promise<readonly ChangePosition[]> {
  const found = await db.query<ChangePosition>({
    name: 'verify-page-of-changed',
    text: `select id, updated_at from transactions where (updated_at, id) > ($1::timestamptz, $2::uuid)
      order by updated_at, id limit $3`,
    values: [after.updated_at, after.id, pageTransactionsMax],
  })
  return found.rows
}
