import type { Db } from '../../platform/database/database.ts'
import type { LedgerOwners } from '../rules/ledger.ts'

/** A due credit with the fields that name its accounts. */
export interface DueRelease extends LedgerOwners {
  amount_minor: bigint
}

/**
 * Locks due releases and their transactions before any account: a reversal also locks the transaction first and the
 * accounts next, so the same order prevents a deadlock. Skips rows that another process holds.
 */
export async function claimReleases(tx: Db, limit: number): Promise<{ due: readonly DueRelease[]; now: Date }> {
  const found = await tx.query<DueRelease & { now: Date }>({
    name: 'claim-ledger-releases',
    text: `select r.transaction_id as id, r.amount_minor, t.point_id, t.environment, t.currency, t.connector_account_id,
        gateway_now()::timestamptz(3) as now
      from ledger_releases r join transactions t on t.id = r.transaction_id
      where r.released_at is null and r.release_at <= gateway_now()
      order by r.release_at limit $1 for update of r skip locked for key share of t skip locked`,
    values: [limit],
  })
  return { due: found.rows, now: found.rows[0]?.now ?? new Date(0) }
}

export async function markReleased(tx: Db, transactionIds: readonly string[], now: Date): Promise<void> {
  await tx.query({
    name: 'mark-ledger-releases',
    text: 'update ledger_releases set released_at = $2 where transaction_id = any ($1::uuid[])',
    values: [transactionIds, now],
  })
}
