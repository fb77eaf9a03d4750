import type { Db } from '../../platform/database/database.ts'
import { uuidV7 } from '../../platform/ids.ts'
import type { Actor } from '../../values/actor.ts'

/** One row of the audit log. Must not contain secrets. */
export interface LogEntry {
  /** The entry's own id (UUID), if a repeated commit must recognise it. Default: a new id. */
  id?: string
  /** The actor: a person or key with their address, or a name only: `operator cli`, `first start`. */
  actor: string | Actor
  /** `noun.verb`, for example `api_key.create`. */
  action: string
  pointId: string | null
  objectId: string | null
  detail: Readonly<Record<string, unknown>>
  /** The merchant whose log holds the entry. Default: the point's merchant, else the actor's; null: the operator's. */
  merchantId?: string | null
  /** Default: `done`. */
  result?: 'done' | 'refused'
}

/** Which of the ids have an entry. */
export async function findAuditEntries(tx: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const found = await tx.query<{ id: string }>({
    name: 'find-audit-entries',
    text: 'select id from audit_log where id = any ($1::uuid[])',
    values: [ids],
  })
  return new Set(found.rows.map(({ id }) => id))
}

/** Appends a row and queues it for sealing in the same statement. `now` only orders the ids. */
export async function insertEntry(tx: Db, entry: LogEntry, now: Date): Promise<void> {
  const actor = typeof entry.actor === 'string' ? undefined : entry.actor
  const merchantId = entry.merchantId === undefined ? (actor?.merchantId ?? null) : entry.merchantId
  await tx.query({
    name: 'write-audit',
    text: `with inserted as (
        insert into audit_log (id, actor, action, point_id, object_id, detail, merchant_id, user_id, origin, result)
        values ($1, $2, $3, $4, $5, $6, coalesce((select merchant_id from points where id = $4), $7), $8, $9, $10)
        returning id, created_at)
      insert into audit_pending (audit_id, audit_created_at) select id, created_at from inserted`,
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

/** Lengths of the columns. */
const actorLengthMax = 200
const originLengthMax = 64
