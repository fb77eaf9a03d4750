import type { AccountKey, AccountKind } from './ledger.ts'

/** Ids of committed ledger accounts. One cache per process. */
export type KnownAccounts = Map<string, bigint>

/**
 * Cached accounts per process: far above the points and currencies of a deployment. Beyond it every account is looked
 * up.
 */
const knownAccountsMax = 50_000

export function accountText(key: AccountKey): string {
  return `${key.environment}/${key.currency}/${key.kind}/${key.ownerId}`
}

/** Caches ids. Call it only after the commit of the transaction that resolved them. */
export function rememberAccounts(known: KnownAccounts, resolved: ReadonlyMap<string, bigint>): void {
  if (known.size + resolved.size > knownAccountsMax) known.clear()
  for (const [text, id] of resolved) known.set(text, id)
}

const withStoredBalance: ReadonlySet<AccountKind> = new Set(['available', 'pending', 'reserved'])

export function hasStoredBalance(kind: AccountKind): boolean {
  return withStoredBalance.has(kind)
}
