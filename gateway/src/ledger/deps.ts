import type { PlatformDeps } from '../platform/deps.ts'
import type { KnownAccounts } from './rules/known-accounts.ts'

export interface LedgerDeps extends PlatformDeps {
  /** Ledger accounts that this process knows. */
  knownAccounts: KnownAccounts
}
