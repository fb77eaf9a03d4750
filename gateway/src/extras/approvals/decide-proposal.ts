import { writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { OperatorActor } from '../../core/values/actor.ts'
import { nameOf } from '../../core/values/person.ts'
import { Problem } from '../../core/values/problem.ts'
import { refuseCardNumber } from '../../core/values/refuse-faults.ts'
import { requireSeparatePeople } from '../identity/separate-people.ts'
import { executeProposal } from './execute-proposal.ts'
import { say } from './messages/en.ts'
import type { ApprovalsDeps, Proposable, Shown } from './proposable.ts'
import { requireProposal } from './read-proposals.ts'
import { type ProposalRow, personOf, proposedBy } from './rules/proposal.ts'
import { closeProposal, noteProposalFailure } from './store/proposals.ts'

export interface Deciding {
  proposalId: string
  decision: 'do' | 'refuse'
  note: string | undefined
  by: OperatorActor
}

/**
 * Another operator decides about a proposal. `do` executes it and ends it in one commit: concurrent decisions execute
 * it once, and a crash leaves it either open or done. If the use case refuses, the proposal stays open with the reason,
 * and the error is thrown. Throws `second_person_required` if one person may be behind both accounts.
 */
export async function decideProposal<Action extends Proposable>(
  deps: ApprovalsDeps<Action>,
  deciding: Deciding,
): Promise<{ row: ProposalRow; shown: Shown | undefined }> {
  const row = await requireProposal(deps, deciding.proposalId)
  const { by } = deciding
  const note = deciding.note?.trim() || null
  refuseCardNumber(note ?? undefined, 'note')
  if (row.proposed_by === by.userId) {
    throw new Problem('not_in_this_state', { message: say('proposal.own') })
  }
  if (row.state !== 'open') throw decidedAlready(row)
  await requireSeparatePeople(deps, row.environment, { makers: [row.proposed_by], deciders: [by.userId] })
  let shown: Shown | undefined
  if (deciding.decision === 'refuse') await end(deps, row, { by, note, state: 'refused' })
  else {
    shown = await execute(deps, row, { by, note })
  }
  return { row: await requireProposal(deps, row.id), shown }
}

/** The proposer withdraws a proposal. Throws `not_found` and `not_in_this_state`. */
export async function withdrawProposal(deps: EndDeps, proposalId: string, by: OperatorActor): Promise<ProposalRow> {
  const row = await requireProposal(deps, proposalId)
  if (row.proposed_by !== by.userId) {
    throw new Problem('not_in_this_state', { message: say('proposal.not_proposer') })
  }
  if (row.state !== 'open') throw decidedAlready(row)
  await end(deps, row, { by, note: null, state: 'withdrawn' })
  return await requireProposal(deps, row.id)
}

type EndDeps = Pick<PlatformDeps, 'database' | 'clock'>

interface Decision {
  by: OperatorActor
  note: string | null
}

async function execute<Action extends Proposable>(
  deps: ApprovalsDeps<Action>,
  row: ProposalRow,
  { by, note }: Decision,
): Promise<Shown | undefined> {
  const { id: proposalId, evidence, proposed_at: proposedAt } = row
  const name = nameOf({ name: row.proposer_name, email: row.proposer_email })
  const proposer = { name, merchantId: null, userId: row.proposed_by, origin: null }
  try {
    const action = proposedBy<Action>(row)
    return await executeProposal(deps, { proposalId, action, evidence, proposedAt, proposer, decider: by, note })
  } catch (error) {
    if (error instanceof Problem) await noteProposalFailure(deps.database.engine, row.id, error.said)
    throw error
  }
}

async function end(
  deps: EndDeps,
  row: ProposalRow,
  decision: Decision & { state: 'refused' | 'withdrawn' },
): Promise<void> {
  const { by, note, state } = decision
  await inTransaction(deps.database.engine, async (tx) => {
    await closeProposal(tx, { proposalId: row.id, decidedBy: by.userId, note }, state)
    const about = { point_id: row.point_id, transaction_id: row.transaction_id }
    const detail = { action: row.action, ...about, ...personOf(row.input), ...(note === null ? {} : { note }) }
    const action = state === 'refused' ? 'proposal.refuse' : 'proposal.withdraw'
    const entry = { actor: by, action, pointId: null, objectId: row.id, detail }
    await writeAudit(tx, entry, deps.clock.now())
  })
}

function decidedAlready(row: ProposalRow): Problem {
  return new Problem('not_in_this_state', { message: say('proposal.decided', { state: row.state }) })
}
