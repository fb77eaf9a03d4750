import type { Order } from '../connectors/connector.ts'
import { methodFor } from '../payment-methods/index.ts'
import { present } from '../values/assert.ts'
import type { TransactionRow } from './rules/transaction-row.ts'

/** The order of a stored transaction, for calls by jobs. It has no card, because cards are never stored. */
export function orderFromRow(row: TransactionRow, executeBefore: Date | null): Order {
  const method = present(methodFor(row.service_code), `the payment method ${row.service_code}`)
  const operation = present(
    row.pay_type === 'payin' ? method.payin : method.payout,
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
