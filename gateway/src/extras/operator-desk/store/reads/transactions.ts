import { zeroDecimals } from '../../../../core/payments/rules/nominal-amount.ts'
import type { ParsedSearch } from '../../../../core/payments/rules/parse-search.ts'
import type { Db } from '../../../../core/platform/database/database.ts'
import { hasWords, lastCharacter } from '../../../../core/processing/rules/name-words.ts'
import { type TransactionRow, transactionColumns } from '../../../../core/processing/rules/transaction.ts'
import { eachWeek, withWeeks } from '../../../../core/processing/rules/weeks.ts'
import type { Environment } from '../../../../core/values/environment.ts'
import type { Status, TransactionType } from '../../../../core/values/status.ts'

/** A transaction with its payer or beneficiary, as given by the merchant; null: not given, or removed since. */
export interface PartyRow extends TransactionRow {
  party_name: string | null
}

/** The columns of PartyRow, for a select from `transactions t`. */
export const partyColumns = `${transactionColumns}, t.party_name`

/** A transaction of any point, with merchant and point. */
export interface OperatorTransactionRow extends PartyRow {
  point_name: string
  merchant_id: string
  merchant_name: string
}

export interface OperatorFilters {
  environment?: Environment
  merchantId?: string
  pointId?: string
  status?: Status
  payType?: TransactionType
  serviceCode?: string
  connectorAccountId?: string
  createdFrom?: Date
  createdTo?: Date
  /** Keyset pagination. Ids contain their time, so a smaller id is older. */
  before?: string
}

/**
 * Newest transactions that one page reads. The list of all points is read in order of ids and filtered, so that
 * payments need no extra index for the operator. A rare filter takes several pages.
 */
const lookedAtMax = 20_000

export interface OperatorPage {
  rows: readonly OperatorTransactionRow[]
  /** The last id that was read, if the page ended early. */
  lookedUpTo: string | null
}

const names = 'join points p on p.id = t.point_id join merchants m on m.id = p.merchant_id'
const nameColumns = 'p.name as point_name, p.merchant_id, m.name as merchant_name'

/** Transactions of all points, newest first. */
export async function readTransactionsOfAll(
  db: Db,
  filters: OperatorFilters & { limit: number },
): Promise<OperatorPage> {
  const values: unknown[] = [filters.before ?? lastId, lookedAtMax, filters.limit]
  const conditions = conditionsOf(filters, values)
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const found = await db.query<OperatorTransactionRow>({
    text: `select ${partyColumns}, ${nameColumns} from (
        select t.* from (select * from transactions where id < $1::uuid order by id desc limit $2) t ${where}
        order by t.id desc limit $3) t ${names} order by t.id desc`,
    values,
  })
  if (found.rows.length === filters.limit) return { rows: found.rows, lookedUpTo: null }
  return { rows: found.rows, lookedUpTo: await endOfLook(db, filters.before ?? lastId) }
}

/** Adds conditions on values that are set; `values` gets the values. */
function adding(conditions: string[], values: unknown[]) {
  return (condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
}

/** SQL conditions on points `p` alone. */
function pointConditionsOf(filters: OperatorFilters, values: unknown[]): string[] {
  const conditions = ['true']
  const add = adding(conditions, values)
  add((place) => `p.environment = ${place}`, filters.environment)
  add((place) => `p.merchant_id = ${place}::uuid`, filters.merchantId)
  add((place) => `p.id = ${place}::uuid`, filters.pointId)
  return conditions
}

/** SQL conditions on transactions `t`; adds their values to `values`. */
function conditionsOf(filters: OperatorFilters, values: unknown[]): string[] {
  const conditions: string[] = []
  const add = adding(conditions, values)
  add((place) => `t.environment = ${place}`, filters.environment)
  add((place) => `t.point_id in (select id from points where merchant_id = ${place}::uuid)`, filters.merchantId)
  add((place) => `t.point_id = ${place}::uuid`, filters.pointId)
  add((place) => `t.status = ${place}`, filters.status)
  add((place) => `t.pay_type = ${place}`, filters.payType)
  add((place) => `t.service_code = ${place}`, filters.serviceCode)
  add((place) => `t.connector_account_id = ${place}::uuid`, filters.connectorAccountId)
  add((place) => `t.created_at >= ${place}`, filters.createdFrom)
  add((place) => `t.created_at < ${place}`, filters.createdTo)
  return conditions
}

/** Greater than every id. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Null: the page reached the oldest transaction. */
async function endOfLook(db: Db, before: string): Promise<string | null> {
  const found = await db.query<{ id: string }>({
    name: 'end-of-operators-look',
    text: `select id from transactions where id < $1::uuid order by id desc offset ${lookedAtMax - 1} limit 1`,
    values: [before],
  })
  return found.rows[0]?.id ?? null
}

export interface OperatorSearch {
  parsed: ParsedSearch
  filters?: OperatorFilters
  limit: number
}

/** Transactions of one text per point or week that filters look at. */
const filteredMax = 1_000

/** Transactions of a word or an amount that are looked at over all points, the newest weeks first. */
const commonMax = 5_000

/** The rows of `transactions t` with this condition on an index, which pass the filters. */
type RowsOf = (key: string, order?: string) => string

/** One meaning of a text: what of it is `$1` (undefined: it cannot mean this), and how it is found. */
interface Meaning {
  asked(parsed: ParsedSearch): unknown
  text(rowsOf: RowsOf, points: string): string
  /** Whether it looks into points one by one: `points` selects those that the filters leave. */
  perPoint?: true
}

const select = `select ${partyColumns}, ${nameColumns} from`
const newestIds = 'order by t.id desc limit $2'
/** The newest rows of a key: pages would skip others. As text, so that no index of ids is walked from its end instead. */
const newestOfKey = 'order by t.id::text desc'

/** By an index that begins with the point: one look-up per point. */
const ofPoint = (key: string): Meaning => ({
  asked: ({ text }) => text,
  text: (rowsOf) => `${select} points p join merchants m on m.id = p.merchant_id
    cross join lateral (${rowsOf(`t.point_id = p.id and ${key}`, newestOfKey)}) t ${newestIds}`,
})

/** By an index over all points that begins with the week; `part` is the condition of a partial index. */
const ofWeek = (column: string, asked: Meaning['asked'], part = `${column} is not null`): Meaning => ({
  asked,
  text: (rowsOf) => `${withWeeks(part)} ${select}
    ${eachWeek(rowsOf(`t.created_week = w.week and ${column} = any ($1::text[]) and ${part}`, newestOfKey))} ${names} ${newestIds}`,
})
const documentsOf: Meaning['asked'] = ({ documents }) => (documents.length > 0 ? documents : undefined)

/** By an index of point, week and more: ids of `rows` in each point `p` of each week `w`, the newest weeks first. */
const ofPointAndWeek = (asked: Meaning['asked'], rows: string, key = 'true'): Meaning => ({
  asked,
  perPoint: true,
  text: (
    rowsOf,
    points,
  ) => `with weeks (week) as materialized (select generate_series(${endOfWeeks('desc')}, ${endOfWeeks('asc')}, -1)),
    common as materialized (select t.id from ${eachWeek(`select n.id from (${points}) p cross join lateral (${rows}) n limit ${commonMax}`)}
      limit ${commonMax})
    ${select} common n cross join lateral (${rowsOf(`t.id = n.id and ${key}`)}) t ${names} ${newestIds}`,
})
const endOfWeeks = (order: 'asc' | 'desc') => `(select created_week from transactions order by id ${order} limit 1)`

/** Each meaning has its index. */
const meanings: readonly Meaning[] = [
  {
    asked: ({ transactionId }) => transactionId,
    text: (rowsOf) => `${select} (${rowsOf('t.id = $1::uuid')}) t ${names}`,
  },
  {
    asked: ({ idBeginning }) => idBeginning && [idBeginning.from, idBeginning.to],
    text: (rowsOf) => `${select} (${rowsOf('t.id between ($1::uuid[])[1] and ($1::uuid[])[2]', 'order by t.id desc')}) t
      ${names} ${newestIds}`,
  },
  ofPoint(`t.pay_type in ('payin', 'payout', 'refund') and t.reference = $1`),
  ofPoint('t.end_to_end_id = $1'),
  ofPoint('t.payer_reference = $1'),
  ofWeek('t.provider_reference', ({ bankId }) => bankId && [bankId]),
  ofWeek('t.party_document', documentsOf),
  ofWeek(
    't.sender_document',
    documentsOf,
    't.sender_document is not null and t.sender_document is distinct from t.party_document',
  ),
  {
    // What stands on the transfer; unique per account of a connector, and written in capitals.
    asked: ({ text }) => text,
    text: (rowsOf) => `${select} connector_accounts a
      cross join lateral (${rowsOf('t.connector_account_id = a.id and t.target_reference = upper($1)')}) t ${names} ${newestIds}`,
  },
  ofPointAndWeek(
    ({ words }) => (words.length > 0 ? words : undefined),
    `select n.transaction_id as id from transaction_words n where n.point_id = p.id and n.created_week = w.week
      and n.word >= ($1::text[])[1] and n.word < ($1::text[])[1] || '${lastCharacter}'
      order by n.word, n.created_at desc, n.transaction_id desc limit ${commonMax}`,
    hasWords('t.id', '($1::text[])[2:]'),
  ),
  ofPointAndWeek(
    ({ amount }) => amount && [amount.two.toString(), amount.none?.toString() ?? null],
    `select t.id from transactions t where t.point_id = p.id and t.created_week = w.week
      and t.amount_minor = any ($1::bigint[])
      and t.amount_minor = ($1::bigint[])[case when t.currency in (${zeroDecimals}) then 2 else 1 end] limit ${commonMax}`,
  ),
]

/** Finds a text in the points of all merchants by everything that it may mean. Newest first. */
export async function findTransactionsOfAll(
  db: Db,
  search: OperatorSearch,
): Promise<readonly OperatorTransactionRow[]> {
  const found = new Map<string, OperatorTransactionRow>()
  for (const meaning of meanings) {
    for (const row of await findBy(db, meaning, search)) found.set(row.id, row)
  }
  return [...found.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, search.limit)
}

async function findBy(db: Db, meaning: Meaning, { parsed, filters = {}, limit }: OperatorSearch) {
  const asked = meaning.asked(parsed)
  if (asked === undefined) return []
  const values: unknown[] = [asked, limit]
  const conditions = conditionsOf(filters, values)
  const older = filters.before === undefined ? '' : `and t.id < $${values.push(filters.before)}::uuid`
  const rowsOf: RowsOf = (key, order = '') =>
    conditions.length === 0
      ? `select * from transactions t where ${key} ${older} ${order} limit $2`
      : `select * from (select * from transactions t where ${key} ${older} ${order} limit ${filteredMax}) t
          where ${conditions.join(' and ')} limit $2`
  const points = meaning.perPoint
    ? `select p.id from points p where ${pointConditionsOf(filters, values).join(' and ')}`
    : ''
  const found = await db.query<OperatorTransactionRow>({
    ...(values.length === 2 && { name: `find-of-all-${meanings.indexOf(meaning)}` }),
    text: meaning.text(rowsOf, points),
    values,
  })
  return found.rows
}

/** One transaction with merchant and point. */
export async function readTransactionOfAll(db: Db, id: string): Promise<OperatorTransactionRow | undefined> {
  const found = await db.query<OperatorTransactionRow>({
    name: 'read-transaction-of-all',
    text: `select ${partyColumns}, ${nameColumns} from transactions t ${names} where t.id = $1`,
    values: [id],
  })
  return found.rows[0]
}

/** Merchants and points of transactions whose rows are already known. */
export async function readNamesOfPoints(
  db: Db,
  pointIds: readonly string[],
): Promise<ReadonlyMap<string, { pointName: string; merchantId: string; merchantName: string }>> {
  const found = await db.query<{ id: string; point_name: string; merchant_id: string; merchant_name: string }>({
    name: 'read-names-of-points',
    text: `select p.id, ${nameColumns} from points p join merchants m on m.id = p.merchant_id where p.id = any ($1::uuid[])`,
    values: [[...new Set(pointIds)]],
  })
  return new Map(
    found.rows.map((row) => [
      row.id,
      { pointName: row.point_name, merchantId: row.merchant_id, merchantName: row.merchant_name },
    ]),
  )
}
