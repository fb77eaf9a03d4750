import type { BookedMoney } from '../../../core/ledger/rules/fee-and-net.ts'
import { countryOfService } from '../../../core/payment-methods/index.ts'
import { toBookedMoney } from '../../../core/payments/store/reads/booked-money.ts'
import { amountOrNull, amountsData } from '../../../core/processing/rules/amounts.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { ListedRow } from '../store/reads/transaction-search.ts'
import type { TransactionItem } from './contract/payments.ts'

export function itemData(row: ListedRow): TransactionItem {
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
    status: row.status,
    reason: row.reason,
    party_name: row.party_name,
    asks_operator: row.asks_operator,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expired_at: row.expired_at?.toISOString() ?? null,
  }
}

/** Fee and net as decimal text; null before anything was booked. */
export function bookedMoneyData(booked: BookedMoney, currency: CurrencyCode) {
  return {
    fee: amountOrNull(booked?.feeMinor ?? null, currency),
    net: amountOrNull(booked?.netMinor ?? null, currency),
  }
}
