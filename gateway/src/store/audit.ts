import { uuidV7 } from '../lib/ids.ts'
import type { Db } from './database.ts'

/** One thing that an operator did. Nothing in it may be a secret. */
export interface AuditEntry {
  /** Who: `operator cli`, `first start`, or a person's name. */
  actor: string
  /** `noun.verb`, for example `api_key.create`. */
  action: string
  pointId: string | null
  objectId: string | null
  detail: Readonly<Record<string, unknown>>
}

/** Appends to the audit log, inside the transaction of what it tells about. `now` only orders the ids. */
export async function writeAudit(tx: Db, entry: AuditEntry, now: Date): Promise<void> {
  await tx.query({
    name: 'write-audit',
    text: 'insert into audit_log (id, actor, action, point_id, object_id, detail) values ($1, $2, $3, $4, $5, $6)',
    values: [uuidV7(now), entry.actor, entry.action, entry.pointId, entry.objectId, JSON.stringify(entry.detail)],
  })
}
