import type { Db } from '../../platform/database/database.ts'
import { present } from '../../values/assert.ts'
import type { Environment } from '../../values/environment.ts'
import { accountText, hasStoredBalance } from '../rules/known-accounts.ts'
import { type AccountKey, accountOwners } from '../rules/ledger.ts'

/** Overdraft limit of a new available account, in minor units: test points are usable at once. */
export const defaultOverdraftMinor: Readonly<Record<Environment, bigint>> = { test: 10_000_000_000_000n, live: 0n }

export async function openAccounts(tx: Db, keys: readonly AccountKey[]): Promise<Map<string, bigint>> {
  const values = [
    keys.map((key) => key.environment),
    keys.map((key) => key.currency),
    keys.map((key) => key.kind),
    keys.map((key) => (accountOwners[key.kind] === 'point' ? key.ownerId : null)),
    keys.map((key) => (accountOwners[key.kind] === 'connector account' ? key.ownerId : null)),
    keys.map((key) => (hasStoredBalance(key.kind) ? 0n : null)),
    keys.map((key) => (key.kind === 'available' ? defaultOverdraftMinor[key.environment] : null)),
  ]
  await tx.query({
    name: 'open-ledger-accounts',
    text: `insert into ledger_accounts (environment, currency, kind, point_id, connector_account_id, balance_minor,
        overdraft_minor)
      select environment, currency, kind, point_id, connector_account_id, balance_minor, overdraft_minor
      from unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::bigint[], $7::bigint[])
        with ordinality as k(environment, currency, kind, point_id, connector_account_id, balance_minor,
        overdraft_minor, place) order by place
      on conflict do nothing`,
    values,
  })
  const found = await tx.query<{ place: bigint; id: bigint }>({
    name: 'find-ledger-accounts',
    text: `select k.place, a.id
      from unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::uuid[])
        with ordinality as k(environment, currency, kind, point_id, connector_account_id, place)
      join ledger_accounts a on a.environment = k.environment and a.currency = k.currency::char(3) and a.kind = k.kind
        and (a.point_id = k.point_id or a.connector_account_id = k.connector_account_id
          or coalesce(a.point_id, a.connector_account_id, k.point_id, k.connector_account_id) is null)`,
    values: values.slice(0, 5),
  })
  return new Map(
    found.rows.map((row) => [accountText(present(keys[Number(row.place) - 1], 'the account asked for')), row.id]),
  )
}
