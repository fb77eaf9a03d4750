import type { Db } from '../platform/database/database.ts'
import type { Actor } from '../values/actor.ts'
import type { OperationId } from './rules/operation-id.ts'
import { findAuditEntries, insertEntry, type LogEntry } from './store/audit.ts'
import { claimOperation } from './store/operation-ids.ts'

/** What two people agreed on, or one who may do it alone. It ends in the commit that carries it out. */
export interface ExecutedProposal {
  proposalId: string
  proposer: Actor
  /** The proposer where one person may do it alone. */
  decider: Actor
  /** The user who decides. */
  decidedBy: string
  note: string | null
  /** Ends it, inside the transaction of what was proposed. Throws `not_in_this_state` where it is not open any more. */
  close(tx: Db): Promise<void>
}

/** One thing that somebody did or was refused, and what else its commit does. */
export interface AuditEntry extends LogEntry {
  /** The proposal that this carries out: done in the same commit, or not at all. Its proposer is the actor. */
  proposal?: ExecutedProposal | undefined
  /** The caller's id of what is done: once in the same commit, or `OperationDoneError` is thrown. */
  operation?: OperationId | undefined
  /** Who did it alone at the machine where two people are needed: an entry of its own, of which all operators are told. */
  breakGlass?: string | undefined
}

/**
 * Appends to the audit log, inside the transaction of what it tells about. `now` only orders the ids. Throws
 * `not_in_this_state` where the proposal behind it is not open any more.
 */
export async function writeAudit(tx: Db, entry: AuditEntry, now: Date): Promise<void> {
  const { proposal, operation } = entry
  if (operation) await claimOperation(tx, operation, { action: entry.action, objectId: entry.objectId })
  if (!proposal) {
    await insertEntry(tx, entry, now)
    if (entry.breakGlass !== undefined) await insertEntry(tx, breakGlassEntry(entry, entry.breakGlass), now)
    return
  }
  await proposal.close(tx)
  await insertEntry(tx, { ...entry, actor: proposal.proposer }, now)
  if (proposal.proposer.userId === proposal.decider.userId) return
  const { decider, note, proposalId } = proposal
  const detail = { action: entry.action, ...(note === null ? {} : { note }) }
  await insertEntry(
    tx,
    { actor: decider, action: 'proposal.approve', pointId: null, objectId: proposalId, detail, merchantId: null },
    now,
  )
}

/** The ids of those entries that stand in the log already. */
export async function findWritten(tx: Db, entries: readonly (AuditEntry | undefined)[]): Promise<ReadonlySet<string>> {
  return await findAuditEntries(
    tx,
    entries.flatMap((entry) => entry?.id ?? []),
  )
}

function breakGlassEntry({ action, pointId, objectId, detail }: AuditEntry, machine: string): AuditEntry {
  const { evidence = null } = detail
  return {
    actor: machine,
    action: 'break_glass.execute',
    pointId: null,
    objectId,
    detail: { action, point_id: pointId, evidence },
    merchantId: null,
  }
}
