import type { CoreDeps } from '../../core/deps.ts'
import type { Extra } from '../../core/extra.ts'
import { sealAudit } from './seal-audit.ts'

/** Seals the audit log into chains of hashes. The entries themselves are written by every use case. */
export function auditLogExtra({ log }: CoreDeps, database: CoreDeps['database']): Extra {
  return {
    loops: () => ({ seal: { runOnce: async () => await sealAudit({ database, log }), idleMs: 5_000 } }),
  }
}
