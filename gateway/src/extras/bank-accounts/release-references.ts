import type { PlatformDeps } from '../../core/platform/deps.ts'
import { countReferences, ownConnectorAccounts, releaseReferences } from './store/released-references.ts'

/**
 * One round over all own accounts: numeric references of orders that ended 31 days ago may be given out again, and those in
 * use are counted. Keeps in memory where the last round of each account ended.
 */
export function referenceReleaser({ database }: Pick<PlatformDeps, 'database'>): () => Promise<number> {
  const places = new Map<string, string>()
  return async () => {
    let total = 0
    for (const accountId of await ownConnectorAccounts(database.engine)) {
      const { released, last } = await releaseReferences(database.engine, accountId, places.get(accountId) ?? '')
      if (last === undefined) places.delete(accountId)
      else places.set(accountId, last)
      total += released
    }
    await countReferences(database.engine)
    return total
  }
}
