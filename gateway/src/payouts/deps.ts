import type { GroupWriter } from '../platform/database/group-commit.ts'
import type { ProcessingDeps } from '../processing/deps.ts'
import type { NewTransaction } from '../processing/rules/new-transaction.ts'
import type { PayoutCreation } from './reserve-payouts.ts'

export interface PayoutsDeps extends ProcessingDeps {
  /** Creates payouts with the reservation of their funds, grouped. */
  payouts: GroupWriter<NewTransaction, PayoutCreation>
}
