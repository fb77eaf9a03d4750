import type { CurrencyCode } from '../../values/currency.ts'
import { formatAmount } from '../../values/money.ts'
import type { PayType, Reason, Status } from '../../values/status.ts'
import { type ReadAmounts, readAmounts } from './booked-amount.ts'

/** The amount columns of a transaction. */
export interface AmountColumns {
  pay_type: PayType
  status: Status
  reason: Reason
  amount_minor: bigint
  credited_minor: bigint | null
  received_minor: bigint
  suspense_minor: bigint
  reversed_minor: bigint
  sent_back_minor: bigint
}

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
