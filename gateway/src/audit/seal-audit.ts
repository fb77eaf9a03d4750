import { inTransaction } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { lockSealing, sealPending } from './store/audit-seals.ts'

/** Rows that one round seals: a short transaction, and a backlog of a day is done in minutes. */
const rowsMax = 500

/**
 * Seals what the audit log gained into the chains; one process at a time, the others pass. The new ends of the chains go
 * into the process's log: kept elsewhere, they prove that nobody cut the end off or wrote a chain anew. Returns how many.
 */
export async function sealAudit(deps: Pick<PlatformDeps, 'database' | 'log'>): Promise<number> {
  const { sealed, heads } = await inTransaction(deps.database.engine, async (tx) =>
    (await lockSealing(tx)) ? await sealPending(tx, rowsMax) : { sealed: 0, heads: [] },
  )
  for (const { chain, number, hash } of heads) {
    deps.log.info({ chain, number: String(number), hash: hash.toString('hex') }, 'audit log sealed')
  }
  return sealed
}
