import type { FastifyInstance } from 'fastify'
import { bankAccountRoutes } from '../bank-accounts/http/bank-account-routes.ts'
import { bankDayRoutes } from '../bank-accounts/http/bank-day-routes.ts'
import { bankFileRoutes } from '../bank-accounts/http/bank-file-routes.ts'
import { batchRoutes } from '../bank-accounts/http/batch-routes.ts'
import { bankLineRoutes } from '../bank-accounts/http/line-routes.ts'
import { operatorDepositRoutes } from '../bank-accounts/http/operator-deposit-routes.ts'
import { profileRoutes } from '../bank-accounts/http/profile-routes.ts'
import type { EntranceDeps } from '../deps.ts'
import { operatorConfirmationRoutes } from '../identity/http/operator-confirmation-routes.ts'
import { operatorLedgerRoutes } from '../operator-desk/http/ledger-routes.ts'
import { operatorMerchantRoutes } from '../operator-desk/http/merchant-routes.ts'
import { operatorPointRoutes } from '../operator-desk/http/point-routes.ts'
import { operatorProposalRoutes } from '../operator-desk/http/proposal-routes.ts'
import { operatorQueueRoutes } from '../operator-desk/http/queue-routes.ts'
import { operatorTransactionRoutes } from '../operator-desk/http/transaction-routes.ts'
import { operatorHealthRoutes } from '../overview/http/operator-health-routes.ts'
import { operatorBrandRoutes } from '../payment-page/http/brand-routes.ts'
import { providerRoutes } from '../providers/http/provider-routes.ts'

/** The operator's routes for all merchants: /console/operator/…. */
export function operatorRoutes(app: FastifyInstance, deps: EntranceDeps): void {
  operatorHealthRoutes(app, deps)
  operatorMerchantRoutes(app, deps)
  operatorPointRoutes(app, deps)
  operatorBrandRoutes(app, deps)
  operatorProposalRoutes(app, deps)
  operatorConfirmationRoutes(app, deps)
  operatorDepositRoutes(app, deps)
  bankDayRoutes(app, deps)
  bankLineRoutes(app, deps)
  bankAccountRoutes(app, deps)
  bankFileRoutes(app, deps)
  profileRoutes(app, deps)
  batchRoutes(app, deps)
  operatorQueueRoutes(app, deps)
  operatorTransactionRoutes(app, deps)
  operatorLedgerRoutes(app, deps)
  providerRoutes(app, deps)
}
