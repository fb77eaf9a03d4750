import type { Caller } from '../accounts/caller.ts'
import { type CurrencyCode, currencyDecimals } from '../domain/currency.ts'
import { methods } from '../payment-methods/index.ts'
import { asMerchant } from '../store/database.ts'
import {
  hasMoreBeginnings,
  type ListedRow,
  type Search,
  type SearchFilters,
  searchTransactions,
} from '../store/reads/transaction-search.ts'
import { accountIdsOf } from '../store/routes.ts'
import type { Deps } from './deps.ts'
import { type PagePosition, pageOf, readCursor } from './page-cursor.ts'
import { readQuestion } from './read-question.ts'

/** What a list or an export is to show. */
export interface ListWish {
  filters: Omit<SearchFilters, 'serviceCodes' | 'codesWithoutDecimals'>
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
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  wish: ListWish & { cursor?: string; limit: number },
): Promise<ListPage> {
  const after = wish.cursor === undefined ? undefined : readCursor(wish.cursor)
  const rows = await readBatch(deps, caller, { ...wish, limit: wish.limit + 1, ...(after && { after }) })
  const page = pageOf(rows, wish.limit, ({ created_at: createdAt, id }) => ({ createdAt, id }))
  return { ...page, cut: await isCut(deps, caller, wish) }
}

/** Up to `limit` rows behind `after`, in one short transaction: an export is many of them. */
export async function readBatch(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  wish: ListWish & { after?: PagePosition; limit: number },
): Promise<readonly ListedRow[]> {
  const { environment, pointId, merchantId } = caller.point
  const { filters, asked } = wish
  const question =
    asked === undefined ? undefined : readQuestion(asked, await accountIdsOf(deps.database.engine, environment))
  const search: Search = {
    filters: { ...filters, ...codesFor(filters) },
    ...(question && { question }),
    ...(wish.after && { after: wish.after }),
    limit: wish.limit,
  }
  return await asMerchant(deps.database.reader, merchantId, async (tx) => await searchTransactions(tx, pointId, search))
}

async function isCut(deps: Pick<Deps, 'database'>, caller: Caller, { asked, filters }: ListWish): Promise<boolean> {
  const question = asked === undefined ? undefined : readQuestion(asked, [])
  if (!question?.beginning) return false
  const { payType } = filters
  return await asMerchant(
    deps.database.reader,
    caller.point.merchantId,
    async (tx) => await hasMoreBeginnings(tx, caller.point.pointId, { text: question.text, payType }),
  )
}

/** The index knows service codes, not currencies. */
function codesFor({ currency, amountFrom, amountTo }: ListWish['filters']): Partial<SearchFilters> {
  const codesWhere = (isMeant: (code: CurrencyCode) => boolean) =>
    methods.filter((method) => isMeant(method.currency)).map(({ code }) => code)
  if (currency !== undefined) return { serviceCodes: codesWhere((each) => each === currency) }
  if (!amountFrom && !amountTo) return {}
  return { codesWithoutDecimals: codesWhere((each) => currencyDecimals[each] === 0) }
}
