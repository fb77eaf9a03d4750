import { type DoneOnce, doOnce } from '../../core/audit/do-once.ts'
import { type OperationId, operationOf } from '../../core/audit/rules/operation-id.ts'
import { writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import type { OperatorActor } from '../../core/values/actor.ts'
import { present } from '../../core/values/assert.ts'
import { Problem } from '../../core/values/problem.ts'
import { executeProposal } from './execute-proposal.ts'
import { say } from './messages/en.ts'
import type { ApprovalsDeps, Proposable } from './proposable.ts'
import { lapse, requireProposal } from './read-proposals.ts'
import { mayActAlone, type ProposalRow, personOf, proposedBy, securityActions } from './rules/proposal.ts'
import {
  closeProposal,
  insertProposal,
  type NewProposal,
  openOfPersonMax,
  openSecurityOfPersonMax,
} from './store/proposals.ts'

export interface Proposing<Action extends Proposable> {
  proposed: Action
  /** Reason and evidence. */
  evidence: string
  by: OperatorActor
  /**
   * The caller's id of the proposal, a UUID. A repetition with the same id returns the existing proposal, also if the
   * evidence has other words.
   */
  operationId?: string | undefined
}

/**
 * Proposes an action to another operator. An action that is impossible now is refused at once. An action in the test
 * environment is executed at once, because no real money is involved. Throws `validation_failed`,
 * `not_found`, `not_in_this_state` if it is impossible or the same transaction already has a proposal, and
 * `reference_conflict` if the operation id belongs to another operation.
 */
export async function propose<Action extends Proposable>(
  deps: ApprovalsDeps<Action>,
  proposing: Proposing<Action>,
): Promise<DoneOnce<ProposalRow>> {
  const { proposed, by, operationId } = proposing
  const operation = operationId === undefined ? undefined : operationOf(operationId, { proposed, by: by.userId })
  return await doOnce(deps, {
    operation,
    act: async () => await proposeOnce(deps, proposing, operation),
    again: async ({ object_id: id }) => await finished(deps, present(id, 'the proposal of an operation'), by),
  })
}

async function proposeOnce<Action extends Proposable>(
  deps: ApprovalsDeps<Action>,
  { proposed: asked, evidence, by }: Proposing<Action>,
  operation: OperationId | undefined,
): Promise<ProposalRow> {
  const { action: proposed, ...about } = await deps.actions.prepare(asked, evidence)
  const proposal: NewProposal = {
    ...about,
    id: uuidV7(deps.clock.now()),
    action: proposed.action,
    input: proposed,
    alone: mayActAlone(about.environment),
    proposedBy: by.userId,
  }
  await lapse(deps)
  await write(deps, proposal, { by, operation })
  if (proposal.alone) await executeAlone(deps, proposal.id, { proposed, evidence: about.evidence, by })
  return await requireProposal(deps, proposal.id)
}

async function write(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  proposal: NewProposal,
  { by, operation }: { by: OperatorActor; operation: OperationId | undefined },
): Promise<void> {
  await inTransaction(deps.database.engine, async (tx) => {
    const inserted = await insertProposal(tx, proposal)
    if (inserted.kind === 'full') {
      const max = securityActions.includes(proposal.action) ? openSecurityOfPersonMax : openOfPersonMax
      throw new Problem('not_in_this_state', {
        message: inserted.of === 'all' ? say('proposal.too_many') : say('proposal.too_many_own', { max }),
      })
    }
    if (inserted.kind === 'asked_already') {
      throw new Problem('not_in_this_state', {
        message: say('proposal.already_open'),
        facts: { proposal_id: inserted.id },
      })
    }
    const { id, action, pointId, evidence } = proposal
    const about = { point_id: pointId, transaction_id: proposal.transactionId, ...personOf(proposal.input) }
    const detail = { action, evidence, ...about }
    const entry = { actor: by, action: 'proposal.create', pointId: null, objectId: id, detail, operation }
    await writeAudit(tx, entry, deps.clock.now())
  })
}

/**
 * An earlier call made the proposal. If that call ended before it executed an action that one person may do alone, this
 * call executes it.
 */
async function finished<Action extends Proposable>(
  deps: ApprovalsDeps<Action>,
  id: string,
  by: OperatorActor,
): Promise<ProposalRow> {
  const row = await requireProposal(deps, id)
  if (row.state !== 'open' || !row.alone) return row
  await executeAlone(deps, id, { proposed: proposedBy<Action>(row), evidence: row.evidence, by })
  return await requireProposal(deps, id)
}

/**
 * A refused action needs no proposal: the proposal is withdrawn and the reason is thrown. An unknown outcome is no
 * refusal.
 */
async function executeAlone<Action extends Proposable>(
  deps: ApprovalsDeps<Action>,
  proposalId: string,
  { proposed: action, evidence, by }: Proposing<Action>,
): Promise<void> {
  try {
    const proposedAt = deps.clock.now()
    await executeProposal(deps, { proposalId, action, evidence, proposedAt, proposer: by, decider: by, note: null })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const decision = { proposalId, decidedBy: by.userId, note: null }
    await inTransaction(deps.database.engine, async (tx) => await closeProposal(tx, decision, 'withdrawn'))
    throw error
  }
}
