import type { CallbackFacts } from '../callbacks/rules/callback-body.ts'
import { methodFor } from '../payment-methods/index.ts'
import type { CallbackSettings } from '../values/point-terms.ts'
import { amountsOfRow } from './outcome-change.ts'
import { bookedAmountMinor } from './rules/amounts.ts'
import type { TransactionRow } from './rules/transaction.ts'

/** The fields of a transaction that a callback shows. */
export function callbackFacts(row: TransactionRow): CallbackFacts {
  const method = methodFor(row.service_code)
  const payout = row.pay_type !== 'payin'
  const optional = {
    senderName: payout ? undefined : (row.sender_name ?? row.details['payer_name']),
    senderDocument: payout ? undefined : (row.sender_document ?? row.details['payer_doc_id']),
    beneficiaryName: payout ? row.details['account_beneficiary'] : undefined,
    beneficiaryDocument: payout ? row.details['account_doc_id'] : undefined,
    beneficiaryBank: payout ? row.details['account_bank'] : undefined,
    endToEndId: row.end_to_end_id ?? undefined,
    metadata: row.metadata ?? undefined,
    purpose: row.withdrawal_account_id === null ? undefined : 'withdrawal',
    refundedPayment: row.pay_type === 'refund' ? row.details['payment_id'] : undefined,
  }
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined))
  return {
    transactionId: row.id,
    status: row.status,
    reason: row.reason,
    reference: row.reference,
    payType: row.pay_type,
    card: row.card_bin !== null,
    bookedMinor: bookedAmountMinor({
      payType: row.pay_type,
      status: row.status,
      reason: row.reason,
      ...amountsOfRow(row),
    }),
    currency: row.currency,
    updatedAt: row.updated_at,
    methodSendsAmount: method?.payin?.callbackAmount ?? false,
    ...given,
  }
}

/** Whether a callback tells it. A receiver of the specification knows the pay-ins and payouts that it ordered: all others where the point asks. */
export function isTold(
  row: Pick<TransactionRow, 'pay_type' | 'withdrawal_account_id'>,
  { sendRefunds, sendWithdrawals }: CallbackSettings,
): boolean {
  if (row.withdrawal_account_id !== null) return sendWithdrawals
  return row.pay_type !== 'refund' || sendRefunds
}
