import type { Order } from '../connectors/connector.ts'
import { methodFor } from '../payment-methods/index.ts'
import type { Db } from '../platform/database/database.ts'
import { present } from '../values/assert.ts'
import type { TransactionRow } from './rules/transaction.ts'
import { readOverRefund, readRefundedPayin } from './store/refunds.ts'

/** The order of a stored transaction, for calls by jobs. It has no card, because cards are never stored. */
export function orderFromRow(row: TransactionRow, executeBefore: Date | null): Order {
  const method = present(methodFor(row.service_code), `the payment method ${row.service_code}`)
  const operation = present(
    row.pay_type === 'payout' ? method.payout : method.payin,
    `${row.service_code} ${row.pay_type}`,
  )
  return {
    transactionId: row.id,
    pointId: row.point_id,
    environment: row.environment,
    payType: row.pay_type,
    serviceCode: row.service_code,
    kind: operation.kind,
    country: method.country,
    currency: row.currency,
    amountMinor: row.amount_minor,
    sequence: row.sequence,
    expiresAt: row.expired_at,
    executeBefore,
    details: row.details,
    instructions: row.instructions,
  }
}

/** The same with the pay-in of a refund. */
export async function orderOf(db: Db, row: TransactionRow, executeBefore: Date | null): Promise<Order> {
  const order = orderFromRow(row, executeBefore)
  if (row.pay_type !== 'refund') return order
  return {
    ...order,
    refunds: orderFromRow(present(await readRefundedPayin(db, row.id), 'the pay-in of a refund'), null),
  }
}

/**
 * Whether a transaction is a refund whose pay-in was reversed since it was accepted, so that its money must not go back a
 * second time.
 */
export async function isOverRefunded(
  db: Db,
  { id, pay_type }: Pick<TransactionRow, 'id' | 'pay_type'>,
): Promise<boolean> {
  return pay_type === 'refund' && (await readOverRefund(db, id)) > 0n
}

/** The pay-in of a refund; undefined for all others. */
export async function refundedPayin(
  db: Db,
  { id, pay_type: payType }: Pick<TransactionRow, 'id' | 'pay_type'>,
): Promise<TransactionRow | undefined> {
  return payType === 'refund' ? await readRefundedPayin(db, id) : undefined
}

/** How much more than what was credited would have gone back with a refund, in minor units: 0n for all but refunds. */
export async function overRefundMinor(
  db: Db,
  { id, pay_type: payType, status, amount_minor: amountMinor }: TransactionRow,
): Promise<bigint> {
  if (payType !== 'refund') return 0n
  // A refund that failed takes nothing now.
  const overMinor = (await readOverRefund(db, id)) + (status === 'ERROR' ? amountMinor : 0n)
  return overMinor > 0n ? overMinor : 0n
}
