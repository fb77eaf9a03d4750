import { methodFor } from '../../core/payment-methods/index.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { Problem } from '../../core/values/problem.ts'
import { refuseFaults } from '../../core/values/refuse-faults.ts'
import { requireProposal } from '../approvals/read-proposals.ts'
import { type ProposalRow, proposedBy } from '../approvals/rules/proposal.ts'
import { isBankAction, showBankAction } from '../bank-accounts/bank-actions.ts'
import { checkDeposit } from '../bank-accounts/check-deposit-account.ts'
import { requireUser } from '../identity/team.ts'
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
  if (isBankAction(proposed)) return { ...emptyPreview, settings: await showBankAction(deps, proposed) }
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

/** A proposal with its preview; without preview if it is decided. */
export interface ProposalWithPreview {
  row: ProposalRow
  preview: Preview | undefined
}

/** Throws `not_found`. */
export async function getProposal(deps: Pick<PlatformDeps, 'database'>, id: string): Promise<ProposalWithPreview> {
  const row = await requireProposal(deps, id)
  if (row.state !== 'open') return { row, preview: undefined }
  return { row, preview: await previewOpen(deps, row) }
}

/** The preview may now fail although the proposal was valid. The deciding operator must see that. */
async function previewOpen(deps: Pick<PlatformDeps, 'database'>, row: ProposalRow): Promise<Preview> {
  try {
    return await previewAction(deps, proposedBy<ProposedAction>(row))
  } catch (error) {
    if (error instanceof Problem) return { ...emptyPreview, blocked: error.message }
    throw error
  }
}
