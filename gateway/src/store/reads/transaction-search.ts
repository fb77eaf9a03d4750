import { type CurrencyCode, currencyDecimals } from '../../domain/currency.ts'
import { type PayType, payTypes, type Reason, type Status } from '../../domain/status.ts'
import type { Db } from '../database.ts'
import { newestFirst } from './newest-first.ts'
import { eachWeek, inWeeks, withWeeks } from './weeks.ts'

/** One amount in minor units of a currency with two decimals, and of one with none. */
export interface NominalAmount {
  two: bigint
  /** Undefined where it has decimals, so that no currency without them can hold it. */
  none: bigint | undefined
}

export interface SearchFilters {
  payType?: PayType
  status?: Status
  reason?: Reason
  serviceCode?: string
  currency?: CurrencyCode
  /** The service codes of that currency: the index knows codes. */
  serviceCodes?: readonly string[]
  amountFrom?: NominalAmount
  amountTo?: NominalAmount
  /** The service codes of currencies without decimals; needed with amounts where no currency is named. */
  codesWithoutDecimals?: readonly string[]
  createdFrom?: Date
  createdTo?: Date
}

/** What somebody typed, taken apart into everything that it may be. */
export interface Question {
  /** As typed, trimmed: a reference, a bank's id, a document. */
  text: string
  /** Where it is a whole transaction id. */
  transactionId?: string
  /** The text and its forms without separators. */
  documents: readonly string[]
  /** Where it reads as an amount. */
  amounts: readonly NominalAmount[]
  /** Where it is long enough to be the beginning of a reference or a name. */
  beginning: boolean
  /** Connector accounts whose target references are looked through. */
  connectorAccountIds: readonly string[]
}

export interface Search {
  filters: SearchFilters
  question?: Question
  /** Keyset: strictly after this position in the order newest first. */
  after?: { createdAt: Date; id: string }
  limit: number
}

/** A transaction as lists and exports show it; amounts in minor units. */
export interface ListedRow {
  id: string
  pay_type: PayType
  service_code: string
  reference: string
  amount_minor: bigint
  currency: CurrencyCode
  credited_minor: bigint | null
  received_minor: bigint
  fee_minor: bigint
  status: Status
  reason: Reason
  party_name: string | null
  party_document: string | null
  sender_name: string | null
  sender_document: string | null
  payer_reference: string | null
  end_to_end_id: string | null
  provider_reference: string | null
  card_last4: string | null
  asks_operator: boolean
  created_at: Date
  updated_at: Date
  expired_at: Date | null
}

/**
 * So many transactions whose reference or name begins as asked are looked at: their order is not that of time, and
 * whoever types three letters must not sort a million.
 */
export const beginningsMax = 1_000

const zeroDecimals = Object.entries(currencyDecimals)
  .filter(([, decimals]) => decimals === 0)
  .map(([code]) => `'${code}'`)
  .join(', ')

/** Reasons that go with one status only: that status has an index. */
const statusOfReason: Partial<Record<Reason, Status>> = {
  awaiting_payment: 'PENDING',
  submitted: 'PENDING',
  paid: 'COMPLETED',
  expired: 'EXPIRED',
}

/** The last character of Unicode: nothing that begins with a text sorts after the text and it. */
const lastCharacter = '\u{10FFFF}'

const columns = [
  ...['id', 'pay_type', 'service_code', 'reference', 'amount_minor', 'currency', 'credited_minor', 'received_minor'],
  ...['fee_minor', 'status', 'reason', 'party_name', 'party_document', 'sender_name', 'sender_document'],
  ...['payer_reference', 'end_to_end_id', 'provider_reference', 'card_last4', 'created_at', 'updated_at', 'expired_at'],
]
  .map((column) => `t.${column}`)
  .concat('t.needs_operator is not null as asks_operator')
  .join(', ')

/**
 * The point's transactions that a search finds, newest first. Each way in has its index; a question is asked in every
 * way that it can be meant, and what any of them finds is one list.
 */
export async function searchTransactions(db: Db, pointId: string, search: Search): Promise<readonly ListedRow[]> {
  const values: unknown[] = [pointId]
  const place: Place = (value) => {
    values.push(typeof value === 'bigint' ? value.toString() : value)
    return `$${values.length}`
  }
  const narrowed = [...filterConditions(search.filters, place), ...afterCondition(search, place)]
  const limit = place(search.limit)
  const order = `order by t.created_at desc, t.id desc limit ${limit}`
  const parts = { place, narrowed, order, filters: search.filters }
  const ways = search.question ? hits(search.question, parts) : byAmount(parts)
  const text =
    ways === undefined
      ? newestFirst(columns, ['t.point_id = $1', ...narrowed], { order, payTypes: payTypesOf(search.filters) })
      : `select ${columns} from transactions t where t.point_id = $1 and t.id = any (array(${ways})) ${order}`
  const found = await db.query<ListedRow>({ text: text.includes('from weeks') ? pointWeeks + text : text, values })
  return found.rows
}

/** Whether more begin like this than a search looks at. */
export async function hasMoreBeginnings(
  db: Db,
  pointId: string,
  asked: { text: string; payType?: PayType | undefined },
): Promise<boolean> {
  const values: unknown[] = [pointId]
  const place: Place = (value) => `$${values.push(value)}`
  const found = await db.query<{ more: boolean }>({
    text: `${pointWeeks}select ${beginnings(asked, place)
      .map((each) => `(select count(*) from (${each} limit ${beginningsMax + 1}) b) > ${beginningsMax}`)
      .join(' or ')} as more`,
    values,
  })
  return found.rows[0]?.more ?? false
}

/** In the weeks of the point, which is always `$1`. */
const pointWeeks = withWeeks('t.point_id = $1')

/** Both, apart, where nothing else leads to few rows; undefined where the order is found without. */
function payTypesOf({ payType, serviceCode }: SearchFilters): readonly PayType[] | undefined {
  return payType === undefined && serviceCode === undefined ? payTypes : undefined
}

type Place = (value: unknown) => string

interface Hits {
  place: Place
  narrowed: readonly string[]
  order: string
  filters: SearchFilters
}

function hits(question: Question, { place, narrowed, order, filters }: Hits): string {
  const rowsOf = (conditions: readonly string[]) =>
    `select t.id, t.created_at from transactions t where ${['t.point_id = $1', ...conditions, ...narrowed].join(' and ')} ${order}`
  const exact = exactConditions(question, place).map((condition) => `(${rowsOf([condition])})`)
  const weekly = weeklyConditions(question, place).map(
    (condition) =>
      `(select t.id, t.created_at from ${eachWeek(rowsOf(['t.created_week = w.week', condition]))} ${order})`,
  )
  const begin = question.beginning
    ? beginnings({ text: question.text, payType: filters.payType }, place).map(
        (each) =>
          `(select t.id, t.created_at from (${each} limit ${beginningsMax}) t ${narrowed.length > 0 ? 'where' : ''} ${narrowed.join(' and ')} ${order})`,
      )
    : []
  return `select t.id from (${[...exact, ...weekly, ...begin].join(' union ')}) t ${order}`
}

/** Amounts of any currency: of those with cents and of those without them apart, because each has its own bounds. */
function byAmount({ place, narrowed, order, filters }: Hits): string | undefined {
  if (filters.currency !== undefined || !(filters.amountFrom || filters.amountTo)) return undefined
  const codes = place(filters.codesWithoutDecimals ?? [])
  const ways = [
    [`t.currency not in (${zeroDecimals})`, ...boundsOf(filters, 'two', place), inWeeks],
    [
      `t.currency in (${zeroDecimals})`,
      `t.service_code = any (${codes}::text[])`,
      ...boundsOf(filters, 'none', place),
      inWeeks,
    ],
  ].map(
    (conditions) =>
      `(select t.id, t.created_at from transactions t where ${['t.point_id = $1', ...conditions, ...narrowed].join(' and ')} ${order})`,
  )
  return `select t.id from (${ways.join(' union all ')}) t ${order}`
}

function exactConditions(question: Question, place: Place): string[] {
  const text = place(question.text)
  const same = ['end_to_end_id', 'payer_reference', 'clabe'].map((name) => `t.${name} = ${text}`)
  return [
    `t.pay_type in ('payin', 'payout') and t.reference = ${text}`,
    ...(question.transactionId === undefined ? [] : [`t.id = ${place(question.transactionId)}::uuid`]),
    `t.connector_account_id = any (${place(question.connectorAccountIds)}::uuid[]) and t.target_reference = upper(${text})`,
    ...same,
  ]
}

/** What lies in no order of time, and is indexed week by week. */
function weeklyConditions(question: Question, place: Place): string[] {
  const documents = question.documents
    .map((document) => place(document))
    .flatMap((document) => [
      `t.party_document = ${document}`,
      `t.sender_document = ${document} and t.sender_document is distinct from t.party_document`,
    ])
  const amounts = question.amounts.flatMap(({ two, none }) => [
    `t.amount_minor = ${place(two)} and t.currency not in (${zeroDecimals})`,
    ...(none === undefined ? [] : [`t.amount_minor = ${place(none)} and t.currency in (${zeroDecimals})`]),
  ])
  return [`t.provider_reference = ${place(question.text)}`, ...documents, ...amounts]
}

/** What begins as asked, in the order of its index, without a limit. */
function beginnings({ text, payType }: { text: string; payType?: PayType | undefined }, place: Place): string[] {
  const range = (column: string, from: string) =>
    `${column} >= ${place(from)} and ${column} < ${place(from + lastCharacter)}`
  return [
    ...(payType === undefined ? payTypes : [payType]).map(
      (each) =>
        `select * from transactions t where t.point_id = $1 and t.pay_type = '${each}' and ${range('t.reference', text)} order by t.reference`,
    ),
    `select t.* from ${eachWeek(
      `select * from transactions t where t.point_id = $1 and t.created_week = w.week and ${range('t.party_name_key', text.toLowerCase())} order by t.party_name_key limit ${beginningsMax + 1}`,
    )}`,
  ]
}

function filterConditions(filters: SearchFilters, place: Place): string[] {
  const conditions: string[] = []
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value !== undefined) conditions.push(condition(place(value)))
  }
  const implied = filters.reason && statusOfReason[filters.reason]
  add((p) => `t.pay_type = ${p}`, filters.payType)
  add((p) => `t.status = ${p}`, filters.status)
  add((p) => `t.reason = ${p}`, filters.reason)
  if (implied !== filters.status) add((p) => `t.status = ${p}`, implied)
  add((p) => `t.service_code = ${p}`, filters.serviceCode)
  add((p) => `t.currency = ${p}`, filters.currency)
  if (filters.serviceCode === undefined) add((p) => `t.service_code = any (${p}::text[])`, filters.serviceCodes)
  add((p) => `t.created_at >= ${p}`, filters.createdFrom)
  add((p) => `t.created_at < ${p}`, filters.createdTo)
  conditions.push(...amountConditions(filters, place))
  return conditions
}

/** 1500 means as many pesos of Chile, which have no cents, as of Argentina. */
function amountConditions(filters: SearchFilters, place: Place): string[] {
  const { amountFrom, amountTo, currency } = filters
  if (!amountFrom && !amountTo) return []
  if (currency !== undefined) {
    return [...boundsOf(filters, currencyDecimals[currency] === 0 ? 'none' : 'two', place), inWeeks]
  }
  const either = (kind: 'two' | 'none') => boundsOf(filters, kind, place).join(' and ')
  return [`case when t.currency in (${zeroDecimals}) then ${either('none')} else ${either('two')} end`]
}

function boundsOf({ amountFrom, amountTo }: SearchFilters, kind: 'two' | 'none', place: Place): string[] {
  return [
    ...(amountFrom ? [`t.amount_minor >= ${place(minorOf(amountFrom, kind, 1n))}`] : []),
    ...(amountTo ? [`t.amount_minor <= ${place(minorOf(amountTo, kind, 0n))}`] : []),
  ]
}

/** What has cents lies between two whole amounts: a lower bound is the upper one of them. */
function minorOf({ two, none }: NominalAmount, kind: 'two' | 'none', up: bigint): bigint {
  return kind === 'two' ? two : (none ?? two / 100n + up)
}

function afterCondition({ after }: Search, place: Place): string[] {
  if (!after) return []
  return [`(t.created_at, t.id) < (${place(after.createdAt)}::timestamptz, ${place(after.id)}::uuid)`]
}
