import type { Db } from '../platform/database/database.ts'
import { isUuid } from '../platform/ids.ts'
import type { TransactionRow } from '../processing/rules/transaction-row.ts'
import { Problem } from '../values/problem.ts'
import { readAnyTransaction } from './store/reads/operator.ts'

/** A transaction of any point, for an operator. Throws `not_found`. */
export async function requireRow(db: Db, transactionId: string): Promise<TransactionRow> {
  const row = isUuid(transactionId) ? await readAnyTransaction(db, transactionId) : undefined
  if (!row) throw new Problem('not_found', { message: `There is no transaction ${transactionId}.` })
  return row
}
