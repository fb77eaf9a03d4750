import { defaultPolicies } from '../../core/merchants/rules/policies.ts'
import { amountsOfRow } from '../../core/processing/outcome-change.ts'
import type { State, StatusUpdate } from '../../core/processing/rules/state.ts'
import { transition } from '../../core/processing/rules/status.ts'
import type { TransactionRow } from '../../core/processing/rules/transaction-row.ts'
import { noFee } from '../../core/values/point-terms.ts'
import { stillOpen } from './close-review.ts'
import type { TransactionAction } from './proposed-action.ts'

/** Actions that operators may propose about a transaction now, according to the state table. */
export function possibleActions(row: TransactionRow): readonly TransactionAction['action'][] {
  const takes = (update: StatusUpdate) => ['move', 'note'].includes(transition(stateOf(row), update).kind)
  const actions: TransactionAction['action'][] = []
  if (row.suspense_minor > 0n && takes({ kind: 'accept_suspense' })) actions.push('suspense_accept')
  if (row.suspense_minor > 0n && takes({ kind: 'return_suspense' })) actions.push('suspense_return')
  if (row.environment === 'live' && takes(confirmed(row))) actions.push('confirm')
  if (row.environment === 'live' && takes({ kind: 'rejected', reason: 'not_executed' })) actions.push('fail')
  if (row.needs_operator !== null && stillOpen(row) === undefined) actions.push('close_attention')
  return actions
}

/** A confirmation of more money than was received, like a further statement line. */
function confirmed(row: TransactionRow): StatusUpdate {
  const creditedMinor = row.pay_type === 'payin' ? row.received_minor + row.amount_minor : row.amount_minor
  return row.status === 'ERROR' ? { kind: 'operator_completed', creditedMinor } : { kind: 'completed', creditedMinor }
}

/** Fees and policies affect the transfers, but not whether the state table accepts the update. */
function stateOf(row: TransactionRow): State {
  return {
    payType: row.pay_type,
    status: row.status,
    reason: row.reason,
    amountMinor: row.amount_minor,
    ...amountsOfRow(row),
    policies: defaultPolicies(row.environment),
    terms: noFee,
  }
}
