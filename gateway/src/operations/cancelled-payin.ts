import type { Outcome } from '../domain/outcome.ts'
import type { News } from '../domain/status.ts'
import type { TransactionRow } from '../store/transaction-row.ts'

/**
 * What a provider's answer means for a pay-in that was called off there: nobody declined it. Either it was us, and our
 * process died before it could write so, or the provider did by itself; both end in EXPIRED (contract section 4).
 */
export function readCancelled(row: Pick<TransactionRow, 'pay_type' | 'expired_at'>, answer: Outcome, now: Date): News {
  if (row.pay_type !== 'payin' || answer.kind !== 'rejected' || answer.reason !== 'cancelled') return answer
  const overdue = row.expired_at !== null && row.expired_at.getTime() <= now.getTime()
  return { kind: overdue ? 'expire' : 'cancel' }
}
