import type { Db } from '../platform/database/database.ts'
import { isUuid } from '../platform/ids.ts'
import { noSuchTransaction } from '../web/no-such-transaction.ts'
import type { TransactionRow } from './rules/transaction.ts'
import { readTransaction } from './store/reads/transactions.ts'

/**
 * A transaction of a point by an id from a request. Undefined for a transaction of another point and for a malformed
 * id.
 */
export async function findTransaction(db: Db, pointId: string, id: string): Promise<TransactionRow | undefined> {
  return isUuid(id) ? await readTransaction(db, pointId, id) : undefined
}

/** The same, or Problem `not_found`. */
export async function requireTransaction(db: Db, pointId: string, id: string): Promise<TransactionRow> {
  const row = await findTransaction(db, pointId, id)
  if (!row) throw noSuchTransaction(id)
  return row
}
