import type { DualApproval } from '../../core/audit/dual-approval.ts'
import type { ApplyDeps } from '../../core/processing/apply-outcome.ts'
import type { Transaction, TransactionRow } from '../../core/processing/rules/transaction.ts'
import type { Message } from '../../core/texts/messages/say.ts'
import { Problem } from '../../core/values/problem.ts'
import { applyManually } from './apply-manually.ts'
import { requireRow } from './list-for-operator.ts'
import { say } from './messages/en.ts'

export interface Closing extends DualApproval {
  transactionId: string
  /** The findings, and why no action is left. */
  evidence: string
}

/**
 * Two operators checked a transaction in the review queue and no action is left: it leaves the queue. Money and status
 * do not change, and verify checks the transaction again. Throws `not_found`, and `not_in_this_state` if another
 * command must resolve the review.
 */
export async function closeReview(deps: ApplyDeps, closing: Closing): Promise<Transaction> {
  const row = await requireRow(deps.database.engine, closing.transactionId)
  const why = row.needs_operator
  if (why === null) throw new Problem('not_in_this_state', { message: say('review.none') })
  const open = stillOpen(row)
  if (open !== undefined) throw new Problem('not_in_this_state', { message: open })
  const update = { kind: 'close_attention', why } as const
  return await applyManually(deps, { row, update, by: closing, action: 'attention.close', detail: { why } })
}

/** Why a review cannot be closed. A review about money ends with a decision about the money. */
export function stillOpen(row: TransactionRow): Message | undefined {
  if (row.status === 'PENDING' && row.reason === 'needs_operator') {
    return say('review.outcome_unknown')
  }
  const waitsForTheRest = row.status === 'PENDING' && row.reason === 'underpaid'
  if (row.suspense_minor > 0n && !waitsForTheRest) {
    return say('review.in_suspense')
  }
  return undefined
}
