import { methods } from '../payment-methods/index.ts'
import { type BookedMoneyColumn, withBookedMoney } from '../payments/store/reads/booked-money.ts'
import type { PayoutsDeps } from '../payouts/deps.ts'
import type { Db } from '../platform/database/database.ts'
import { type PagePosition, pageOf, readCursor } from '../platform/page-cursor.ts'
import type { Caller } from '../values/caller.ts'
import { currencyDecimals } from '../values/currency.ts'
import { type Status, statuses } from '../values/status.ts'
import { parseTransactionSearch } from './parse-search.ts'
import { type CountFilters, countByStatus, countedMax } from './store/reads/status-counts.ts'
import {
  type ListedRow,
  plansFor,
  type Search,
  type SearchFilters,
  searchTransactions,
} from './store/reads/transaction-search.ts'
import { searchByText } from './store/reads/transaction-search-query.ts'

/** The filters and search text of a list or an export. */
export interface ListQuery {
  filters: Omit<SearchFilters, 'serviceCodes' | 'codesByDecimals'>
  /** The typed search text: any id, a document, a name's beginning, an amount. */
  asked?: string
}

/** A row with the point that it belongs to, and with what the ledger booked of it. */
export type RowOfPoint = FoundRow & BookedMoneyColumn

type FoundRow = ListedRow & { point_id: string }

export interface ListPage {
  items: readonly RowOfPoint[]
  /** Null on the last page. */
  nextCursor: string | null
  /** The search read only part of the references or names with this beginning. */
  cut: boolean
}

/**
 * A page of the transactions of the caller's point, or of `pointIds`, newest first, read as the merchant's role like
 * `listTransactions`.
 */
export async function listForPeople(
  deps: SearchDeps,
  caller: Caller,
  query: ListQuery & { cursor?: string; limit: number; pointIds?: readonly string[] },
): Promise<ListPage> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const { rows, cut } = await readBatch(deps, caller, { ...query, limit: query.limit + 1, ...(after && { after }) })
  return { ...pageOf(rows, query.limit, ({ created_at: createdAt, id }) => ({ createdAt, id })), cut }
}

/** Rows up to the limit; `more`: there are more than that. */
interface CappedCount {
  rows: number
  more: boolean
}

/** How many transactions of the points have each status, counted up to a limit. */
export async function countForPeople(
  deps: Pick<SearchDeps, 'database'>,
  { point: { pointId, merchantId } }: Caller,
  { pointIds = [pointId], ...filters }: CountFilters & { pointIds?: readonly string[] },
): Promise<{ all: CappedCount; byStatus: Readonly<Record<Status, CappedCount>> }> {
  const counts = { PENDING: 0, COMPLETED: 0, ERROR: 0, EXPIRED: 0 }
  await deps.database.lists.asMerchant({ merchantId, behind: undefined, plans: 'general' }, async (tx) => {
    for (const each of pointIds) {
      const found = await countByStatus(tx, each, filters)
      for (const status of statuses) counts[status] += found[status]
    }
  })
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

type SearchDeps = Pick<PayoutsDeps, 'database' | 'routes'>

/**
 * Up to `limit` rows of the caller's point, or of `pointIds`, after `after`, in one short transaction; an export reads many
 * batches. Each point is read by itself, in the order of its index.
 */
export async function readBatch(
  deps: SearchDeps,
  caller: Caller,
  query: ListQuery & { after?: PagePosition; limit: number; pointIds?: readonly string[] },
): Promise<{ rows: readonly RowOfPoint[]; cut: boolean }> {
  const { environment, pointId, merchantId } = caller.point
  const { filters, asked, limit, after, pointIds = [pointId] } = query
  const { lists } = deps.database
  const behind = after?.createdAt
  if (asked !== undefined) {
    const connectorAccountIds = await deps.routes.accountIds(environment)
    const search = {
      filters,
      parsed: parseTransactionSearch(asked),
      connectorAccountIds,
      limit,
      ...(after && { after }),
    }
    return await lists.asMerchant(
      { merchantId, behind, plans: 'general' },
      async (tx) => await newestOf(tx, { pointIds, limit }, async (id) => await searchByText(tx, id, search)),
    )
  }
  const search: Search = { filters: { ...filters, ...codesFor(filters) }, limit, ...(after && { after }) }
  return await lists.asMerchant(
    { merchantId, behind, plans: plansFor(search) },
    async (tx) =>
      await newestOf(tx, { pointIds, limit }, async (id) => ({
        rows: await searchTransactions(tx, id, search),
        cut: false,
      })),
  )
}

/** The newest rows of several points, in one order. */
async function newestOf(
  tx: Db,
  { pointIds, limit }: { pointIds: readonly string[]; limit: number },
  read: (pointId: string) => Promise<{ rows: readonly ListedRow[]; cut: boolean }>,
): Promise<{ rows: readonly RowOfPoint[]; cut: boolean }> {
  const rows: FoundRow[] = []
  let cut = false
  for (const pointId of pointIds) {
    const found = await read(pointId)
    rows.push(...found.rows.map((row) => ({ ...row, point_id: pointId })))
    cut ||= found.cut
  }
  const newest = pointIds.length === 1 ? rows : rows.sort(newestFirst).slice(0, limit)
  return { rows: await withBookedMoney(tx, newest), cut }
}

function newestFirst(one: FoundRow, other: FoundRow): number {
  const later = other.created_at.getTime() - one.created_at.getTime()
  if (later !== 0) return later
  return one.id < other.id ? 1 : -1
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
