import type { PayType, TransactionType } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'

/** The page of a pay-in or payout. */
export function pageOf(payType: TransactionType) {
  return payType === 'payin' ? '/p/$pointId/payments/$transactionId' : '/p/$pointId/payouts/$transactionId'
}

/** Refunds are money out, and stand with the payouts. */
export function sideOf(payType: TransactionType): PayType {
  return payType === 'payin' ? 'payin' : 'payout'
}
