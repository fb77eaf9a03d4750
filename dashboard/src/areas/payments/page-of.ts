import type { TransactionType } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'

/** The list of each type, and the page of one of them below it. */
export const listOf = {
  payin: '/p/$pointId/payments',
  payout: '/p/$pointId/payouts',
  refund: '/p/$pointId/refunds',
} as const satisfies Record<TransactionType, string>

export function pageOf<Type extends TransactionType>(payType: Type) {
  return `${listOf[payType]}/$transactionId` as const
}
