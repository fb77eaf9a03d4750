import { referenceReleaser } from '../bank-accounts/release-references.ts'
import type { Extra } from '../extra.ts'
import type { CoreDeps } from '../start-core.ts'

/** The operator's own bank accounts: numeric references are given out again after their orders ended. */
export function bankAccountsExtra(database: CoreDeps['database']): Extra {
  return { housekeeping: [{ name: 'references', work: referenceReleaser({ database }) }] }
}
