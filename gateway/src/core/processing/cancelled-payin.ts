import type { StatusUpdate } from './rules/state.ts'
import type { TransactionRow } from './rules/transaction-row.ts'

/**
 * Turns a rejection with reason `cancelled` of an open pay-in into an expiry: nobody declined it. Either the gateway
 * cancelled it and its process died before the write, or the provider cancelled it. Both end in EXPIRED (contract
 * section 4). After COMPLETED the update stays as it is and contradicts the status.
 */
export function readCancelled(
  row: Pick<TransactionRow, 'pay_type' | 'status' | 'expired_at'>,
  update: StatusUpdate,
  now: Date,
): StatusUpdate {
  if (row.pay_type !== 'payin' || row.status !== 'PENDING') return update
  if (update.kind !== 'rejected' || update.reason !== 'cancelled') return update
  const overdue = row.expired_at !== null && row.expired_at.getTime() <= now.getTime()
  return { kind: overdue ? 'expire' : 'cancel' }
}
