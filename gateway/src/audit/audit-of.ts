import type { Actor } from '../values/actor.ts'
import type { AuditEntry } from './write-audit.ts'

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
