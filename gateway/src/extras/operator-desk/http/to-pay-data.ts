import { formatAmount } from '../../../core/values/money.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { type Cell, csvLine } from '../../../core/web/csv.ts'
import { payeeOf } from '../../bank-accounts/rules/payee.ts'
import type { ActionName } from '../actions.ts'
import type { ToPayRow } from '../store/reads/to-pay.ts'
import type { ToPayData } from './contract/operator.ts'

export function toPayData(row: ToPayRow): ToPayData {
  const { proposal, batch } = row
  return {
    ...payeeOf(row),
    transaction_id: row.id,
    pay_type: row.pay_type,
    service_code: row.service_code,
    reference: row.reference,
    amount: formatAmount(row.amount_minor, row.currency),
    currency: row.currency,
    pay_from: row.pay_from,
    merchant: row.merchant_name,
    point: { point_id: row.point_id, name: row.point_name },
    since: isoMicroseconds(row.since),
    created_at: isoMicroseconds(row.created_at),
    approved_by: row.approved_by,
    batch: batch && { batch_id: batch.id, number: batch.number },
    proposal: proposal && {
      proposal_id: proposal.id,
      action: proposal.action as ActionName,
      proposed_by: proposal.by,
    },
  }
}

/** Columns of the file of the queue, in order. New ones come last. */
const columns: Readonly<Record<string, (item: ToPayData) => Cell>> = {
  since: ({ since }) => ({ exact: since }),
  pay_type: (item) => item.pay_type,
  amount: ({ amount }) => ({ exact: amount }),
  currency: (item) => item.currency,
  holder: (item) => item.holder,
  document: (item) => item.document,
  bank: (item) => item.bank,
  account_type: (item) => item.account_type,
  account: (item) => item.account,
  write: (item) => item.write,
  pay_from: (item) => item.pay_from,
  merchant: (item) => item.merchant,
  point: (item) => item.point.name,
  transaction_id: (item) => item.transaction_id,
  approved_by: (item) => item.approved_by,
  batch: ({ batch }) => batch && { exact: String(batch.number) },
}

export const toPayHeader = csvLine(Object.keys(columns))

export function toPayLine(row: ToPayRow): string {
  const item = toPayData(row)
  return csvLine(Object.values(columns).map((cell) => cell(item)))
}
