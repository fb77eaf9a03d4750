import { inTransaction } from '../platform/database/database.ts'
import { postTransfers } from './book-transfers.ts'
import type { LedgerDeps } from './deps.ts'
import { rememberAccounts } from './rules/known-accounts.ts'
import { posting, transfersOf } from './rules/ledger.ts'
import { claimReleases, markReleased } from './store/releases.ts'

const releasesPerRound = 500

/** Makes due credits available. Returns how many it released. */
export async function releaseDue(deps: Pick<LedgerDeps, 'database' | 'knownAccounts'>): Promise<number> {
  const { count, accounts } = await inTransaction(deps.database.engine, async (tx) => {
    const { due, now } = await claimReleases(tx, releasesPerRound)
    if (due.length === 0) return { count: 0, accounts: new Map<string, bigint>() }
    const transfers = due.flatMap((row) =>
      // Nothing is left where refunds took it all before.
      transfersOf(row, posting('release', row.amount_minor), 'available'),
    )
    const resolved = await postTransfers(tx, deps.knownAccounts, { transfers, now })
    await markReleased(
      tx,
      due.map(({ id }) => id),
      now,
    )
    return { count: due.length, accounts: resolved }
  })
  rememberAccounts(deps.knownAccounts, accounts)
  return count
}
