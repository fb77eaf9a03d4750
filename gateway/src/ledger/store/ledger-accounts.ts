import type { Db } from '../../platform/database/database.ts'
import { present } from '../../values/assert.ts'
import type { Environment } from '../../values/environment.ts'
import type { AccountKey, AccountKind } from '../rules/ledger.ts'

/** Accounts known to one process. Far above the points and currencies of a deployment; beyond it all are looked up anew. */
const knownAccountsMax = 50_000

/** How far below zero reservations may take a new available account, in minor units: test points start usable. */
export const defaultOverdraftMinor: Readonly<Record<Environment, bigint>> = { test: 10_000_000_000_000n, live: 0n }

const ownedByConnectorAccount: ReadonlySet<AccountKind> = new Set(['settlement', 'suspense'])
const withStoredBalance: ReadonlySet<AccountKind> = new Set(['available', 'pending', 'reserved'])

/** Ids of ledger accounts that are surely committed. One per process. */
export type KnownAccounts = Map<string, bigint>

export function accountText(key: AccountKey): string {
  return `${key.environment}/${key.currency}/${key.kind}/${key.ownerId}`
}

export function hasStoredBalance(kind: AccountKind): boolean {
  return withStoredBalance.has(kind)
}

/**
 * The ids of accounts, which are opened where they do not exist yet. In the order of their names, so that two groups
 * that open the same accounts wait for each other instead of locking each other out.
 */
export async function resolveAccounts(
  tx: Db,
  known: KnownAccounts,
  keys: readonly AccountKey[],
): Promise<ReadonlyMap<string, bigint>> {
  const wanted = new Map(keys.map((key) => [accountText(key), key]))
  const missing = [...wanted].filter(([text]) => !known.has(text)).sort(([a], [b]) => (a < b ? -1 : 1))
  const found = new Map<string, bigint>()
  if (missing.length > 0) {
    const rows = await openAccounts(
      tx,
      missing.map(([, key]) => key),
    )
    for (const [text, id] of rows) found.set(text, id)
  }
  for (const text of wanted.keys()) {
    found.set(text, present(found.get(text) ?? known.get(text), `the ledger account ${text}`))
  }
  return found
}

/** Keeps ids for later groups. Only after the commit of the transaction that resolved them. */
export function rememberAccounts(known: KnownAccounts, resolved: ReadonlyMap<string, bigint>): void {
  if (known.size + resolved.size > knownAccountsMax) known.clear()
  for (const [text, id] of resolved) known.set(text, id)
}

async function openAccounts(tx: Db, keys: readonly AccountKey[]): Promise<Map<string, bigint>> {
  const values = [
    keys.map((key) => key.environment),
    keys.map((key) => key.currency),
    keys.map((key) => key.kind),
    keys.map((key) => (ownedByConnectorAccount.has(key.kind) ? null : key.ownerId)),
    keys.map((key) => (ownedByConnectorAccount.has(key.kind) ? key.ownerId : null)),
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
        and (a.point_id = k.point_id or a.connector_account_id = k.connector_account_id)`,
    values: values.slice(0, 5),
  })
  return new Map(
    found.rows.map((row) => [accountText(present(keys[Number(row.place) - 1], 'the account asked for')), row.id]),
  )
}
