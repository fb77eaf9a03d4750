import { type BookedMoneyColumn, bookedMoneyColumn } from '../../../../core/ledger/rules/booked-money.ts'
import type { Db } from '../../../../core/platform/database/database.ts'
import { type TransactionRow, transactionColumns } from '../../../../core/processing/rules/transaction.ts'
import type { Status } from '../../../../core/values/status.ts'

/** A refund with the pay-in whose money goes back. */
export interface RefundRow extends TransactionRow, BookedMoneyColumn {
  payin_id: string
  /** Its place in lists. */
  listed_at: Date
}

export interface RefundFilters {
  /** Only refunds of this pay-in. */
  payinId?: string | undefined
  reference?: string | undefined
  status?: Status | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  /** Keyset: strictly after this position, newest first. */
  after?: { createdAt: Date; id: string } | undefined
  limit: number
}

const columns = `${transactionColumns}, ${bookedMoneyColumn}, f.transaction_id as payin_id, f.created_at as listed_at`

export async function readRefund(db: Db, pointId: string, id: string): Promise<RefundRow | undefined> {
  const found = await db.query<RefundRow>({
    name: 'read-refund',
    text: `select ${columns} from refunds f join transactions t on t.id = f.id where f.point_id = $1 and f.id = $2`,
    values: [pointId, id],
  })
  return found.rows[0]
}

/** Newest first. Every filter is one condition, so that each set of filters is one statement. */
export async function readRefundPage(db: Db, pointId: string, filters: RefundFilters): Promise<readonly RefundRow[]> {
  const { after } = filters
  const values: unknown[] = [pointId, filters.limit]
  const conditions = ['f.point_id = $1']
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  add((p) => `f.transaction_id = ${p}`, filters.payinId)
  add((p) => `(t.pay_type = 'refund' and t.point_id = $1 and t.reference = ${p})`, filters.reference)
  add((p) => `t.status = ${p}`, filters.status)
  add((p) => `f.created_at >= ${p}`, filters.createdFrom)
  add((p) => `f.created_at < ${p}`, filters.createdTo)
  if (after) {
    values.push(after.createdAt, after.id)
    conditions.push(`(f.created_at, f.id) < ($${values.length - 1}::timestamptz, $${values.length}::uuid)`)
  }
  const found = await db.query<RefundRow>({
    text: `select ${columns} from refunds f join transactions t on t.id = f.id
      where ${conditions.join(' and ')} order by f.created_at desc, f.id desc limit $2`,
    values,
  })
  return found.rows
}
