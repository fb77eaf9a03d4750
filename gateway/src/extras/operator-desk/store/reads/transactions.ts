import type { Db } from '../../../../core/platform/database/database.ts'
import { isUuid } from '../../../../core/platform/ids.ts'
import { type TransactionRow, transactionColumns } from '../../../../core/processing/rules/transaction-row.ts'
import { eachWeek, withWeeks } from '../../../../core/processing/rules/weeks.ts'
import type { Environment } from '../../../../core/values/environment.ts'
import type { Status, TransactionType } from '../../../../core/values/status.ts'

/** A transaction of any point, with merchant and point. */
export interface OperatorTransactionRow extends TransactionRow {
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
    text: `select ${transactionColumns}, ${nameColumns} from (
        select t.* from (select * from transactions where id < $1::uuid order by id desc limit $2) t ${where}
        order by t.id desc limit $3) t ${names} order by t.id desc`,
    values,
  })
  if (found.rows.length === filters.limit) return { rows: found.rows, lookedUpTo: null }
  return { rows: found.rows, lookedUpTo: await endOfLook(db, filters.before ?? lastId) }
}

/** SQL conditions on transactions `t`; adds their values to `values`. */
function conditionsOf(filters: OperatorFilters, values: unknown[]): string[] {
  const conditions: string[] = []
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
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

/** Texts that match few transactions: an id, or fields that are indexed per point. */
const searches = {
  reference: `(t.pay_type in ('payin', 'payout', 'refund') and t.reference = $1)`,
  end_to_end_id: 't.end_to_end_id = $1',
  payer_reference: 't.payer_reference = $1',
} as const

/** Fields that are indexed over all points, per weekly partition. */
const weeklySearches = { provider_reference: 't.provider_reference', document: 't.party_document' } as const

/** What stands on the transfer; unique per account of a connector, and written in capitals. */
const accountSearches = { target_reference: 't.target_reference = upper($1)' } as const

type KindOfText = keyof typeof searches | keyof typeof weeklySearches | keyof typeof accountSearches
const kindsOfText = [searches, weeklySearches, accountSearches].flatMap((kind) => Object.keys(kind)) as KindOfText[]

/** What a searched text may be; `any` searches all others. */
export const operatorSearches = ['any', 'id', ...kindsOfText] as const

export interface OperatorSearch {
  by: (typeof operatorSearches)[number]
  text: string
  /** The stored forms of the text, where it may be a document. */
  documents: readonly string[]
  filters?: OperatorFilters
  limit: number
}

/** Finds an exact text in the points of all merchants, with one index lookup per point or week. Newest first. */
export async function findTransactionsOfAll(
  db: Db,
  search: OperatorSearch,
): Promise<readonly OperatorTransactionRow[]> {
  const { by, text, limit } = search
  const found = new Map<string, OperatorTransactionRow>()
  const kinds = by === 'any' ? (['id', ...kindsOfText] as const) : [by]
  for (const kind of kinds) {
    if (kind === 'id' && !isUuid(text)) continue
    for (const row of await findBy(db, kind, search)) found.set(row.id, row)
  }
  return [...found.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit)
}

async function findBy(db: Db, by: 'id' | KindOfText, { text, documents, filters = {}, limit }: OperatorSearch) {
  const values: unknown[] = [by === 'document' ? documents : text, limit]
  const conditions = conditionsOf(filters, values)
  const found = await db.query<OperatorTransactionRow>({
    ...(conditions.length === 0 && { name: `find-of-all-by-${by}` }),
    text: searchText(by, conditions),
    values,
  })
  return found.rows
}

/** Transactions of one text per point or week that filters look at. */
const filteredMax = 1_000

function searchText(by: 'id' | KindOfText, conditions: readonly string[]): string {
  const rowsOf = (key: string) =>
    conditions.length === 0
      ? `select * from transactions t where ${key} limit $2`
      : `select * from (select * from transactions t where ${key} limit ${filteredMax}) t
          where ${conditions.join(' and ')} limit $2`
  const select = `select ${transactionColumns}, ${nameColumns} from`
  if (by === 'id') return `${select} (${rowsOf('t.id = $1::uuid')}) t ${names}`
  if (by in searches) {
    const rows = rowsOf(`t.point_id = p.id and ${searches[by as keyof typeof searches]}`)
    return `${select} points p join merchants m on m.id = p.merchant_id cross join lateral (${rows}) t
      order by t.id desc limit $2`
  }
  if (by in accountSearches) {
    const rows = rowsOf(`t.connector_account_id = a.id and ${accountSearches[by as keyof typeof accountSearches]}`)
    return `${select} connector_accounts a cross join lateral (${rows}) t ${names} order by t.id desc limit $2`
  }
  const key = weeklySearches[by as keyof typeof weeklySearches]
  const isFound = `${key} = ${by === 'document' ? 'any ($1::text[])' : '$1'}`
  return `${withWeeks(`${key} is not null`)} ${select} ${eachWeek(rowsOf(`t.created_week = w.week and ${isFound}`))} ${names}
    order by t.id desc limit $2`
}

/** One transaction with merchant and point. */
export async function readTransactionOfAll(db: Db, id: string): Promise<OperatorTransactionRow | undefined> {
  const found = await db.query<OperatorTransactionRow>({
    name: 'read-transaction-of-all',
    text: `select ${transactionColumns}, ${nameColumns} from transactions t ${names} where t.id = $1`,
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
