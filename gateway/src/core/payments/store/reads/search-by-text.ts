import type { Db } from '../../../platform/database/database.ts'
import { hasWords, lastCharacter } from '../../../processing/rules/name-words.ts'
import { eachWeek, weekOf, withWeeks } from '../../../processing/rules/weeks.ts'
import type { CurrencyCode } from '../../../values/currency.ts'
import { type Reason, type Status, type TransactionType, transactionTypes } from '../../../values/status.ts'
import { minorOf, type NominalAmount, zeroDecimals } from '../../rules/nominal-amount.ts'
import type { ParsedSearch } from '../../rules/parse-search.ts'
import { theEnd } from './newest-first.ts'

/** What narrows a search. */
export interface TextFilters {
  payTypes?: readonly TransactionType[]
  status?: Status
  reason?: Reason
  serviceCode?: string
  currency?: CurrencyCode
  reference?: string
  payerReference?: string
  paymentLinkId?: string
  metadata?: { key: string; value: string }
  amountFrom?: NominalAmount
  amountTo?: NominalAmount
  createdFrom?: Date
  createdTo?: Date
}

export interface TextSearch {
  filters: TextFilters
  parsed: ParsedSearch
  /** Connector accounts whose target references are searched. */
  connectorAccountIds: readonly string[]
  /** Keyset: strictly after this position in the order newest first. */
  after?: { createdAt: Date; id: string }
  limit: number
}

/**
 * Transactions with this beginning of a reference that are read. Their index has no order of time, so three typed letters must
 * not sort a million rows.
 */
const beginningsMax = 1_000

/**
 * Words of names that are read because they begin with the searched word, the newest weeks first. A whole word has an order of
 * time, and no such limit.
 */
const longerWordsMax = 5_000

/** The parameters of the statement. A parameter that is not searched is null, and its branch then ends at once. */
const places = [
  ...['pointId', 'payTypes', 'status', 'reason', 'serviceCode', 'currency', 'createdFrom', 'createdTo'],
  ...['reference', 'payerReference', 'paymentLinkId', 'metadataKey', 'metadataValue'],
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
  ...[
    'beginsFrom',
    'beginsTo',
    'word',
    'wordTo',
    'otherWords',
    'noteKey',
    'noteValue',
    'idBegins',
    'idSince',
    'idUntil',
  ],
] as const
type Place = (typeof places)[number]
type Values = Readonly<Record<string, unknown>>

/** A placeholder of the statement. */
const $ = (place: Place): string => `$${places.indexOf(place) + 1}`

const newestFirst = `order by t.created_at desc, t.id desc limit ${$('limit')}`

const isAny = (column: string, place: Place, type = 'text') =>
  `(${$(place)}::${type} is null or ${column} = ${$(place)})`
const isPayType = (column: string) => `(${$('payTypes')}::text[] is null or ${column} = any (${$('payTypes')}))`
const withinAmounts = (from: Place, to: Place) =>
  `(${$(from)}::bigint is null or t.amount_minor >= ${$(from)}) and (${$(to)}::bigint is null or t.amount_minor <= ${$(to)})`

const narrowed = [
  isPayType('t.pay_type'),
  isAny('t.status', 'status'),
  isAny('t.reason', 'reason'),
  isAny('t.service_code', 'serviceCode'),
  isAny('t.currency', 'currency'),
  isAny('t.reference', 'reference'),
  isAny('t.payer_reference', 'payerReference'),
  isAny('t.payment_link_id', 'paymentLinkId', 'uuid'),
  isAny(`t.metadata ->> ${$('metadataKey')}::text`, 'metadataValue'),
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
  ...transactionTypes.map(
    (payType) => `t.pay_type = '${payType}' and starts_with(t.id::text, ${$('idBegins')})
      and t.created_at >= ${$('idSince')}::timestamptz and t.created_at < ${$('idUntil')}::timestamptz`,
  ),
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

const hasOtherWords = hasWords('n.transaction_id', $('otherWords'))

/** Transactions of which a name has the first word as it is, in the order of the page. */
const named = `(select t.id, t.created_at from ${eachWeek(`select t.id, t.created_at from transaction_words n
    cross join lateral (select * from transactions t where t.id = n.transaction_id and t.point_id = $1 offset 0) t
    where n.point_id = $1 and n.created_week = w.week and n.word = ${$('word')} and ${hasOtherWords}
      and (n.created_at, n.transaction_id) < (${$('afterAt')}::timestamptz, ${$('afterId')}::uuid) and ${narrowed}
    order by n.created_at desc, n.transaction_id desc limit ${$('limit')}`)}
  where ${$('word')} is not null and w.week <= ${weekOf($('afterAt'))} limit ${$('limit')})`

/** Transactions of which a name has a longer word that begins with the first word, in the order of the index. */
const longer = `select t.transaction_id from ${eachWeek(`select n.transaction_id from transaction_words n
    where n.point_id = $1 and n.created_week = w.week and n.word > ${$('word')} and n.word < ${$('wordTo')}
    limit ${longerWordsMax + 1}`)}
  where ${$('word')} is not null and w.week <= ${weekOf($('afterAt'))} limit ${longerWordsMax + 1}`
const ofLonger = `(select t.id, t.created_at from longer n
  cross join lateral (select * from transactions t where t.id = n.transaction_id and t.point_id = $1 offset 0) t
  where ${hasOtherWords} and ${narrowed} ${newestFirst})`

/** Rows with the beginning, in the order of their index. One row more than the limit shows whether there are more. */
const atMost = `limit ${beginningsMax + 1}`
const begun = transactionTypes.map(
  (payType, kind) => `(select ${kind} as kind, t.* from transactions t
    where t.point_id = $1 and ${isPayType(`'${payType}'`)} and t.pay_type = '${payType}'
      and t.reference >= ${$('beginsFrom')} and t.reference < ${$('beginsTo')} order by t.reference ${atMost})`,
)

/** The rows are read one by one by their ids, so that the planner uses no other index. */
const textFor = (columns: string) => `${withWeeks('t.point_id = $1').trimEnd()},
  begun as materialized (${begun.join(' union all ')}),
  longer as materialized (${longer}),
  hits as materialized (select t.id, t.created_at from (
    ${[...exactly, noted, ...inEachWeek, named, ofLonger].join(' union ')} union (select t.id, t.created_at from begun t where ${narrowed} ${newestFirst})) t
    ${newestFirst})
  select c.cut, t.* from (
    select exists (select from begun group by kind having count(*) > ${beginningsMax})
      or (select count(*) > ${longerWordsMax} from longer) as cut) c
  left join lateral (
    select hits.id as hit_id, hits.created_at as hit_at, found.* from hits cross join lateral (
      select ${columns} from transactions t where t.id = hits.id and t.point_id = $1 offset 0) found) t on true
  order by t.hit_at desc, t.hit_id desc`

/** A search that reads `columns` of `transactions t` as rows. Each has a statement of its own. */
export interface TextSearchRows {
  name: string
  text: string
}

export function textSearchRows(name: string, columns: string): TextSearchRows {
  return { name, text: textFor(columns) }
}

/**
 * The point's transactions that match a search text, newest first. `cut`: more references or words have this beginning
 * than were read. All meanings of the text are searched and give one list. The statement is fixed, and a connection
 * plans it once: planning all branches takes ten times as long as running them. The caller sets `plans: 'general'`.
 */
export async function searchByText<Row extends object>(
  db: Db,
  statement: TextSearchRows,
  { pointId, search }: { pointId: string; search: TextSearch },
): Promise<{ rows: readonly Row[]; cut: boolean }> {
  const values: Values = { pointId, ...filterValues(search), ...searchValues(search) }
  const found = await db.query<Row & { cut: boolean; hit_id: string | null; hit_at: Date | null }>({
    ...statement,
    values: places.map((place) => values[place] ?? null),
  })
  return {
    rows: found.rows.filter((row) => row.hit_id !== null),
    cut: found.rows[0]?.cut ?? false,
  }
}

function filterValues({ filters, after = theEnd, limit }: TextSearch): Values {
  const { metadata, amountFrom, amountTo, ...plain } = filters
  return {
    ...{ ...plain, limit, metadataKey: metadata?.key, metadataValue: metadata?.value },
    fromTwo: amountFrom?.two.toString(),
    toTwo: amountTo?.two.toString(),
    fromNone: amountFrom && minorOf(amountFrom, 'none', 1n).toString(),
    toNone: amountTo && minorOf(amountTo, 'none', 0n).toString(),
    afterAt: after.createdAt,
    afterId: after.id,
  }
}

function searchValues({ parsed, connectorAccountIds }: TextSearch): Values {
  const { text: asked, bankId, transactionId, idBeginning, documents, amount, referenceBegins, words, note } = parsed
  const [document1, document2, document3] = documents
  const [word, ...otherWords] = words
  return {
    ...{ text: asked, bankId, transactionId, noteKey: note?.key, noteValue: note?.value },
    ...(idBeginning && { idBegins: idBeginning.text, idSince: idBeginning.since, idUntil: idBeginning.until }),
    accountIds: connectorAccountIds,
    ...{ document1, document2, document3 },
    amountTwo: amount?.two.toString(),
    amountNone: amount?.none?.toString(),
    ...(referenceBegins !== undefined && { beginsFrom: referenceBegins, beginsTo: referenceBegins + lastCharacter }),
    ...(word !== undefined && { word, wordTo: word + lastCharacter, otherWords }),
  }
}
