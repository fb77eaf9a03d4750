import type { ProcessingDeps } from '../processing/deps.ts'
import type { NewTransaction } from '../processing/rules/new-transaction.ts'
import type { PayoutCreation } from './reserve-payouts.ts'

export interface PayoutsDeps extends ProcessingDeps {
  /** Creates a payout and reserves its funds, in a commit shared with others. */
  reservePayout(item: NewTransaction): Promise<PayoutCreation>
}
