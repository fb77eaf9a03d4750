import type { FastifyInstance } from 'fastify'
import { operatorDepositRoutes } from '../../bank-accounts/http/operator-deposit-routes.ts'
import { operatorConfirmationRoutes } from '../../identity/http/operator-confirmation-routes.ts'
import { operatorRecoveryRoutes } from '../../identity/http/operator-recovery-routes.ts'
import { operatorHealthRoutes } from '../../overview/http/operator-health-routes.ts'
import { operatorBrandRoutes } from '../../point-settings/http/brand-routes.ts'
import { operatorLedgerRoutes } from '../../review/http/operator-ledger-routes.ts'
import { operatorMerchantRoutes } from '../../review/http/operator-merchant-routes.ts'
import { operatorPointRoutes } from '../../review/http/operator-point-routes.ts'
import { operatorProposalRoutes } from '../../review/http/operator-proposal-routes.ts'
import { operatorQueueRoutes } from '../../review/http/operator-queue-routes.ts'
import { operatorTransactionRoutes } from '../../review/http/operator-transaction-routes.ts'
import type { EntranceDeps } from '../deps.ts'

/** The operator's routes for all merchants: /console/operator/…. */
export function operatorRoutes(app: FastifyInstance, deps: EntranceDeps): void {
  operatorHealthRoutes(app, deps)
  operatorMerchantRoutes(app, deps)
  operatorPointRoutes(app, deps)
  operatorBrandRoutes(app, deps)
  operatorProposalRoutes(app, deps)
  operatorConfirmationRoutes(app, deps)
  operatorRecoveryRoutes(app, deps)
  operatorDepositRoutes(app, deps)
  operatorQueueRoutes(app, deps)
  operatorTransactionRoutes(app, deps)
  operatorLedgerRoutes(app, deps)
}
