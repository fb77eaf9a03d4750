import { asMerchant, type Db } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { pageOf, readCursor } from '../platform/page-cursor.ts'
import type { Caller } from '../values/caller.ts'
import type { BookedTransaction } from './store/reads/json-rows.ts'
import { hasGeneralPage, readTransactionPage, type TransactionFilters } from './store/reads/transactions.ts'

export interface ListFilters extends Omit<TransactionFilters, 'after'> {
  /** As returned with the previous page. */
  cursor?: string
}

export interface TransactionPage {
  items: readonly BookedTransaction[]
  /** Null on the last page. */
  nextCursor: string | null
}

/**
 * The point's transactions, newest first, read as the merchant's role: row-level security is the second isolation. A
 * query by reference may follow the creation at once, so it reads the primary.
 */
export async function listTransactions(
  deps: Pick<PlatformDeps, 'database'>,
  caller: Caller,
  filters: ListFilters,
): Promise<TransactionPage> {
  const { cursor, ...wanted } = filters
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const { pointId, merchantId } = caller.point
  const who = { merchantId, behind: after?.createdAt, ...(hasGeneralPage(wanted) && { plans: 'general' as const }) }
  const read = async (tx: Db) =>
    await readTransactionPage(tx, pointId, { ...wanted, ...(after && { after }), limit: wanted.limit + 1 })
  const { reader, lists } = deps.database
  const rows = wanted.reference === undefined ? await lists.asMerchant(who, read) : await asMerchant(reader, who, read)
  return pageOf(rows, wanted.limit, ({ createdAt, id }) => ({ createdAt, id }))
}
