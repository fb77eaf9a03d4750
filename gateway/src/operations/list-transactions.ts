import type { Caller } from '../accounts/caller.ts'
import type { Transaction } from '../domain/transaction.ts'
import { asMerchant } from '../store/database.ts'
import { hasGeneralPage, readTransactionPage, type TransactionFilters } from '../store/reads/transactions.ts'
import { toTransaction } from '../store/transaction-row.ts'
import type { Deps } from './deps.ts'
import { pageOf, readCursor } from './page-cursor.ts'

export interface ListFilters extends Omit<TransactionFilters, 'after'> {
  /** As returned with the page before. */
  cursor?: string
}

export interface TransactionPage {
  items: readonly Transaction[]
  /** Null on the last page. */
  nextCursor: string | null
}

/** The point's transactions, newest first. Reads as the merchant's reader: row-level security is the second wall. */
export async function listTransactions(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  filters: ListFilters,
): Promise<TransactionPage> {
  const { cursor, ...wanted } = filters
  const after = cursor === undefined ? {} : { after: readCursor(cursor) }
  const rows = await asMerchant(
    deps.database.reader,
    { merchantId: caller.point.merchantId, ...(hasGeneralPage(wanted) && { plans: 'general' }) },
    async (tx) => await readTransactionPage(tx, caller.point.pointId, { ...wanted, ...after, limit: wanted.limit + 1 }),
  )
  const { items, nextCursor } = pageOf(rows, wanted.limit, ({ created_at: createdAt, id }) => ({ createdAt, id }))
  return { items: items.map(toTransaction), nextCursor }
}
