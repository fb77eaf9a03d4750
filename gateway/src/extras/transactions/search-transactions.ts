import type { CoreDeps } from '../../core/deps.ts'
import { methods } from '../../core/payment-methods/index.ts'
import { parseTransactionSearch } from '../../core/payments/rules/parse-search.ts'
import { searchByText } from '../../core/payments/store/reads/search-by-text.ts'
import { type PagePosition, pageOf, readCursor } from '../../core/platform/page-cursor.ts'
import type { Caller } from '../../core/values/caller.ts'
import { currencyDecimals } from '../../core/values/currency.ts'
import type { Status } from '../../core/values/status.ts'
import { type CountFilters, countByStatus, countedMax } from './store/reads/status-counts.ts'
import {
  foundRows,
  type ListedRow,
  plansFor,
  readReferences,
  type Search,
  type SearchFilters,
  searchTransactions,
} from './store/reads/transaction-search.ts'

/** The filters and search text of a list or an export. */
export interface ListQuery {
  filters: Omit<SearchFilters, 'serviceCodes' | 'codesByDecimals'>
  /** The typed search text: any id, a document, words of a name, an amount. */
  asked?: string
}

export interface ListPage {
  items: readonly ListedRow[]
  /** Null on the last page. */
  nextCursor: string | null
  /** The search read only part of the references or names with this beginning. */
  cut: boolean
  /** References of the payments that the listed refunds give back, by id. */
  refundedReferences: ReadonlyMap<string, string>
}

/** A page of the point's transactions, newest first, read as the merchant's role like `listTransactions`. */
export async function listForPeople(
  deps: SearchDeps,
  caller: Caller,
  query: ListQuery & { cursor?: string; limit: number },
): Promise<ListPage> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const { rows, cut } = await readBatch(deps, caller, { ...query, limit: query.limit + 1, ...(after && { after }) })
  const page = pageOf(rows, query.limit, ({ created_at: createdAt, id }) => ({ createdAt, id }))
  return { ...page, cut, refundedReferences: await refundedReferences(deps, caller, page.items) }
}

async function refundedReferences(
  deps: SearchDeps,
  { point: { merchantId, pointId } }: Caller,
  rows: readonly ListedRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ refunded_payment: id }) => id ?? [])
  if (ids.length === 0) return new Map()
  return await deps.database.lists.asMerchant(
    { merchantId, behind: undefined, plans: 'general' },
    async (tx) => await readReferences(tx, pointId, ids),
  )
}

/** Rows up to the limit; `more`: there are more than that. */
interface CappedCount {
  rows: number
  more: boolean
}

/** How many of the point's transactions have each status, counted up to a limit. */
export async function countForPeople(
  deps: Pick<SearchDeps, 'database'>,
  { point: { pointId, merchantId } }: Caller,
  filters: CountFilters,
): Promise<{ all: CappedCount; byStatus: Readonly<Record<Status, CappedCount>> }> {
  const counts = await deps.database.lists.asMerchant(
    { merchantId, behind: undefined, plans: 'general' },
    async (tx) => await countByStatus(tx, pointId, filters),
  )
  const capped = (rows: number): CappedCount => ({ rows: Math.min(rows, countedMax), more: rows > countedMax })
  const { PENDING, COMPLETED, ERROR, EXPIRED } = counts
  return {
    all: capped(PENDING + COMPLETED + ERROR + EXPIRED),
    byStatus: {
      PENDING: capped(PENDING),
      COMPLETED: capped(COMPLETED),
      ERROR: capped(ERROR),
      EXPIRED: capped(EXPIRED),
    },
  }
}

type SearchDeps = Pick<CoreDeps, 'database' | 'routes'>

/** Up to `limit` rows after `after`, in one short transaction; an export reads many batches. */
export async function readBatch(
  deps: SearchDeps,
  caller: Caller,
  query: ListQuery & { after?: PagePosition; limit: number },
): Promise<{ rows: readonly ListedRow[]; cut: boolean }> {
  const { environment, pointId, merchantId } = caller.point
  const { filters, asked, limit, after } = query
  const { lists } = deps.database
  const behind = after?.createdAt
  if (asked !== undefined) {
    const connectorAccountIds = await deps.routes.accountIds(environment)
    const { payType, ...others } = filters
    const search = {
      filters: { ...others, ...(payType && { payTypes: [payType] }) },
      parsed: parseTransactionSearch(asked),
      connectorAccountIds,
      limit,
      ...(after && { after }),
    }
    return await lists.asMerchant(
      { merchantId, behind, plans: 'general' },
      async (tx) => await searchByText<ListedRow>(tx, foundRows, { pointId, search }),
    )
  }
  const search: Search = { filters: { ...filters, ...codesFor(filters) }, limit, ...(after && { after }) }
  const rows = await lists.asMerchant(
    { merchantId, behind, plans: plansFor(search) },
    async (tx) => await searchTransactions(tx, pointId, search),
  )
  return { rows, cut: false }
}

/**
 * Translates a currency filter into service codes, because the indexes hold codes and not currencies. Amount searches
 * need the codes by decimals.
 */
function codesFor({ currency, serviceCode, amountFrom, amountTo }: ListQuery['filters']): Partial<SearchFilters> {
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
