import type { Db } from '../../../platform/database/database.ts'
import { type TransactionRow, transactionColumns } from '../../rules/transaction.ts'

/** One transaction of one point. The point id is part of every statement on merchant data. */
export async function readTransaction(db: Db, pointId: string, id: string): Promise<TransactionRow | undefined> {
  const found = await db.query<TransactionRow>({
    name: 'read-transaction',
    text: `select ${transactionColumns} from transactions t where t.point_id = $1 and t.id = $2`,
    values: [pointId, id],
  })
  return found.rows[0]
}
