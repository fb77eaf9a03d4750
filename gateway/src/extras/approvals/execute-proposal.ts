import type { Actor, OperatorActor } from '../../core/values/actor.ts'
import { type ApprovalsDeps, type Proposable, Shown } from './proposable.ts'
import { closeProposal } from './store/proposals.ts'

export interface Execution<Action extends Proposable> {
  proposalId: string
  action: Action
  evidence: string
  proposedAt: Date
  proposer: Actor
  /** The proposer if one person may act alone. */
  decider: OperatorActor
  note: string | null
}

/**
 * Executes a proposal. It ends in the commit of its action, so both happen or neither. Throws what the action throws.
 */
export async function executeProposal<Action extends Proposable>(
  { actions }: ApprovalsDeps<Action>,
  { proposalId, action, evidence, proposedAt, proposer, decider, note }: Execution<Action>,
): Promise<Shown | undefined> {
  const decision = { proposalId, decidedBy: decider.userId, note }
  const done = await actions.executeAction(action, {
    operator: proposer.name,
    second: decider.userId === proposer.userId ? undefined : decider.name,
    evidence,
    proposedAt,
    proposal: { ...decision, proposer, decider, close: async (tx) => await closeProposal(tx, decision, 'done') },
  })
  return done instanceof Shown ? done : undefined
}
