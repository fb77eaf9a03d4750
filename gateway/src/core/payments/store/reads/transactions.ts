import type { Db } from '../../../platform/database/database.ts'
import { refundedSql } from '../../../processing/rules/refund-sums.ts'
import { type TransactionRow, transactionColumns } from '../../../processing/rules/transaction.ts'
import type { PayType, Reason, Status } from '../../../values/status.ts'
import {
  type BookedTransaction,
  bookedRows,
  detailRows,
  historyRowsMax,
  type JsonRow,
  type TransactionDetail,
} from './json-rows.ts'
import { eachPayType, newestFirst, theEnd } from './newest-first.ts'

/** Whether the point has used a reference. */
export async function hasReference(
  db: Db,
  used: { pointId: string; payType: PayType; reference: string },
): Promise<boolean> {
  const found = await db.query<{ taken: boolean }>({
    name: 'has-reference',
    text: 'select exists (select from transactions where point_id = $1 and pay_type = $2 and reference = $3) as taken',
    values: [used.pointId, used.payType, used.reference],
  })
  return found.rows[0]?.taken ?? false
}

export interface HistoryRow {
  status: Status
  reason: Reason
  source: string
  detail: string | null
  created_at: Date
}

export async function readHistory(db: Db, pointId: string, transactionId: string): Promise<readonly HistoryRow[]> {
  const found = await db.query<HistoryRow>({
    name: 'read-history',
    text: `select status, reason, source, detail, created_at from transaction_history
      where point_id = $1 and transaction_id = $2 order by id limit ${historyRowsMax}`,
    values: [pointId, transactionId],
  })
  return found.rows
}

export interface TransactionFilters {
  reference?: string
  status?: Status
  payType?: PayType
  serviceCode?: string
  payerReference?: string
  paymentLinkId?: string
  /** A note with this key and value. */
  metadata?: { key: string; value: string }
  createdFrom?: Date
  createdTo?: Date
  /** Keyset: strictly after this position in the order newest first. */
  after?: { createdAt: Date; id: string }
  limit: number
}

/** One transaction of a point with its history: the most frequent read. */
export async function readTransactionWithHistory(
  db: Db,
  pointId: string,
  id: string,
): Promise<TransactionDetail | undefined> {
  const found = await db.query<JsonRow>({
    name: 'read-transaction-with-history',
    text: `select ${detailRows.column} from transactions t where t.point_id = $1 and t.id = $2`,
    values: [pointId, id],
  })
  return found.rows.map(detailRows.read)[0]
}

/**
 * Whether a connection may keep one plan for such a page. With several filters the rarest must lead, which depends on
 * the values.
 */
export function hasGeneralPage(filters: Omit<TransactionFilters, 'limit'>): boolean {
  const { reference, status, payType, serviceCode, payerReference, paymentLinkId, metadata } = filters
  // How rare a note is depends on its value.
  if (metadata !== undefined) return false
  const leading = [status ?? payType, serviceCode, payerReference, paymentLinkId].filter((value) => value !== undefined)
  return reference !== undefined || leading.length <= 1
}

/** Newest first, by keyset (created_at, id), so that page 10 000 costs what page 1 costs. */
export async function readTransactionPage(
  db: Db,
  pointId: string,
  filters: TransactionFilters,
): Promise<readonly BookedTransaction[]> {
  const { createdAt, id } = filters.after ?? theEnd
  const values: unknown[] = [pointId, createdAt, id, filters.limit]
  const { metadata } = filters
  const conditions = ['t.point_id = $1', ...(metadata ? [] : ['(t.created_at, t.id) < ($2::timestamptz, $3::uuid)'])]
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  add((p) => `t.reference = ${p}`, filters.reference)
  // Refunds have a list of their own. The index of references starts with the pay type, so both are named.
  if (filters.payType === undefined) conditions.push(`t.pay_type in ('payin', 'payout')`)
  add((p) => `t.status = ${p}`, filters.status)
  add((p) => `t.pay_type = ${p}`, filters.payType)
  add((p) => `t.service_code = ${p}`, filters.serviceCode)
  add((p) => `t.payer_reference = ${p}`, filters.payerReference)
  add((p) => `t.payment_link_id = ${p}`, filters.paymentLinkId)
  // A note has the time of its transaction, and its index is in that order.
  const createdAtOf = metadata ? 'm.created_at' : 't.created_at'
  add((p) => `${createdAtOf} >= ${p}`, filters.createdFrom)
  add((p) => `${createdAtOf} < ${p}`, filters.createdTo)
  if (metadata) return await readNotedPage(db, { metadata, conditions, values })
  const { payType, reference, serviceCode, payerReference, paymentLinkId } = filters
  const isNarrow = [payType, reference, serviceCode, payerReference, paymentLinkId].some((each) => each !== undefined)
  const found = await db.query<JsonRow>({
    ...(hasGeneralPage(filters) && { name: `transaction-page-${shapeOf(filters)}` }),
    text: newestFirst(bookedRows.column, conditions, {
      order: 'order by t.created_at desc, t.id desc limit $4',
      apart: isNarrow ? undefined : eachPayType,
    }),
    values,
  })
  return found.rows.map(bookedRows.read)
}

/**
 * The page of the transactions with a note. It walks the notes in the order of the page and ends when the page is full,
 * so that a value of many transactions costs no more than a rare one. `values`: point, position, limit, then those of
 * `conditions`.
 */
async function readNotedPage(
  db: Db,
  page: { metadata: { key: string; value: string }; conditions: readonly string[]; values: readonly unknown[] },
): Promise<readonly BookedTransaction[]> {
  const { metadata, conditions, values } = page
  const [key, value] = [`$${values.length + 1}`, `$${values.length + 2}`]
  const found = await db.query<JsonRow>({
    text: `select ${bookedRows.column} from transaction_metadata m join transactions t on t.id = m.transaction_id
      where m.point_id = $1 and m.key = ${key} and m.value = ${value}
        and (m.created_at, m.transaction_id) < ($2::timestamptz, $3::uuid) and ${conditions.join(' and ')}
      order by m.created_at desc, m.transaction_id desc limit $4`,
    values: [...values, metadata.key, metadata.value],
  })
  return found.rows.map(bookedRows.read)
}

/** The names of the set filters in a fixed order: statements with the same names are the same. */
function shapeOf(filters: TransactionFilters): string {
  const { reference, status, payType, serviceCode, payerReference, paymentLinkId, createdFrom, createdTo } = filters
  const set = { reference, status, payType, serviceCode, payerReference, paymentLinkId, createdFrom, createdTo }
  return Object.entries(set)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .join('-')
}

export interface PayPageRow extends TransactionRow {
  merchant_name: string
  display_name: string | null
  shop_url: string | null
  contact: string | null
  brand_colour: string | null
  logo_hash: string | null
  logo_width: number | null
  logo_height: number | null
  /** The last known page of the provider for payers; null if there is none or it is not known yet. */
  payer_app_url: string | null
  /** What refunds gave back. */
  refunded_minor: bigint
}

/** The payer's page by its secret token. It is the only read without a point, because the token grants access. */
export async function readByPayToken(db: Db, token: string): Promise<PayPageRow | undefined> {
  const found = await db.query<PayPageRow>({
    name: 'read-by-pay-token',
    text: `select ${transactionColumns}, m.name as merchant_name, b.display_name, b.shop_url, b.contact, b.brand_colour, b.logo_hash,
        b.logo_width, b.logo_height, (select a.outcome_detail #>> '{next,url}' from attempts a where a.transaction_id = t.id
          and a.outcome_detail #>> '{next,type}' = 'payer_app' order by a.number desc limit 1) as payer_app_url,
        (select ${refundedSql} from refunds f join transactions r on r.id = f.id where f.transaction_id = t.id) as refunded_minor
      from transactions t join points p on p.id = t.point_id join merchants m on m.id = p.merchant_id
        left join point_brands b on b.point_id = t.point_id where t.pay_token = $1`,
    values: [token],
  })
  return found.rows[0]
}

/** The shop's name as payers know it; undefined without such a point. */
export async function findShopName(db: Db, pointId: string): Promise<string | undefined> {
  const found = await db.query<{ name: string }>({
    name: 'find-shop-name',
    text: `select coalesce(b.display_name, m.name) as name from points p join merchants m on m.id = p.merchant_id
      left join point_brands b on b.point_id = p.id where p.id = $1`,
    values: [pointId],
  })
  return found.rows[0]?.name
}
