import { toBookedMoney } from '../../../core/ledger/rules/booked-money.ts'
import type { BookedMoney } from '../../../core/ledger/rules/fee-and-net.ts'
import { countryOfService } from '../../../core/payment-methods/index.ts'
import { amountOrNull, amountsData } from '../../../core/processing/rules/amounts.ts'
import { type RefundSums, toRefundSums, wentBackOfRow } from '../../../core/processing/rules/refund-sums.ts'
import type { TransactionRow } from '../../../core/processing/rules/transaction.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { ListedRow } from '../store/reads/transaction-search.ts'
import type { TransactionItem } from './contract/payments.ts'

/** `references` has those of the payments that refunds give back. */
export function itemData(row: ListedRow, references: ReadonlyMap<string, string>): TransactionItem {
  const { refunded_payment: refunded } = row
  return {
    ...transactionFacts(row, toBookedMoney(row.booked_money), toRefundSums(row.refund_sums)),
    party_name: row.party_name,
    refund_of:
      refunded === null
        ? null
        : { transaction_id: refunded, reference: references.get(refunded) ?? refunded, reason: row.refund_reason },
    asks_operator: row.asks_operator,
  }
}

/** What lists and the page of a transaction say of it; amounts as decimal text. */
export function transactionFacts(
  row: Pick<TransactionRow, keyof TransactionRow & keyof ListedRow>,
  booked: BookedMoney,
  refundSums: RefundSums | null,
) {
  const { refundedMinor, refundableMinor } = wentBackOfRow(row, refundSums)
  return {
    transaction_id: row.id,
    pay_type: row.pay_type,
    service_code: row.service_code,
    country: countryOfService(row.service_code),
    reference: row.reference,
    amount: formatAmount(row.amount_minor, row.currency),
    currency: row.currency,
    ...amountsData(row),
    fee: amountOrNull(booked?.feeMinor ?? null, row.currency),
    net: amountOrNull(booked?.netMinor ?? null, row.currency),
    refunded_amount: amountOrNull(refundedMinor, row.currency),
    refundable_amount: amountOrNull(refundableMinor, row.currency),
    status: row.status,
    reason: row.reason,
    sender_name: row.sender_name,
    payment_link_id: row.payment_link_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expired_at: row.expired_at?.toISOString() ?? null,
  }
}
