import type { Db } from '../../platform/database/database.ts'
import { uuidV7 } from '../../platform/ids.ts'
import type { Actor } from '../../values/actor.ts'

/** One row of the audit log. Nothing in it may be a secret. */
export interface LogEntry {
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

/** Appends a row. The same statement puts it into the queue of what is to be sealed. `now` only orders the ids. */
export async function insertEntry(tx: Db, entry: LogEntry, now: Date): Promise<void> {
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
