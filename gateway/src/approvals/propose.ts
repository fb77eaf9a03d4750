import { type DoneOnce, doOnce } from '../audit/do-once.ts'
import { requireEvidence } from '../audit/dual-approval.ts'
import type { OperationId } from '../audit/rules/operation-id.ts'
import { operationOf } from '../audit/rules/operation-id.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { requirePoint } from '../merchants/set-point-money.ts'
import { inTransaction } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { uuidV7 } from '../platform/ids.ts'
import { type CarryOutDeps, carryOut } from '../review/execute-action.ts'
import { foresee } from '../review/preview-action.ts'
import { isPointAction, isTransactionAction, type ProposedAction } from '../review/proposed-action.ts'
import { requireRow } from '../review/require-row.ts'
import type { OperatorActor } from '../values/actor.ts'
import { present } from '../values/assert.ts'
import type { Environment } from '../values/environment.ts'
import { formatAmount } from '../values/money.ts'
import { Problem } from '../values/problem.ts'
import { refuseCardNumber } from '../values/refuse-faults.ts'
import { proposedBy, requireProposal } from './read-proposals.ts'
import { closeProposal, insertProposal, type NewProposal } from './store/proposals.ts'
import type { ProposalRow } from './store/reads/proposals.ts'

export interface Proposing {
  proposed: ProposedAction
  /** Why, and what was seen. */
  evidence: string
  by: OperatorActor
  /**
   * The caller's id of this wish, a UUID: asked again under it, the answer is the proposal that was made. Another wording
   * of the evidence is the same wish.
   */
  operationId?: string | undefined
}

/**
 * Puts an action before another operator. What could not be done anyway is refused at once; a setting or a balance of a
 * test point is nobody's money and is carried out at once. Throws `validation_failed`, `not_found`, and
 * `not_in_this_state` where it cannot be done or the same transaction is asked about already; `reference_conflict` where
 * the operation id stands for something else.
 */
export async function propose(deps: CarryOutDeps, proposing: Proposing): Promise<DoneOnce<ProposalRow>> {
  const { proposed, by, operationId } = proposing
  const operation = operationId === undefined ? undefined : operationOf(operationId, { proposed, by: by.userId })
  return await doOnce(deps, {
    operation,
    act: async () => await proposeOnce(deps, proposing, operation),
    again: async ({ object_id: id }) => await finished(deps, present(id, 'the proposal of an operation'), by),
  })
}

async function proposeOnce(
  deps: CarryOutDeps,
  { proposed: asked, evidence, by }: Proposing,
  operation: OperationId | undefined,
): Promise<ProposalRow> {
  const why = requireEvidence(evidence)
  refuseCardNumber(why, 'evidence')
  refuseLongNote(asked, why)
  refuseCardNumbers(asked)
  const proposed = await withSum(deps, asked)
  const foreseen = await foresee(deps, proposed)
  if (foreseen.blocked !== undefined) throw new Problem('not_in_this_state', { message: foreseen.blocked })
  const about = await aboutWhat(deps, proposed)
  const proposal: NewProposal = {
    ...about,
    id: uuidV7(deps.clock.now()),
    action: proposed.action,
    input: proposed,
    evidence: why,
    alone: isPointAction(proposed) && about.environment === 'test',
    proposedBy: by.userId,
  }
  await write(deps, proposal, { by, operation })
  if (proposal.alone) await carryOutAlone(deps, proposal.id, { proposed, evidence: why, by })
  return await requireProposal(deps, proposal.id)
}

/** What is decided is the money that was there when it was proposed. */
async function withSum(deps: CarryOutDeps, asked: ProposedAction): Promise<ProposedAction> {
  if (asked.action !== 'suspense_accept' && asked.action !== 'suspense_return') return asked
  const { suspense_minor: minor, currency } = await requireRow(deps.database.engine, asked.transactionId)
  return minor > 0n ? { ...asked, amount: formatAmount(minor, currency) } : asked
}

/** A proposal is stored as it is: what the operation refuses must not stand there either. */
function refuseCardNumbers(proposed: ProposedAction): void {
  if (proposed.action !== 'confirm') return
  refuseCardNumber(proposed.bankReference, 'bank_reference')
  refuseCardNumber(proposed.senderDocument, 'sender_document')
}

/** The ledger keeps shorter words than the audit log. */
const ledgerNoteLengthMax = 500

function refuseLongNote({ action }: ProposedAction, evidence: string): void {
  if ((action !== 'fund' && action !== 'correction') || evidence.length <= ledgerNoteLengthMax) return
  const message = `evidence has at most ${ledgerNoteLengthMax} characters where money is moved by hand`
  throw new Problem('validation_failed', { fields: [{ code: 'too_long', param: 'evidence', message }] })
}

/** Which point or transaction an action is about. Throws `not_found`. */
export async function aboutWhat(
  deps: Pick<PlatformDeps, 'database'>,
  proposed: ProposedAction,
): Promise<{ environment: Environment; pointId: string | null; transactionId: string | null }> {
  const { engine } = deps.database
  if (isTransactionAction(proposed)) {
    const row = await requireRow(engine, proposed.transactionId)
    return { environment: row.environment, pointId: row.point_id, transactionId: row.id }
  }
  if (isPointAction(proposed)) {
    const point = await requirePoint(engine, proposed.pointId)
    return { environment: point.environment, pointId: point.point_id, transactionId: null }
  }
  return { environment: 'live', pointId: null, transactionId: null }
}

async function write(
  deps: CarryOutDeps,
  proposal: NewProposal,
  { by, operation }: { by: OperatorActor; operation: OperationId | undefined },
): Promise<void> {
  await inTransaction(deps.database.engine, async (tx) => {
    const inserted = await insertProposal(tx, proposal)
    if (inserted.kind === 'full') {
      throw new Problem('not_in_this_state', {
        message: 'Too many proposals wait for a decision already: decide some of them first.',
      })
    }
    if (inserted.kind === 'asked_already') {
      throw new Problem('not_in_this_state', {
        message: 'A proposal about this transaction waits for its decision already.',
        facts: { proposal_id: inserted.id },
      })
    }
    const { id, action, pointId, evidence } = proposal
    const detail = { action, evidence, point_id: pointId, transaction_id: proposal.transactionId }
    const entry = { actor: by, action: 'proposal.create', pointId: null, objectId: id, detail, operation }
    await writeAudit(tx, entry, deps.clock.now())
  })
}

/** An earlier call made it. Where that call ended before it did what one person may do alone, this one does. */
async function finished(deps: CarryOutDeps, id: string, by: OperatorActor): Promise<ProposalRow> {
  const row = await requireProposal(deps, id)
  if (row.state !== 'open' || !row.alone) return row
  await carryOutAlone(deps, id, { proposed: proposedBy(row), evidence: row.evidence, by })
  return await requireProposal(deps, id)
}

/** What is refused at once is no proposal: it is taken back, and whoever asked is told why. An unknown outcome is none. */
async function carryOutAlone(deps: CarryOutDeps, proposalId: string, { proposed, evidence, by }: Proposing) {
  const decision = { proposalId, decidedBy: by.userId, note: null, proposer: by, decider: by }
  try {
    await carryOut(deps, proposed, { operator: by.name, second: undefined, evidence, proposal: decision })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await inTransaction(deps.database.engine, async (tx) => await closeProposal(tx, decision, 'withdrawn'))
    throw error
  }
}
