import type { PlatformDeps } from '../platform/deps.ts'
import type { KnownAccounts } from './rules/known-accounts.ts'

export interface LedgerDeps extends PlatformDeps {
  /** Cache of ledger account ids. */
  knownAccounts: KnownAccounts
}
