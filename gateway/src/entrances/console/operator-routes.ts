import type { FastifyInstance } from 'fastify'
import { bankAccountRoutes } from '../../bank-accounts/http/bank-account-routes.ts'
import { bankFileRoutes } from '../../bank-accounts/http/bank-file-routes.ts'
import { csvProfileRoutes } from '../../bank-accounts/http/csv-profile-routes.ts'
import { operatorBankDayRoutes } from '../../bank-accounts/http/operator-bank-day-routes.ts'
import { operatorBatchRoutes } from '../../bank-accounts/http/operator-batch-routes.ts'
import { operatorDepositRoutes } from '../../bank-accounts/http/operator-deposit-routes.ts'
import { operatorLineRoutes } from '../../bank-accounts/http/operator-line-routes.ts'
import { operatorConfirmationRoutes } from '../../identity/http/operator-confirmation-routes.ts'
import { operatorRecoveryRoutes } from '../../identity/http/operator-recovery-routes.ts'
import { operatorHealthRoutes } from '../../overview/http/operator-health-routes.ts'
import { operatorBrandRoutes } from '../../point-settings/http/brand-routes.ts'
import { operatorProviderRoutes } from '../../provider-accounts/http/operator-provider-routes.ts'
import { operatorLedgerRoutes } from '../../review/http/operator-ledger-routes.ts'
import { operatorMerchantRoutes } from '../../review/http/operator-merchant-routes.ts'
import { operatorPointRoutes } from '../../review/http/operator-point-routes.ts'
import { operatorProposalRoutes } from '../../review/http/operator-proposal-routes.ts'
import { operatorQueueRoutes } from '../../review/http/operator-queue-routes.ts'
import { operatorTransactionRoutes } from '../../review/http/operator-transaction-routes.ts'
import { operatorActions } from '../../review/operator-actions.ts'
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
  operatorProviderRoutes(app, deps)
  operatorBankDayRoutes(app, deps)
  operatorLineRoutes(app, { ...deps, actions: operatorActions(deps) })
  bankAccountRoutes(app, deps)
  bankFileRoutes(app, deps)
  operatorBatchRoutes(app, deps)
  csvProfileRoutes(app, deps)
  operatorQueueRoutes(app, deps)
  operatorTransactionRoutes(app, deps)
  operatorLedgerRoutes(app, deps)
}
