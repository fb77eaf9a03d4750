import type { AuditEntry } from '../audit/write-audit.ts'
import type { BookedLine } from '../ledger/rules/line-transfers.ts'
import type { Db } from '../platform/database/database.ts'
import type { Status } from '../values/status.ts'
import type { NewAttempt } from './rules/new-transaction.ts'
import type { StatusUpdate } from './rules/state.ts'
import type { Transaction } from './rules/transaction.ts'

/** Source of an update, as stored in the history. */
export type UpdateSource =
  | 'connector'
  | 'inquiry'
  | 'notification'
  | 'expiry'
  | 'operator'
  | 'api'
  | 'approver'
  | 'statement'

/** One update of one transaction, for `applyOutcomes`. */
export interface ApplyItem {
  transactionId: string
  update: StatusUpdate
  source: UpdateSource
  /** Text for the history: the provider's code or the operator's evidence. Never card data. */
  detail?: string
  /** The lease of the call. An update under a lost lease is dropped: the current holder inquires again. */
  lease?: { attemptId: string; fence: number }
  /** Inquiry schedule of a deposit that the provider called pending, in milliseconds; the last delay repeats. */
  depositDelaysMs?: readonly number[]
  /** A person's decision. Refused while a call about this transaction is open or due. */
  manual?: boolean
  /** Written in the same commit if the update changes something. Its `id`, if any, detects a repetition. */
  audit?: AuditEntry
  /** The bank's id of the statement line that the operator saw. Written in the same commit, it counts once. */
  bankReference?: string
  /**
   * The line of a bank statement that brought the money of a `completed` or `reversed` update. Its amount is added to
   * what came before; the amount of the update does not count.
   */
  line?: StatementEvidence
  /** Called in the same commit where the update changes something, the transaction locked. What it throws undoes the group. */
  guard?(tx: Db): Promise<void>
  /** The attempt of an approved payout, committed with the approval. */
  attempt?: NewAttempt
}

export interface StatementEvidence extends BookedLine {
  /**
   * Called in the same commit, before anything is booked, and only where the update changes something. Throws where the
   * line has moved money meanwhile; then nothing of the group is written.
   */
  claim(tx: Db): Promise<void>
}

export interface ApplyResult {
  /** `repeated`: the group was repeated after a lost connection, and the first try had committed this item. */
  kind: 'moved' | 'noted' | 'repeated' | 'same' | 'contradiction' | 'lease_lost' | 'in_flight' | 'unknown_transaction'
  /** The transaction after the update; undefined when it does not exist. */
  transaction: Transaction | undefined
  previousStatus?: Status
}
