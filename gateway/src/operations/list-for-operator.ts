import { readNeedingOperator } from '../store/reads/operator.ts'
import type { TransactionRow } from '../store/transaction-row.ts'
import type { Deps } from './deps.ts'

/** More than a person works off in a day; the oldest come first. */
const rowsMax = 500

/** Transactions of all points that need a person: contradictions, money in suspense, a day without an answer. */
export async function listForOperator(deps: Pick<Deps, 'database'>): Promise<readonly TransactionRow[]> {
  return await readNeedingOperator(deps.database.engine, rowsMax)
}
