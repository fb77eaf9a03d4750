import { commitFacts, type DualApproval, requireAgreement } from '../../core/audit/dual-approval.ts'
import type { Db } from '../../core/platform/database/database.ts'
import { type ApplyDeps, applyOutcomes } from '../../core/processing/apply-outcome.ts'
import type { StatusUpdate } from '../../core/processing/rules/state.ts'
import type { Transaction, TransactionRow } from '../../core/processing/rules/transaction.ts'
import type { Message } from '../../core/texts/messages/say.ts'
import { formatAmount } from '../../core/values/money.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'

export interface ManualAction {
  row: TransactionRow
  update: StatusUpdate
  by: DualApproval & { evidence: string }
  /** Of the audit entry: `transaction.confirm`. */
  action: string
  /** Of the audit entry, besides the evidence. */
  detail?: Readonly<Record<string, unknown>>
  /** The bank's own id of the statement line. It counts for one transaction. */
  bankReference?: string | undefined
  /** Throws, in the commit, where the decision must not be. */
  guard?(tx: Db): Promise<void>
}

/**
 * Applies a decision of operators through the state table, with its audit entry in the same commit. Throws
 * `second_person_required`, and `not_in_this_state` while a provider call is in progress, if the state table refuses the
 * update, or if another transaction has the statement line.
 */
export async function applyManually(deps: ApplyDeps, manual: ManualAction): Promise<Transaction> {
  const { row, update, by, action, detail, bankReference, guard } = manual
  requireAgreement(row.environment, by)
  const { operator: actor, second, evidence } = by
  const receipt = bankReference === undefined ? {} : { bankReference }
  const about = { actor, action, pointId: row.point_id, objectId: row.id }
  const audit = { ...about, detail: { ...detail, ...receipt, second, evidence }, ...commitFacts(by) }
  const [applied] = await applyOutcomes(deps, [
    {
      transactionId: row.id,
      update,
      source: 'operator',
      detail: evidence,
      manual: true,
      audit,
      ...receipt,
      ...(guard && { guard }),
    },
  ])
  if (!applied?.transaction) throw new Problem('not_found', { message: say('transaction.unknown') })
  if (applied.kind === 'moved' || applied.kind === 'noted') return applied.transaction
  if (applied.kind === 'in_flight') {
    throw new Problem('not_in_this_state', {
      message: say('operator.bank_busy'),
    })
  }
  throw new Problem('not_in_this_state', { message: nothingChanged(applied.transaction) })
}

/** Why an update of a transaction as it is now changes nothing. */
export function nothingChanged(found: Pick<Transaction, 'status' | 'reason' | 'creditedMinor' | 'currency'>): Message {
  const { status, reason, creditedMinor, currency } = found
  const amount = formatAmount(creditedMinor ?? 0n, currency)
  return say('operator.amount_is_total', { status, reason, amount, currency })
}
