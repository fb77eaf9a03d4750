import type { DualApproval } from '../../core/audit/dual-approval.ts'
import { moneyText } from '../../core/audit/rules/audit-money.ts'
import type { ApplyDeps } from '../../core/processing/apply-outcome.ts'
import type { Transaction } from '../../core/processing/rules/transaction.ts'
import { Problem } from '../../core/values/problem.ts'
import { applyManually } from './apply-manually.ts'
import { requireRow } from './list-for-operator.ts'
import { say } from './messages/en.ts'

export interface SuspenseDecision extends DualApproval {
  transactionId: string
  /** `accept`: the money counts for the pay-in. `return`: it was returned to its sender. */
  decision: 'accept' | 'return'
  /** The suspense amount when the action was proposed; undefined: the current amount. */
  suspenseMinor?: bigint
  /** Reason and evidence. */
  evidence: string
}

/** A second payment or a partial reversal changed the amount, so the decision does not cover it. */
export const otherMoneyWaits = say('suspense.changed')

/**
 * Two operators decide about money in suspense: part of a pay-in, a second payment, or a payment from another sender.
 * Throws `not_found` or `not_in_this_state`.
 */
export async function decideSuspense(deps: ApplyDeps, decision: SuspenseDecision): Promise<Transaction> {
  const row = await requireRow(deps.database.engine, decision.transactionId)
  if (row.suspense_minor === 0n) {
    throw new Problem('not_in_this_state', { message: say('suspense.none') })
  }
  if ((decision.suspenseMinor ?? row.suspense_minor) !== row.suspense_minor) {
    throw new Problem('not_in_this_state', { message: otherMoneyWaits })
  }
  return await applyManually(deps, {
    ...{ row, by: decision, action: `suspense.${decision.decision}` },
    update: {
      kind: decision.decision === 'accept' ? 'accept_suspense' : 'return_suspense',
      suspenseMinor: row.suspense_minor,
    },
    detail: { amount: moneyText(row.suspense_minor, row.currency) },
  })
}
