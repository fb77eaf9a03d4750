import { type CarriedOutProposal, closeProposal } from '../../approvals/store/proposals.ts'
import type { Db } from '../../platform/database/database.ts'
import { uuidV7 } from '../../platform/ids.ts'
import type { Actor } from '../../values/actor.ts'
import { claimOperation, type OperationId } from './operation-ids.ts'

/** One thing that somebody did or was refused. Nothing in it may be a secret. */
export interface AuditEntry {
  /** Its own id (UUID), where a repetition of its commit must recognise itself. Left out: a new one. */
  id?: string
  /** Who: a person or key with their address, or only a name: `operator cli`, `first start`. */
  actor: string | Actor
  /** `noun.verb`, for example `api_key.create`. */
  action: string
  pointId: string | null
  objectId: string | null
  detail: Readonly<Record<string, unknown>>
  /** Whose log it stands in. Left out: the point's merchant, else the actor's; null: the operator's. */
  merchantId?: string | null
  /** Left out: `done`. */
  result?: 'done' | 'refused'
  /** The proposal that this carries out: done in the same commit, or not at all. Its proposer is the actor. */
  proposal?: CarriedOutProposal | undefined
  /** The caller's id of what is done: once in the same commit, or `OperationDoneError` is thrown. */
  operation?: OperationId | undefined
  /** Who did it alone at the machine where two people are needed: an entry of its own, of which all operators are told. */
  breakGlass?: string | undefined
}

/**
 * Appends to the audit log, inside the transaction of what it tells about. `now` only orders the ids. The same statement
 * puts the row into the queue of what is to be sealed. Throws `not_in_this_state` where the proposal behind it is not open
 * any more.
 */
export async function writeAudit(tx: Db, entry: AuditEntry, now: Date): Promise<void> {
  const { proposal, operation } = entry
  if (operation) await claimOperation(tx, operation, { action: entry.action, objectId: entry.objectId })
  if (!proposal) {
    await insertEntry(tx, entry, now)
    if (entry.breakGlass !== undefined) await insertEntry(tx, breakGlassEntry(entry, entry.breakGlass), now)
    return
  }
  await closeProposal(tx, proposal, 'done')
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

/** Those of the ids under which an entry stands. */
export async function findAuditEntries(tx: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const found = await tx.query<{ id: string }>({
    name: 'find-audit-entries',
    text: 'select id from audit_log where id = any ($1::uuid[])',
    values: [ids],
  })
  return new Set(found.rows.map(({ id }) => id))
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

async function insertEntry(tx: Db, entry: AuditEntry, now: Date): Promise<void> {
  const actor = typeof entry.actor === 'string' ? undefined : entry.actor
  const merchantId = entry.merchantId === undefined ? (actor?.merchantId ?? null) : entry.merchantId
  await tx.query({
    name: 'write-audit',
    text: `with told as (
        insert into audit_log (id, actor, action, point_id, object_id, detail, merchant_id, user_id, origin, result)
        values ($1, $2, $3, $4, $5, $6, coalesce((select merchant_id from points where id = $4), $7), $8, $9, $10)
        returning id, created_at)
      insert into audit_pending (audit_id, audit_created_at) select id, created_at from told`,
    values: [
      entry.id ?? uuidV7(now),
      (actor?.name ?? String(entry.actor)).slice(0, actorLengthMax),
      entry.action,
      entry.pointId,
      entry.objectId,
      JSON.stringify(entry.detail),
      merchantId,
      actor?.userId ?? null,
      actor?.origin?.slice(0, originLengthMax) ?? null,
      entry.result ?? 'done',
    ],
  })
}

/** What the columns take. */
const actorLengthMax = 200
const originLengthMax = 64
