import { methodFor } from '../../payment-methods/index.ts'
import { type AmountColumns, readAmountsOf } from '../../processing/rules/read-amounts.ts'
import type { CurrencyCode } from '../../values/currency.ts'
import { formatAmount } from '../../values/money.ts'
import type { ListedRow } from '../store/reads/transaction-search.ts'
import type { TransactionItem } from './contract/payments.ts'

/** A line of a list. */
export function itemData(row: ListedRow): TransactionItem {
  return {
    transaction_id: row.id,
    pay_type: row.pay_type,
    service_code: row.service_code,
    country: countryOf(row.service_code),
    reference: row.reference,
    amount: formatAmount(row.amount_minor, row.currency),
    currency: row.currency,
    ...amountsData(row),
    status: row.status,
    reason: row.reason,
    party_name: row.party_name,
    asks_operator: row.asks_operator,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expired_at: row.expired_at?.toISOString() ?? null,
  }
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

/** `WW` for what has no country of its own, and for a code that was taken out of service. */
export function countryOf(serviceCode: string): string {
  return methodFor(serviceCode)?.country ?? 'WW'
}

export function amountOrNull(minor: bigint | null, currency: CurrencyCode): string | null {
  return minor === null ? null : formatAmount(minor, currency)
}
