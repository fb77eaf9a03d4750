import { amountsData } from '../../../core/processing/rules/amounts.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import type { Say } from '../../../core/web/request-context.ts'
import { possibleActions } from '../actions/transaction.ts'
import type { TransferRow } from '../store/reads/ledger.ts'
import type { OperatorTransactionRow } from '../store/reads/transactions.ts'
import type { OperatorTransactionData, TransferData } from './contract/operator.ts'

export function operatorTransactionData(row: OperatorTransactionRow, say: Say): OperatorTransactionData {
  const { currency } = row
  return {
    transaction_id: row.id,
    reference: row.reference,
    environment: row.environment,
    pay_type: row.pay_type,
    service_code: row.service_code,
    amount: formatAmount(row.amount_minor, currency),
    currency,
    ...amountsData(row),
    suspense: formatAmount(row.suspense_minor, currency),
    status: row.status,
    reason: row.reason,
    needs_operator: row.needs_operator && say(row.needs_operator),
    party_name: row.party_name,
    point: { point_id: row.point_id, name: row.point_name },
    merchant: { merchant_id: row.merchant_id, name: row.merchant_name },
    connector_account_id: row.connector_account_id,
    created_at: isoMicroseconds(row.created_at),
    updated_at: isoMicroseconds(row.updated_at),
    possible_actions: possibleActions(row),
  }
}

export function transferData(row: TransferRow): TransferData {
  return {
    transfer_id: row.id.toString(),
    kind: row.kind,
    environment: row.environment,
    currency: row.currency,
    amount: formatAmount(row.amount_minor, row.currency),
    transaction_id: row.transaction_id,
    point: row.point_id === null ? null : { point_id: row.point_id, name: row.point_name ?? '' },
    from: { account_id: row.debit_account.toString(), kind: row.debit_kind },
    to: { account_id: row.credit_account.toString(), kind: row.credit_kind },
    note: row.note,
    at: isoMicroseconds(row.created_at),
  }
}
