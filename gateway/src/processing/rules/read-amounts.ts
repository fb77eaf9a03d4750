import type { CurrencyCode } from '../../values/currency.ts'
import { formatAmount } from '../../values/money.ts'
import { type ReadAmounts, readAmounts } from './booked-amount.ts'
import type { TransactionRow } from './transaction-row.ts'

/** The amount columns of a transaction. */
export type AmountColumns = Pick<
  TransactionRow,
  | 'pay_type'
  | 'status'
  | 'reason'
  | 'amount_minor'
  | 'credited_minor'
  | 'received_minor'
  | 'suspense_minor'
  | 'reversed_minor'
  | 'sent_back_minor'
>

/** The amounts of a row as replies show them. */
export function readAmountsOf(row: AmountColumns): ReadAmounts {
  return readAmounts({
    payType: row.pay_type,
    status: row.status,
    reason: row.reason,
    amountMinor: row.amount_minor,
    creditedMinor: row.credited_minor,
    receivedMinor: row.received_minor,
    suspenseMinor: row.suspense_minor,
    reversedMinor: row.reversed_minor,
    sentBackMinor: row.sent_back_minor,
  })
}

/** What of a transaction is booked to the merchant, waits in suspense, or is missing. */
export function amountsData(row: AmountColumns & { currency: CurrencyCode }) {
  const { bookedMinor, suspenseMinor, missingMinor } = readAmountsOf(row)
  return {
    credited_amount: amountOrNull(bookedMinor, row.currency),
    suspense_amount: formatAmount(suspenseMinor, row.currency),
    missing_amount: amountOrNull(missingMinor, row.currency),
  }
}

export function amountOrNull(minor: bigint | null, currency: CurrencyCode): string | null {
  return minor === null ? null : formatAmount(minor, currency)
}
