import type { GroupWriter } from '../platform/database/group-commit.ts'
import type { ProcessingDeps } from '../processing/deps.ts'
import type { NewTransaction } from '../processing/rules/new-transaction.ts'
import type { PayoutCreation } from './reserve-payouts.ts'

export interface PayoutsDeps extends ProcessingDeps {
  /** Creates payouts and reserves their funds, grouped into shared commits. */
  payouts: GroupWriter<NewTransaction, PayoutCreation>
}
