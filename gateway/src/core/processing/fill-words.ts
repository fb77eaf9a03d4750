import { inTransaction } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { insertWords, readUnworded, saveWordedUpto } from './store/name-words.ts'

/** Transactions of an older version whose words are filled, and that are locked, at once. */
const batchMax = 500

/**
 * Writes the words of transactions that an older version created, at most about `rowsMax` at a time. Returns how many
 * transactions it read. As the owner: no other role changes the walk.
 */
export async function fillWords({ database }: Pick<PlatformDeps, 'database'>, rowsMax: number): Promise<number> {
  let read = 0
  while (read < rowsMax) {
    const batch = await inTransaction(database.owner, async (tx) => {
      const rows = await readUnworded(tx, batchMax)
      const last = rows.at(-1)
      if (!last) return 0
      await insertWords(tx, rows)
      await saveWordedUpto(tx, last.is_last ? undefined : last.id)
      return rows.length
    })
    if (batch === 0) return read
    read += batch
  }
  return read
}
