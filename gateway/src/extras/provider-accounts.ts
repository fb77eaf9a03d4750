import type { Extra } from '../extra.ts'
import type { Database } from '../platform/database/database.ts'
import { forgetUnusedCredentials } from '../provider-accounts/seal-credentials.ts'

/** Accounts at providers, which operators set up: credentials that nobody used are deleted. */
export function providerAccountsExtra(database: Database): Extra {
  return {
    housekeeping: [{ name: 'entered credentials', work: async () => await forgetUnusedCredentials({ database }) }],
  }
}
