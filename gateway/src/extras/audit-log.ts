import { sealAudit } from '../audit-log/seal-audit.ts'
import type { Extra } from '../extra.ts'
import type { CoreDeps } from '../start-core.ts'

/** Seals the audit log into chains of hashes. The entries themselves are written by every use case. */
export function auditLogExtra({ log }: CoreDeps, database: CoreDeps['database']): Extra {
  return {
    loops: () => ({ seal: { runOnce: async () => await sealAudit({ database, log }), idleMs: 5_000 } }),
  }
}
