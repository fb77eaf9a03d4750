import type { PlatformDeps } from '../platform/deps.ts'
import { isUuid } from '../platform/ids.ts'
import type { HistoryEntry } from '../processing/rules/transaction.ts'
import type { Caller } from '../values/caller.ts'
import { noSuchTransaction } from '../web/no-such-transaction.ts'
import type { TransactionDetail } from './store/reads/json-rows.ts'
import { readHistory, readTransactionWithHistory } from './store/reads/transactions.ts'

/**
 * One transaction of the point with its history. Throws `not_found` for an unknown id and for a transaction of another
 * point.
 */
export async function getTransaction(
  deps: Pick<PlatformDeps, 'database'>,
  caller: Caller,
  id: string,
): Promise<TransactionDetail> {
  const { pointId } = caller.point
  const found = isUuid(id) ? await readTransactionWithHistory(deps.database.engine, pointId, id) : undefined
  if (!found) throw noSuchTransaction(id)
  return found
}

/** The changes of a transaction in the order of time. */
export async function historyOf(
  { database }: Pick<PlatformDeps, 'database'>,
  { pointId, id }: { pointId: string; id: string },
): Promise<readonly HistoryEntry[]> {
  const rows = await readHistory(database.engine, pointId, id)
  return rows.map(({ created_at, ...entry }) => ({ ...entry, at: created_at }))
}
