import type { PayType } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'

/** The page of a pay-in or payout. */
export function pageOf(payType: PayType) {
  return payType === 'payin' ? '/p/$pointId/payments/$transactionId' : '/p/$pointId/payouts/$transactionId'
}
