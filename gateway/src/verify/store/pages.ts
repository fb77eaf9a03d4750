import type { Db } from '../../platform/database/database.ts'

/** Transactions of one page: statements stay far below the time limit, and a full run may be as long as it must. */
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

/** A place in the order of changes: strictly after it comes what changed later, or at the same instant with a greater id. */
export interface ChangedPlace {
  updated_at: Date
  id: string
}

/** The next transactions in the order of their last change. */
export async function pageOfChanged(db: Db, after: ChangedPlace): Promise<readonly ChangedPlace[]> {
  const found = await db.query<ChangedPlace>({
    name: 'verify-page-of-changed',
    text: `select id, updated_at from transactions where (updated_at, id) > ($1::timestamptz, $2::uuid)
      order by updated_at, id limit $3`,
    values: [after.updated_at, after.id, pageTransactionsMax],
  })
  return found.rows
}
