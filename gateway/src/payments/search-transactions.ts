import { methods } from '../payment-methods/index.ts'
import type { PayoutsDeps } from '../payouts/deps.ts'
import { type PagePosition, pageOf, readCursor } from '../platform/page-cursor.ts'
import type { Caller } from '../values/caller.ts'
import { currencyDecimals } from '../values/currency.ts'
import { parseTransactionSearch } from './parse-search.ts'
import {
  type ListedRow,
  plansFor,
  type Search,
  type SearchFilters,
  searchTransactions,
} from './store/reads/transaction-search.ts'
import { askTransactions } from './store/reads/transaction-search-query.ts'

/** What a list or an export is to show. */
export interface ListWish {
  filters: Omit<SearchFilters, 'serviceCodes' | 'codesByDecimals'>
  /** What somebody typed: any id, a document, a name's beginning, an amount. */
  asked?: string
}

export interface ListPage {
  items: readonly ListedRow[]
  /** Null on the last page. */
  nextCursor: string | null
  /** More references or names begin as asked than were looked at. */
  cut: boolean
}

/** A page of the point's transactions, newest first. Reads as the merchant's reader, like `listTransactions`. */
export async function listForPeople(
  deps: SearchDeps,
  caller: Caller,
  wish: ListWish & { cursor?: string; limit: number },
): Promise<ListPage> {
  const after = wish.cursor === undefined ? undefined : readCursor(wish.cursor)
  const { rows, cut } = await readBatch(deps, caller, { ...wish, limit: wish.limit + 1, ...(after && { after }) })
  return { ...pageOf(rows, wish.limit, ({ created_at: createdAt, id }) => ({ createdAt, id })), cut }
}

type SearchDeps = Pick<PayoutsDeps, 'database' | 'routes'>

/** Up to `limit` rows behind `after`, in one short transaction: an export is many of them. */
export async function readBatch(
  deps: SearchDeps,
  caller: Caller,
  wish: ListWish & { after?: PagePosition; limit: number },
): Promise<{ rows: readonly ListedRow[]; cut: boolean }> {
  const { environment, pointId, merchantId } = caller.point
  const { filters, asked, limit, after } = wish
  const { lists } = deps.database
  const behind = after?.createdAt
  if (asked !== undefined) {
    const connectorAccountIds = await deps.routes.accountIds(environment)
    const search = {
      filters,
      question: parseTransactionSearch(asked),
      connectorAccountIds,
      limit,
      ...(after && { after }),
    }
    return await lists.asMerchant(
      { merchantId, behind, plans: 'general' },
      async (tx) => await askTransactions(tx, pointId, search),
    )
  }
  const search: Search = { filters: { ...filters, ...codesFor(filters) }, limit, ...(after && { after }) }
  const rows = await lists.asMerchant(
    { merchantId, behind, plans: plansFor(search) },
    async (tx) => await searchTransactions(tx, pointId, search),
  )
  return { rows, cut: false }
}

/** The index knows service codes, not currencies; and amounts are looked for by the codes that are asked for. */
function codesFor({ currency, serviceCode, amountFrom, amountTo }: ListWish['filters']): Partial<SearchFilters> {
  const asked = methods.filter(
    (method) =>
      (currency === undefined || method.currency === currency) &&
      (serviceCode === undefined || method.code === serviceCode),
  )
  const codesWhere = (hasDecimals: boolean) =>
    asked.filter((method) => currencyDecimals[method.currency] > 0 === hasDecimals).map(({ code }) => code)
  return {
    ...(currency !== undefined && { serviceCodes: asked.map(({ code }) => code) }),
    ...((amountFrom ?? amountTo) && { codesByDecimals: { two: codesWhere(true), none: codesWhere(false) } }),
  }
}
