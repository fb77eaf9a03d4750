import type { Bench } from './bench-world.ts'
import type { Row } from './limit-statements.ts'

/** How far below zero a payout may take the point: as the gateway opens the accounts of test points. */
const overdraftMinor = 10_000_000_000_000n

/**
 * Opens the ledger accounts of all points in the limit's database, as a payout that was read back needs them. The answer
 * adds the ids of a row's own accounts to it.
 */
export async function openLimitAccounts({ limit, shops }: Bench, payout: Row): Promise<(row: Row) => Row> {
  const opened = await limit.query<{ id: string; kind: string; point_id: string | null }>(
    `insert into ledger_accounts
        (environment, currency, kind, point_id, connector_account_id, balance_minor, overdraft_minor)
      select 'test', $1, 'settlement', null, $2::uuid, null, null
      union all select 'test', $1, 'available', point_id, null, 0, $4::bigint from unnest($3::uuid[]) point_id
      union all select 'test', $1, 'reserved', point_id, null, 0, null from unnest($3::uuid[]) point_id
      on conflict (environment, currency, kind, point_id, connector_account_id) do update set kind = excluded.kind
      returning id, kind, point_id`,
    [payout['currency'], payout['connector_account_id'], shops.map(({ pointId }) => pointId), overdraftMinor],
  )
  const idOf = (kind: string, pointId: unknown) =>
    opened.rows.find((account) => account.kind === kind && account.point_id === pointId)?.id
  return (row) => ({
    ...row,
    available: idOf('available', row['point_id']),
    reserved: idOf('reserved', row['point_id']),
    settlement: idOf('settlement', null),
  })
}
