import type { Actor } from '../values/actor.ts'
import type { AuditEntry } from './write-audit.ts'

export interface AuditFacts {
  pointId?: string | null
  objectId?: string | null
  /** Nothing in it may be a secret. */
  detail?: Readonly<Record<string, unknown>>
  /** Whose log it stands in, where that is not the point's or the actor's own. */
  merchantId?: string | null
  result?: 'done' | 'refused'
}

/** An entry of the audit log: who did what (`noun.verb`) to what. Written by `writeAudit` in the commit it tells of. */
export function auditOf(actor: string | Actor, action: string, facts: AuditFacts = {}): AuditEntry {
  const { pointId = null, objectId = null, detail = {}, merchantId, result = 'done' } = facts
  return { actor, action, pointId, objectId, detail, result, ...(merchantId === undefined ? {} : { merchantId }) }
}
