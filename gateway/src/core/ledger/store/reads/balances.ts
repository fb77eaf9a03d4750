import type { Db } from '../../../platform/database/database.ts'
import type { CurrencyCode } from '../../../values/currency.ts'

/** Balances of a point in one currency, in minor units. `overdraft_minor` = how far below zero payouts may go. */
interface BalanceRow {
  currency: CurrencyCode
  available_minor: bigint
  pending_minor: bigint
  reserved_minor: bigint
  overdraft_minor: bigint
}

/** Balances of one point, one row per currency of its movements, sorted by currency. */
export async function readBalances(db: Db, pointId: string): Promise<readonly BalanceRow[]> {
  const found = await db.query<BalanceRow>({
    name: 'read-balances',
    text: `select currency, coalesce(sum(balance_minor) filter (where kind = 'available'), 0)::bigint as available_minor,
        coalesce(sum(balance_minor) filter (where kind = 'pending'), 0)::bigint as pending_minor,
        coalesce(sum(balance_minor) filter (where kind = 'reserved'), 0)::bigint as reserved_minor,
        coalesce(max(overdraft_minor), 0)::bigint as overdraft_minor
      from ledger_accounts where point_id = $1 and kind in ('available', 'pending', 'reserved')
      group by currency order by currency`,
    values: [pointId],
  })
  return found.rows
}
