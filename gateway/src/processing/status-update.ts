import type { AuditEntry } from '../audit/write-audit.ts'
import type { Status } from '../values/status.ts'
import type { StatusUpdate } from './rules/status.ts'
import type { Transaction } from './rules/transaction.ts'
import type { NewAttempt } from './store/creations.ts'

/** Who brought the news; stands in the history. */
export type UpdateSource = 'connector' | 'inquiry' | 'notification' | 'expiry' | 'operator' | 'api' | 'approver'

/** One piece of news for one transaction, on its way to `apply-outcome`. */
export interface ApplyItem {
  transactionId: string
  news: StatusUpdate
  source: UpdateSource
  /** Words for the history: the provider's code, the operator's evidence. Never card data. */
  detail?: string
  /** The lease under which a call was made; news of a lost lease are dropped, whoever holds it now asks again. */
  lease?: { attemptId: string; fence: number }
  /** When the provider is asked again about a deposit that it called pending; the last delay repeats. */
  depositDelaysMs?: readonly number[]
  /** A person's decision: refused while a call about this transaction is under way or waits to be made. */
  manual?: boolean
  /** Written in the same commit where the news changed something. By its `id`, if it has one, a repetition is recognised. */
  audit?: AuditEntry
  /** The bank's own id of the statement line that the operator saw, taken in the same commit: it counts once. */
  bankReference?: string
  /** The attempt that an approval makes, committed with it. */
  attempt?: NewAttempt
}

export interface ApplyResult {
  /** `repeated`: the group was repeated after a lost connection, and the first try had been committed with this item. */
  kind: 'moved' | 'noted' | 'repeated' | 'same' | 'contradiction' | 'lease_lost' | 'in_flight' | 'unknown_transaction'
  /** As it stands after the news; undefined when there is no such transaction. */
  transaction: Transaction | undefined
  previousStatus?: Status
}
