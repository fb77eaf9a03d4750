import { theEnd } from '../../../../core/payments/store/reads/newest-first.ts'
import type { Db } from '../../../../core/platform/database/database.ts'
import { eachWeek, withWeeks } from '../../../../core/processing/rules/weeks.ts'
import { transactionTypes } from '../../../../core/values/status.ts'
import { minorOf, type NominalAmount, zeroDecimals } from './transaction-amounts.ts'
import { type ListedRow, listedColumns, type SearchFilters } from './transaction-search.ts'

/** A search text, parsed into everything that it may mean. */
export interface ParsedSearch {
  /** The trimmed text: a reference, or an id on the row. */
  text: string
  /** Set if it may be a bank's own id: one word, or a text with a digit. */
  bankId?: string
  /** Set if it is a complete transaction id. */
  transactionId?: string
  /** The text and its forms without separators if it may be a document; at most three. */
  documents: readonly string[]
  /** Set if it reads as an amount. */
  amount?: NominalAmount
  /** Set if it reads as `key:value`, a note. */
  note?: { key: string; value: string }
  /** Set, in lower case, if it is long enough to be the beginning of a reference or of a name. */
  referenceBegins?: string
  nameBegins?: string
}

export interface AskedSearch {
  filters: SearchFilters
  parsed: ParsedSearch
  /** Connector accounts whose target references are searched. */
  connectorAccountIds: readonly string[]
  /** Keyset: strictly after this position in the order newest first. */
  after?: { createdAt: Date; id: string }
  limit: number
}

/**
 * Transactions with this beginning of a reference or name that are read. Their index has no order of time, so three
 * typed letters must not sort a million rows.
 */
export const beginningsMax = 1_000

/** The last character of Unicode: no text with a given beginning sorts after the beginning and this character. */
const lastCharacter = '\u{10FFFF}'

/** The parameters of the statement. A parameter that is not searched is null, and its branch then ends at once. */
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
  ...['beginsFrom', 'beginsTo', 'nameFrom', 'nameTo', 'noteKey', 'noteValue'],
] as const
type Place = (typeof places)[number]
type Values = Readonly<Record<string, unknown>>

/** A placeholder of the statement. */
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

/** Exact matches of the text. Each condition is for one index or one row. */
const exactly = [
  `t.pay_type in ('payin', 'payout', 'refund') and t.reference = ${$('text')}`,
  `t.id = ${$('transactionId')}::uuid`,
  `t.connector_account_id = any (${$('accountIds')}::uuid[]) and t.target_reference = upper(${$('text')})`,
  ...['end_to_end_id', 'payer_reference', 'clabe'].map((name) => `t.${name} = ${$('text')}`),
].map((condition) => `(${rowsWhere(condition)})`)

/** The notes in the order of the page: a value of many transactions is read until the page is full. */
const noted = `(select t.id, t.created_at from transaction_metadata m join transactions t on t.id = m.transaction_id
  where m.point_id = $1 and m.key = ${$('noteKey')} and m.value = ${$('noteValue')} and t.point_id = $1
    and (m.created_at, m.transaction_id) < (${$('afterAt')}::timestamptz, ${$('afterId')}::uuid)
    and (${$('createdFrom')}::timestamptz is null or m.created_at >= ${$('createdFrom')})
    and (${$('createdTo')}::timestamptz is null or m.created_at < ${$('createdTo')}) and ${narrowed}
  order by m.created_at desc, m.transaction_id desc limit ${$('limit')})`

/**
 * Columns with weekly indexes and no order of time. A branch without a value reads no week. The limit ends the loop at
 * the week that fills the page, as in `transaction-amounts.ts`.
 */
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
      where ${$(place)} is not null limit ${$('limit')})`,
)

/** Rows with the beginning, in the order of their index. One row more than the limit shows whether there are more. */
const begunColumns = [
  ...['id', 'created_at', 'pay_type', 'status', 'reason', 'service_code', 'currency', 'amount_minor'],
].map((column) => `t.${column}`)
const atMost = `limit ${beginningsMax + 1}`
const begun = [
  ...transactionTypes.map(
    (
      payType,
    ) => `transactions t where t.point_id = $1 and ${isAny(`'${payType}'`, 'payType')} and t.pay_type = '${payType}'
      and t.reference >= ${$('beginsFrom')} and t.reference < ${$('beginsTo')} order by t.reference`,
  ),
  eachWeek(`select * from transactions t where t.point_id = $1 and t.created_week = w.week
    and t.party_name_key >= ${$('nameFrom')} and t.party_name_key < ${$('nameTo')} order by t.party_name_key ${atMost}`),
].map((rows, kind) => `(select ${kind} as kind, ${begunColumns.join(', ')} from ${rows} ${atMost})`)

/** The rows are read one by one by their ids, so that the planner uses no other index. */
const text = `${withWeeks('t.point_id = $1').trimEnd()},
  begun as materialized (${begun.join(' union all ')}),
  hits as materialized (select t.id from (
    ${[...exactly, noted, ...inEachWeek].join(' union ')} union (select t.id, t.created_at from begun t where ${narrowed} ${newestFirst})) t
    ${newestFirst})
  select c.cut, t.* from (
    select exists (select from begun group by kind having count(*) > ${beginningsMax}) as cut) c
  left join lateral (
    select found.* from hits cross join lateral (
      select ${listedColumns} from transactions t where t.id = hits.id and t.point_id = $1 offset 0) found) t on true
  order by t.created_at desc, t.id desc`

/**
 * The point's transactions that match a search text, newest first. `cut`: more references or names have this beginning
 * than were read. All meanings of the text are searched and give one list. The statement is fixed, and a connection
 * plans it once: planning all branches takes ten times as long as running them. The caller sets `plans: 'general'`.
 */
export async function searchByText(
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

function searchValues({ parsed, connectorAccountIds }: AskedSearch): Values {
  const { text: asked, bankId, transactionId, documents, amount, referenceBegins, nameBegins, note } = parsed
  const [document1, document2, document3] = documents
  return {
    ...{ text: asked, bankId, transactionId, noteKey: note?.key, noteValue: note?.value },
    accountIds: connectorAccountIds,
    ...{ document1, document2, document3 },
    amountTwo: amount?.two.toString(),
    amountNone: amount?.none?.toString(),
    ...(referenceBegins !== undefined && { beginsFrom: referenceBegins, beginsTo: referenceBegins + lastCharacter }),
    ...(nameBegins !== undefined && { nameFrom: nameBegins, nameTo: nameBegins + lastCharacter }),
  }
}
