import type { AccountKey, AccountKind } from './ledger.ts'

/** Ids of ledger accounts that are surely committed. One per process. */
export type KnownAccounts = Map<string, bigint>

/** Accounts known to one process. Far above the points and currencies of a deployment; beyond it all are looked up anew. */
const knownAccountsMax = 50_000

export function accountText(key: AccountKey): string {
  return `${key.environment}/${key.currency}/${key.kind}/${key.ownerId}`
}

/** Keeps ids for later groups. Only after the commit of the transaction that resolved them. */
export function rememberAccounts(known: KnownAccounts, resolved: ReadonlyMap<string, bigint>): void {
  if (known.size + resolved.size > knownAccountsMax) known.clear()
  for (const [text, id] of resolved) known.set(text, id)
}

const withStoredBalance: ReadonlySet<AccountKind> = new Set(['available', 'pending', 'reserved'])

export function hasStoredBalance(kind: AccountKind): boolean {
  return withStoredBalance.has(kind)
}
