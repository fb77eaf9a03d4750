import { toBookedMoney } from '../../../core/ledger/rules/booked-money.ts'
import type { BookedMoney } from '../../../core/ledger/rules/fee-and-net.ts'
import { countryOfService } from '../../../core/payment-methods/index.ts'
import { amountOrNull, amountsData } from '../../../core/processing/rules/amounts.ts'
import { toRefundSums, type WentBack, wentBackOfRow } from '../../../core/processing/rules/refund-sums.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { ListedRow } from '../store/reads/transaction-search.ts'
import type { TransactionItem } from './contract/payments.ts'

/** `references` has those of the payments that refunds give back. */
export function itemData(row: ListedRow, references: ReadonlyMap<string, string>): TransactionItem {
  const { refunded_payment: refunded } = row
  return {
    transaction_id: row.id,
    pay_type: row.pay_type,
    service_code: row.service_code,
    country: countryOfService(row.service_code),
    reference: row.reference,
    amount: formatAmount(row.amount_minor, row.currency),
    currency: row.currency,
    ...amountsData(row),
    ...bookedMoneyData(toBookedMoney(row.booked_money), row.currency),
    ...wentBackData(wentBackOfRow(row, toRefundSums(row.refund_sums)), row.currency),
    status: row.status,
    reason: row.reason,
    party_name: row.party_name,
    sender_name: row.sender_name,
    payment_link_id: row.payment_link_id,
    refund_of:
      refunded === null
        ? null
        : { transaction_id: refunded, reference: references.get(refunded) ?? refunded, reason: row.refund_reason },
    asks_operator: row.asks_operator,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expired_at: row.expired_at?.toISOString() ?? null,
  }
}

/** What refunds gave back of a pay-in and what may still go back, as decimal text. */
export function wentBackData({ refundedMinor, refundableMinor }: WentBack, currency: CurrencyCode) {
  return {
    refunded_amount: amountOrNull(refundedMinor, currency),
    refundable_amount: amountOrNull(refundableMinor, currency),
  }
}

/** Fee and net as decimal text; null before anything was booked. */
export function bookedMoneyData(booked: BookedMoney, currency: CurrencyCode) {
  return {
    fee: amountOrNull(booked?.feeMinor ?? null, currency),
    net: amountOrNull(booked?.netMinor ?? null, currency),
  }
}
