import { type PayType, payTypes, type Reason, type Status } from '../../domain/status.ts'
import type { Db } from '../database.ts'
import { type TransactionRow, transactionColumns } from '../transaction-row.ts'
import { newestFirst } from './newest-first.ts'

/** One transaction of one point. The point id is part of every statement on merchant data. */
export async function readTransaction(db: Db, pointId: string, id: string): Promise<TransactionRow | undefined> {
  const found = await db.query<TransactionRow>({
    name: 'read-transaction',
    text: `select ${transactionColumns} from transactions t where t.point_id = $1 and t.id = $2`,
    values: [pointId, id],
  })
  return found.rows[0]
}

/** Whether a reference is taken. */
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

/** More changes than this no transaction has; the story stays readable on one screen. */
const historyRowsMax = 200

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
  createdFrom?: Date
  createdTo?: Date
  /** Keyset: strictly after this position in the order newest first. */
  after?: { createdAt: Date; id: string }
  limit: number
}

/** Newest first, by keyset (created_at, id), so that page 10 000 costs what page 1 costs. */
export async function readTransactionPage(
  db: Db,
  pointId: string,
  filters: TransactionFilters,
): Promise<readonly TransactionRow[]> {
  const values: unknown[] = [pointId]
  const conditions = ['t.point_id = $1']
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  add((p) => `t.reference = ${p}`, filters.reference)
  // References are indexed behind the pay type: with both named, the index leads straight to them.
  if (filters.reference !== undefined && filters.payType === undefined) {
    conditions.push(`t.pay_type in ('payin', 'payout')`)
  }
  add((p) => `t.status = ${p}`, filters.status)
  add((p) => `t.pay_type = ${p}`, filters.payType)
  add((p) => `t.service_code = ${p}`, filters.serviceCode)
  add((p) => `t.payer_reference = ${p}`, filters.payerReference)
  add((p) => `t.created_at >= ${p}`, filters.createdFrom)
  add((p) => `t.created_at < ${p}`, filters.createdTo)
  if (filters.after) {
    values.push(filters.after.createdAt, filters.after.id)
    conditions.push(`(t.created_at, t.id) < ($${values.length - 1}::timestamptz, $${values.length}::uuid)`)
  }
  values.push(filters.limit)
  const order = `order by t.created_at desc, t.id desc limit $${values.length}`
  const { payType, reference, serviceCode, payerReference } = filters
  const isNarrow = [payType, reference, serviceCode, payerReference].some((each) => each !== undefined)
  const found = await db.query<TransactionRow>({
    text: newestFirst(transactionColumns, conditions, { order, payTypes: isNarrow ? undefined : payTypes }),
    values,
  })
  return found.rows
}

export interface PayPageRow extends TransactionRow {
  merchant_name: string
}

/** The payer's page by its secret token: the one read without a point, because the token is the right to see it. */
export async function readByPayToken(db: Db, token: string): Promise<PayPageRow | undefined> {
  const found = await db.query<PayPageRow>({
    name: 'read-by-pay-token',
    text: `select ${transactionColumns}, m.name as merchant_name from transactions t
      join points p on p.id = t.point_id join merchants m on m.id = p.merchant_id where t.pay_token = $1`,
    values: [token],
  })
  return found.rows[0]
}
