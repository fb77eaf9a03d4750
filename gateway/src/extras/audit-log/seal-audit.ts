import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { lockSealing, sealPending } from './store/audit-seals.ts'

/** Rows per round. The transaction stays short, and a backlog of a day takes minutes. */
const rowsMax = 500

/**
 * Seals new audit entries into the chains. One process at a time seals; the others skip. Logs the new ends of the
 * chains. Stored outside the database, they prove that nobody cut off or rewrote a chain. Returns the number of sealed
 * rows.
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
