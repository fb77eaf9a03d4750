import type { StatusUpdate } from './rules/status.ts'
import type { TransactionRow } from './rules/transaction-row.ts'

/**
 * What news mean for an open pay-in that was called off at its provider: nobody declined it. Either it was us, and our
 * process died before it could write so, or the provider did by itself; both end in EXPIRED (contract section 4). After
 * COMPLETED the same news stay what they are: they contradict it.
 */
export function readCancelled(
  row: Pick<TransactionRow, 'pay_type' | 'status' | 'expired_at'>,
  news: StatusUpdate,
  now: Date,
): StatusUpdate {
  if (row.pay_type !== 'payin' || row.status !== 'PENDING') return news
  if (news.kind !== 'rejected' || news.reason !== 'cancelled') return news
  const overdue = row.expired_at !== null && row.expired_at.getTime() <= now.getTime()
  return { kind: overdue ? 'expire' : 'cancel' }
}
