import { asMerchant, type Db } from '../platform/database/database.ts'
import { type PagePosition, pageOf, readCursor } from '../platform/page-cursor.ts'
import type { ProcessingDeps } from '../processing/deps.ts'
import type { Caller } from '../values/caller.ts'
import { payTypes } from '../values/status.ts'
import { parseTransactionSearch } from './rules/parse-search.ts'
import { type BookedTransaction, bookedRows, type JsonRow } from './store/reads/json-rows.ts'
import { searchByText, textSearchRows } from './store/reads/search-by-text.ts'
import { hasGeneralPage, readTransactionPage, type TransactionFilters } from './store/reads/transactions.ts'

export interface ListFilters extends Omit<TransactionFilters, 'after'> {
  /** As returned with the previous page. */
  cursor?: string
  /** The typed search text. */
  text?: string
}

export interface TransactionPage {
  items: readonly BookedTransaction[]
  /** Null on the last page. */
  nextCursor: string | null
}

type ListDeps = Pick<ProcessingDeps, 'database' | 'routes'>

/**
 * The point's transactions, newest first, read as the merchant's role: row-level security is the second isolation. A
 * query by reference may follow the creation at once, so it reads the primary.
 */
export async function listTransactions(deps: ListDeps, caller: Caller, filters: ListFilters): Promise<TransactionPage> {
  const { cursor, text, ...wanted } = filters
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const { pointId, merchantId } = caller.point
  if (text !== undefined) {
    const rows = await readFound(deps, caller, { ...wanted, text, ...(after && { after }), limit: wanted.limit + 1 })
    return pageOf(rows, wanted.limit, ({ createdAt, id }) => ({ createdAt, id }))
  }
  const who = { merchantId, behind: after?.createdAt, ...(hasGeneralPage(wanted) && { plans: 'general' as const }) }
  const read = async (tx: Db) =>
    await readTransactionPage(tx, pointId, { ...wanted, ...(after && { after }), limit: wanted.limit + 1 })
  const { reader, lists } = deps.database
  const rows = wanted.reference === undefined ? await lists.asMerchant(who, read) : await asMerchant(reader, who, read)
  return pageOf(rows, wanted.limit, ({ createdAt, id }) => ({ createdAt, id }))
}

const foundRows = textSearchRows('find-payments', bookedRows.column)

async function readFound(
  { database, routes }: ListDeps,
  { point: { environment, pointId, merchantId } }: Caller,
  { text, limit, after, payType, ...filters }: Omit<ListFilters, 'cursor'> & { text: string; after?: PagePosition },
): Promise<readonly BookedTransaction[]> {
  const connectorAccountIds = await routes.accountIds(environment)
  const search = {
    // Refunds have a list of their own.
    filters: { ...filters, payTypes: payType === undefined ? payTypes : [payType] },
    ...{ parsed: parseTransactionSearch(text), connectorAccountIds, limit, ...(after && { after }) },
  }
  const found = await database.lists.asMerchant(
    { merchantId, behind: after?.createdAt, plans: 'general' },
    async (tx) => await searchByText<JsonRow>(tx, foundRows, { pointId, search }),
  )
  return found.rows.map(bookedRows.read)
}
