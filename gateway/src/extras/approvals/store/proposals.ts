import type { Db } from '../../../core/platform/database/database.ts'
import { say, stored, type Text } from '../../../core/texts/messages/say.ts'
import type { Environment } from '../../../core/values/environment.ts'
import { Problem } from '../../../core/values/problem.ts'

/** Most open proposals. Further ones are refused until some are decided. */
const openProposalsMax = 500

/** Stored length of a refusal. */
const failureLengthMax = 500

export interface NewProposal {
  id: string
  action: string
  environment: Environment
  pointId: string | null
  transactionId: string | null
  input: object
  evidence: string
  alone: boolean
  proposedBy: string
}

/** The decision that ends a proposal. */
export interface ProposalDecision {
  proposalId: string
  /** The user who decides. */
  decidedBy: string
  note: string | null
}

/** Result of storing a proposal. */
export type ProposalInserted = { kind: 'inserted' } | { kind: 'full' } | { kind: 'asked_already'; id: string }

/** Stores an open proposal unless there are too many, or one about the same transaction is open. */
export async function insertProposal(tx: Db, proposal: NewProposal): Promise<ProposalInserted> {
  const open = await tx.query<{ n: bigint }>({
    name: 'count-open-proposals',
    text: `select count(*) as n from (select from proposals where state = 'open' limit ${openProposalsMax}) x`,
  })
  if ((open.rows[0]?.n ?? 0n) >= BigInt(openProposalsMax)) return { kind: 'full' }
  const inserted = await tx.query({
    name: 'insert-proposal',
    text: `insert into proposals (id, action, environment, point_id, transaction_id, input, evidence, alone, proposed_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (transaction_id) where state = 'open' and transaction_id is not null do nothing`,
    values: [
      proposal.id,
      proposal.action,
      proposal.environment,
      proposal.pointId,
      proposal.transactionId,
      JSON.stringify(proposal.input),
      proposal.evidence,
      proposal.alone,
      proposal.proposedBy,
    ],
  })
  if (inserted.rowCount === 1) return { kind: 'inserted' }
  const found = await tx.query<{ id: string }>({
    name: 'find-open-proposal',
    text: `select id from proposals where transaction_id = $1 and state = 'open'`,
    values: [proposal.transactionId],
  })
  return { kind: 'asked_already', id: found.rows[0]?.id ?? '' }
}

/**
 * Ends an open proposal. `done` belongs to the transaction of the action, so both are committed or neither. The action
 * is therefore executed once despite concurrent decisions and crashes. Throws `not_in_this_state` if the proposal is
 * not open, or if the proposer decides about their own proposal.
 */
export async function closeProposal(
  tx: Db,
  decision: ProposalDecision,
  state: 'done' | 'refused' | 'withdrawn',
): Promise<void> {
  const whose = state === 'withdrawn' ? 'proposed_by = $2' : '(proposed_by <> $2 or alone)'
  const closed = await tx.query({
    name: `close-proposal-${state}`,
    text: `update proposals set state = '${state}', decided_by = $2, decided_at = statement_timestamp(), decision_note = $3
      where id = $1 and state = 'open' and ${whose}`,
    values: [decision.proposalId, decision.decidedBy, decision.note],
  })
  if (closed.rowCount === 1) return
  throw new Problem('not_in_this_state', {
    message: say('proposal.not_yours'),
  })
}

/** Stores why an open proposal could not be executed. */
export async function noteProposalFailure(db: Db, proposalId: string, why: Text): Promise<void> {
  const kept = stored(why)
  await db.query({
    name: 'note-proposal-failure',
    text: `update proposals set last_failure = $2 where id = $1 and state = 'open'`,
    values: [proposalId, kept.length > failureLengthMax ? String(why).slice(0, failureLengthMax) : kept],
  })
}
