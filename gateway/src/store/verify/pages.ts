import type { Db } from '../database.ts'

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

/** The next transactions that changed since an instant, in order of their ids. */
export async function pageOfChanged(db: Db, since: Date, afterId: string): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'verify-page-of-changed',
    text: `select id from transactions where updated_at >= $1 and id > $2::uuid order by id limit $3`,
    values: [since, afterId, pageTransactionsMax],
  })
  return found.rows.map(({ id }) => id)
}
