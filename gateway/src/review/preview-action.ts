import { checkDeposit } from '../bank-accounts/check-deposit-account.ts'
import { requireUser } from '../identity/team.ts'
import { methodFor } from '../payment-methods/index.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { refuseFaults } from '../values/refuse-faults.ts'
import { emptyPreview, type Preview } from './preview.ts'
import { previewPoint } from './preview-point.ts'
import { previewTransaction } from './preview-transaction.ts'
import { isPointAction, isTransactionAction, type ProposedAction } from './proposed-action.ts'

/**
 * Previews an action with the state table and checks that execute it. Throws `validation_failed` if the action is
 * invalid, and `not_found`.
 */
export async function previewAction(deps: Pick<PlatformDeps, 'database'>, proposed: ProposedAction): Promise<Preview> {
  if (isTransactionAction(proposed)) return await previewTransaction(deps, proposed)
  if (isPointAction(proposed)) return await previewPoint(deps, proposed)
  if (proposed.action === 'second_factor_reset') {
    const { email, second_factor: isSetUp } = await requireUser(deps, proposed.email)
    const blocked = isSetUp ? undefined : 'They have no second factor.'
    return { ...emptyPreview, blocked, settings: [{ name: 'second_factor', before: email, after: null }] }
  }
  const { action, ...account } = proposed
  refuseFaults(checkDeposit(methodFor(account.serviceCode), account).faults)
  const settings = Object.entries(account).flatMap(([name, after]) =>
    after === undefined ? [] : [{ name, before: null, after }],
  )
  return { ...emptyPreview, settings }
}
