import type pg from 'pg'
import type { Bench } from './bench-world.ts'
import type { Row } from './limit-statements.ts'

/** How far below zero a payout may take the point: as the gateway opens the accounts of test points. */
const overdraftMinor = 10_000_000_000_000n

/** Opens the ledger accounts of all points in the limit's database; the answer adds a row's own to it. */
export async function openLimitAccounts(
  bench: Bench,
  pool: pg.Pool,
  of: { currency: string; connectorAccountId: unknown },
): Promise<(row: Row) => Row> {
  const insert = `insert into ledger_accounts (environment, currency, kind, point_id, connector_account_id, balance_minor,
    overdraft_minor) values ('test', $1, $2, $3, $4, $5, $6)
    on conflict (environment, currency, kind, point_id, connector_account_id) do update set kind = excluded.kind
    returning id`
  const open = async (kind: string, owner: { point?: string }) => {
    const values = [of.currency, kind, owner.point ?? null, owner.point ? null : of.connectorAccountId]
    const balance = owner.point ? 0n : null
    const found = await pool.query<{ id: string }>(insert, [
      ...values,
      balance,
      kind === 'available' ? overdraftMinor : null,
    ])
    return found.rows[0]?.id
  }
  const settlement = await open('settlement', {})
  const byPoint = new Map<unknown, Row>()
  for (const { pointId } of bench.shops) {
    const [available, reserved] = [
      await open('available', { point: pointId }),
      await open('reserved', { point: pointId }),
    ]
    byPoint.set(pointId, { available, reserved, settlement })
  }
  return (row) => ({ ...row, ...byPoint.get(row['point_id']) })
}
