import type { Db } from '../../../core/platform/database/database.ts'
import { stored, type Text } from '../../../core/texts/messages/say.ts'
import type { Environment } from '../../../core/values/environment.ts'
import { Problem } from '../../../core/values/problem.ts'
import { say } from '../messages/en.ts'
import { proposingRoles, securityActions } from '../rules/proposal.ts'

/** Most open proposals. Further ones are refused until some are decided. */
const openProposalsMax = 500
/** Of one person, so that nobody closes the desk for all. */
export const openOfPersonMax = 100

/** Most open proposals of security actions, which have a limit of their own. */
const openSecurityMax = 100
/** Of one person. */
export const openSecurityOfPersonMax = 20

/** Stored length of a refusal. */
const failureLengthMax = 500

/** Of a user `u`: may not act any more. */
const gone = (roles: string) => `(u.disabled_at is not null or u.role <> all (${roles}::text[]))`
const other = '(proposed_by <> $2 or alone)'

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
export type ProposalInserted =
  | { kind: 'inserted' }
  | { kind: 'full'; of: 'all' | 'person' }
  | { kind: 'asked_already'; id: string }

/** Stores an open proposal unless there are too many, or one about the same transaction is open. */
export async function insertProposal(tx: Db, proposal: NewProposal): Promise<ProposalInserted> {
  // What one person may do alone is done at once.
  const full = proposal.alone ? undefined : await findFull(tx, proposal)
  if (full) return { kind: 'full', of: full }
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

async function findFull(tx: Db, { action, proposedBy }: NewProposal): Promise<'all' | 'person' | undefined> {
  const isSecurity = securityActions.includes(action)
  const found = await tx.query<{ all: number; own: number }>({
    name: 'count-open-proposals',
    text: `select count(*)::int as all, count(*) filter (where proposed_by = $1)::int as own from proposals
      where state = 'open' and not alone and (action = any ($2::text[])) = $3`,
    values: [proposedBy, securityActions, isSecurity],
  })
  const { all, own } = found.rows[0] ?? { all: 0, own: 0 }
  if (own >= (isSecurity ? openSecurityOfPersonMax : openOfPersonMax)) return 'person'
  return all >= (isSecurity ? openSecurityMax : openProposalsMax) ? 'all' : undefined
}

const lapsing = `select o.id from proposals o join users u on u.id = o.proposed_by
        where o.state = 'open' and ${gone('$1')}`

export async function hasLapsing(db: Db): Promise<boolean> {
  const found = await db.query({ name: 'find-lapsing-proposal', text: `${lapsing} limit 1`, values: [proposingRoles] })
  return found.rowCount === 1
}

/**
 * Ends the open proposals of people who may not act any more, with `why` as their last failure. Returns what ended. One that
 * is being decided about at this moment is left to that.
 */
export async function lapseProposals(tx: Db, why: Text): Promise<readonly { id: string; action: string }[]> {
  const lapsed = await tx.query<{ id: string; action: string }>({
    name: 'lapse-proposals',
    text: `update proposals q set state = 'withdrawn', decided_by = q.proposed_by, decided_at = statement_timestamp(),
        last_failure = $2
      where q.id in (${lapsing} for update of o skip locked)
      returning q.id, q.action`,
    values: [proposingRoles, stored(why)],
  })
  return lapsed.rows
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
  // Two people are responsible for what is done, so the proposer must still be an operator who may act.
  const stands = `exists (select from users u where u.id = proposed_by and not ${gone('$4')})`
  const whose = { withdrawn: 'proposed_by = $2', refused: other, done: `${other} and ${stands}` }[state]
  const closed = await tx.query({
    name: `close-proposal-${state}`,
    text: `update proposals set state = '${state}', decided_by = $2, decided_at = statement_timestamp(), decision_note = $3
      where id = $1 and state = 'open' and ${whose}`,
    values: [decision.proposalId, decision.decidedBy, decision.note, ...(state === 'done' ? [proposingRoles] : [])],
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
