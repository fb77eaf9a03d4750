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

/** What waits for a person, oldest first; behind the transaction `after`, or from the start. */
export async function readNeedingOperator(
  db: Db,
  { limit, after }: { limit: number; after: string | null },
): Promise<readonly TransactionRow[]> {
  const found = await db.query<TransactionRow>({
    name: 'read-needing-operator',
    text: `select ${transactionColumns} from transactions t where t.needs_operator is not null
        and ($2::uuid is null or (t.created_at, t.id) > (select created_at, id from transactions where id = $2))
      order by t.created_at, t.id limit $1`,
    values: [limit, after],
  })
  return found.rows
}

export async function countNeedingOperator(db: Db): Promise<number> {
  const found = await db.query<{ n: bigint }>({
    name: 'count-needing-operator',
    text: 'select count(*) as n from transactions where needs_operator is not null',
  })
  return Number(found.rows[0]?.n ?? 0n)
}
