import type { Db } from '../platform/database/database.ts'
import type { Actor } from '../values/actor.ts'
import type { OperationId } from './rules/operation-id.ts'
import { findAuditEntries, insertEntry, type LogEntry } from './store/audit.ts'
import { claimOperation } from './store/operation-ids.ts'

/** An approved proposal, or one that a person may execute alone. It ends in the commit of its action. */
export interface ExecutedProposal {
  proposalId: string
  proposer: Actor
  /** The proposer if one person may act alone. */
  decider: Actor
  /** The user who decides. */
  decidedBy: string
  note: string | null
  /** Ends the proposal inside the transaction of its action. Throws `not_in_this_state` if it is not open. */
  close(tx: Db): Promise<void>
}

/** What the commit of an audited action does as well. */
export interface CommitFacts {
  /** The proposal that this action executes; it ends in the same commit. Its proposer is the actor. */
  proposal?: ExecutedProposal | undefined
  /** The caller's id of the operation, claimed in the same commit; else `OperationDoneError` is thrown. */
  operation?: OperationId | undefined
  /** The person who acts alone with `--break-glass`. A second entry records it, and all operators are informed. */
  breakGlass?: string | undefined
  /** Whose account of the machine ran the command of one person who acts alone; it stands in the entry. */
  machine?: string | undefined
}

/** An action that was executed or refused, and what its commit does as well. */
export interface AuditEntry extends LogEntry, CommitFacts {}

/**
 * Appends to the audit log inside the transaction of the action. `now` only orders the ids. Throws `not_in_this_state`
 * if the proposal is not open.
 */
export async function writeAudit(tx: Db, entry: AuditEntry, now: Date): Promise<void> {
  const { proposal, operation } = entry
  if (operation) await claimOperation(tx, operation, { action: entry.action, objectId: entry.objectId })
  if (!proposal) {
    const { machine, detail } = entry
    await insertEntry(tx, machine === undefined ? entry : { ...entry, detail: { ...detail, machine } }, now)
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

/** The ids of entries that are already in the log. */
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

export interface AuditFacts {
  pointId?: string | null
  objectId?: string | null
  /** Must not contain secrets. */
  detail?: Readonly<Record<string, unknown>>
  /** The merchant whose log holds the entry, if that is not the merchant of the point or actor. */
  merchantId?: string | null
  result?: 'done' | 'refused'
}

/**
 * An entry of the audit log: actor, action (`noun.verb`) and object. `writeAudit` writes it in the commit of the
 * action.
 */
export function auditOf(actor: string | Actor, action: string, facts: AuditFacts = {}): AuditEntry {
  const { pointId = null, objectId = null, detail = {}, merchantId, result = 'done' } = facts
  return { actor, action, pointId, objectId, detail, result, ...(merchantId === undefined ? {} : { merchantId }) }
}
