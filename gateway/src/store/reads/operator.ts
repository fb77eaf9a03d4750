import type { Db } from '../database.ts'
import { type TransactionRow, transactionColumns } from '../transaction-row.ts'

/** Any transaction by its id: for the operator, who stands above the points. Never reachable by an API key. */
export async function readAnyTransaction(db: Db, id: string): Promise<TransactionRow | undefined> {
  const found = await db.query<TransactionRow>({
    name: 'read-any-transaction',
    text: `select ${transactionColumns} from transactions t where t.id = $1`,
    values: [id],
  })
  return found.rows[0]
}

/** What waits for a person, oldest first. */
export async function readNeedingOperator(db: Db, limit: number): Promise<readonly TransactionRow[]> {
  const found = await db.query<TransactionRow>({
    name: 'read-needing-operator',
    text: `select ${transactionColumns} from transactions t where t.needs_operator is not null
      order by t.created_at limit $1`,
    values: [limit],
  })
  return found.rows
}
