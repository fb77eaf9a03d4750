import type { Db } from '../../../platform/database/database.ts'
import { eachWeek, withWeeks } from '../../../processing/rules/weeks.ts'
import { payTypes } from '../../../values/status.ts'
import { minorOf, type NominalAmount, zeroDecimals } from './transaction-amounts.ts'
import { type ListedRow, listedColumns, type SearchFilters, theEnd } from './transaction-search.ts'

/** What somebody typed, taken apart into everything that it may be. */
export interface ParsedSearch {
  /** As typed, trimmed: a reference, one of the ids on the row. */
  text: string
  /** Where it may be a bank's own id: one word, or something with a digit. */
  bankId?: string
  /** Where it is a whole transaction id. */
  transactionId?: string
  /** Where it may be a document: the text and its forms without separators; at most three. */
  documents: readonly string[]
  /** Where it reads as an amount. */
  amount?: NominalAmount
  /** Where it is long enough to be the beginning of a reference, or of a name, in small letters. */
  referenceBegins?: string
  nameBegins?: string
}

export interface AskedSearch {
  filters: SearchFilters
  question: ParsedSearch
  /** Connector accounts whose target references are looked through. */
  connectorAccountIds: readonly string[]
  /** Keyset: strictly after this position in the order newest first. */
  after?: { createdAt: Date; id: string }
  limit: number
}

/**
 * So many transactions whose reference or name begins as asked are looked at: their order is not that of time, and
 * whoever types three letters must not sort a million.
 */
export const beginningsMax = 1_000

/** The last character of Unicode: nothing that begins with a text sorts after the text and it. */
const lastCharacter = '\u{10FFFF}'

/** The places of the one statement's values; what is not asked is null, and then its way in ends at its first step. */
const places = [
  ...['pointId', 'payType', 'status', 'reason', 'serviceCode', 'currency', 'createdFrom', 'createdTo'],
  ...['fromTwo', 'toTwo', 'fromNone', 'toNone', 'afterAt', 'afterId', 'limit'],
  ...[
    'text',
    'bankId',
    'transactionId',
    'accountIds',
    'document1',
    'document2',
    'document3',
    'amountTwo',
    'amountNone',
  ],
  ...['beginsFrom', 'beginsTo', 'nameFrom', 'nameTo'],
] as const
type Place = (typeof places)[number]
type Values = Readonly<Record<string, unknown>>

/** A place in the statement. */
const $ = (place: Place): string => `$${places.indexOf(place) + 1}`

const newestFirst = `order by t.created_at desc, t.id desc limit ${$('limit')}`

const isAny = (column: string, place: Place, type = 'text') =>
  `(${$(place)}::${type} is null or ${column} = ${$(place)})`
const withinAmounts = (from: Place, to: Place) =>
  `(${$(from)}::bigint is null or t.amount_minor >= ${$(from)}) and (${$(to)}::bigint is null or t.amount_minor <= ${$(to)})`

const narrowed = [
  isAny('t.pay_type', 'payType'),
  isAny('t.status', 'status'),
  isAny('t.reason', 'reason'),
  isAny('t.service_code', 'serviceCode'),
  isAny('t.currency', 'currency'),
  `(${$('createdFrom')}::timestamptz is null or t.created_at >= ${$('createdFrom')})`,
  `(${$('createdTo')}::timestamptz is null or t.created_at < ${$('createdTo')})`,
  `case when t.currency in (${zeroDecimals}) then ${withinAmounts('fromNone', 'toNone')} else ${withinAmounts('fromTwo', 'toTwo')} end`,
  `(t.created_at, t.id) < (${$('afterAt')}::timestamptz, ${$('afterId')}::uuid)`,
].join(' and ')

const rowsWhere = (conditions: string) =>
  `select t.id, t.created_at from transactions t where t.point_id = $1 and ${conditions} and ${narrowed} ${newestFirst}`

/** Every whole thing that a text may be. Each condition is one index's, or one row's. */
const exactly = [
  `t.pay_type in ('payin', 'payout') and t.reference = ${$('text')}`,
  `t.id = ${$('transactionId')}::uuid`,
  `t.connector_account_id = any (${$('accountIds')}::uuid[]) and t.target_reference = upper(${$('text')})`,
  ...['end_to_end_id', 'payer_reference', 'clabe'].map((name) => `t.${name} = ${$('text')}`),
].map((condition) => `(${rowsWhere(condition)})`)

/** What lies in no order of time, and is indexed week by week; no week is looked into for what is not asked. */
const inEachWeek = (
  [
    ['bankId', `t.provider_reference = ${$('bankId')}`],
    ...(['document1', 'document2', 'document3'] as const).flatMap((place) => [
      [place, `t.party_document = ${$(place)}`] as const,
      [place, `t.sender_document = ${$(place)} and t.sender_document is distinct from t.party_document`] as const,
    ]),
    ['amountTwo', `t.amount_minor = ${$('amountTwo')}::bigint and t.currency not in (${zeroDecimals})`],
    ['amountNone', `t.amount_minor = ${$('amountNone')}::bigint and t.currency in (${zeroDecimals})`],
  ] as const
).map(
  ([place, condition]) =>
    `(select t.id, t.created_at from ${eachWeek(rowsWhere(`t.created_week = w.week and ${condition}`))}
      where ${$(place)} is not null ${newestFirst})`,
)

/** What begins as asked, in the order of its index: one more than is looked at, so that it is seen where there are more. */
const begunColumns = [
  ...['id', 'created_at', 'pay_type', 'status', 'reason', 'service_code', 'currency', 'amount_minor'],
].map((column) => `t.${column}`)
const atMost = `limit ${beginningsMax + 1}`
const begun = [
  ...payTypes.map(
    (
      payType,
    ) => `transactions t where t.point_id = $1 and ${isAny(`'${payType}'`, 'payType')} and t.pay_type = '${payType}'
      and t.reference >= ${$('beginsFrom')} and t.reference < ${$('beginsTo')} order by t.reference`,
  ),
  eachWeek(`select * from transactions t where t.point_id = $1 and t.created_week = w.week
    and t.party_name_key >= ${$('nameFrom')} and t.party_name_key < ${$('nameTo')} order by t.party_name_key ${atMost}`),
].map((rows, kind) => `(select ${kind} as kind, ${begunColumns.join(', ')} from ${rows} ${atMost})`)

/** The rows are fetched one by one behind their ids: no other index can tempt the planner. */
const text = `${withWeeks('t.point_id = $1').trimEnd()},
  begun as materialized (${begun.join(' union all ')}),
  hits as materialized (select t.id from (
    ${[...exactly, ...inEachWeek].join(' union ')} union (select t.id, t.created_at from begun t where ${narrowed} ${newestFirst})) t
    ${newestFirst})
  select c.cut, t.* from (
    select exists (select from begun group by kind having count(*) > ${beginningsMax}) as cut) c
  left join lateral (
    select found.* from hits cross join lateral (
      select ${listedColumns} from transactions t where t.id = hits.id and t.point_id = $1 offset 0) found) t on true
  order by t.created_at desc, t.id desc`

/**
 * The point's transactions that a question finds, newest first, and whether more begin as asked than were looked at. A
 * question is asked in every way that it can be meant, and what any of them finds is one list. One fixed statement,
 * whose plan a connection makes once: planning all its ways takes ten times as long as walking them. The caller asks
 * for `plans: 'general'`.
 */
export async function askTransactions(
  db: Db,
  pointId: string,
  search: AskedSearch,
): Promise<{ rows: readonly ListedRow[]; cut: boolean }> {
  const values: Values = { pointId, ...filterValues(search), ...searchValues(search) }
  const found = await db.query<ListedRow & { cut: boolean }>({
    name: 'ask-transactions',
    text,
    values: places.map((place) => values[place] ?? null),
  })
  return {
    rows: found.rows.filter(({ id }) => id !== null).map(({ cut: _, ...row }) => row),
    cut: found.rows[0]?.cut ?? false,
  }
}

function filterValues({ filters, after = theEnd, limit }: AskedSearch): Values {
  const { payType, status, reason, serviceCode, currency, createdFrom, createdTo, amountFrom, amountTo } = filters
  return {
    ...{ payType, status, reason, serviceCode, currency, createdFrom, createdTo, limit },
    fromTwo: amountFrom?.two.toString(),
    toTwo: amountTo?.two.toString(),
    fromNone: amountFrom && minorOf(amountFrom, 'none', 1n).toString(),
    toNone: amountTo && minorOf(amountTo, 'none', 0n).toString(),
    afterAt: after.createdAt,
    afterId: after.id,
  }
}

function searchValues({ question, connectorAccountIds }: AskedSearch): Values {
  const { text: asked, bankId, transactionId, documents, amount, referenceBegins, nameBegins } = question
  const [document1, document2, document3] = documents
  return {
    ...{ text: asked, bankId, transactionId },
    accountIds: connectorAccountIds,
    ...{ document1, document2, document3 },
    amountTwo: amount?.two.toString(),
    amountNone: amount?.none?.toString(),
    ...(referenceBegins !== undefined && { beginsFrom: referenceBegins, beginsTo: referenceBegins + lastCharacter }),
    ...(nameBegins !== undefined && { nameFrom: nameBegins, nameTo: nameBegins + lastCharacter }),
  }
}
