import type { FastifyInstance } from 'fastify'
import { balanceDetailRoutes } from '../balance-statements/http/balance-detail-routes.ts'
import { statementFileRoutes } from '../balance-statements/http/statement-routes.ts'
import type { EntranceDeps } from '../deps.ts'
import { overviewRoutes } from '../overview/http/overview-routes.ts'
import { linkConsoleRoutes } from '../payment-links/http/link-routes.ts'
import { brandRoutes } from '../payment-page/http/brand-routes.ts'
import { approvalRoutes } from '../payout-approvals/http/approval-routes.ts'
import { credentialRoutes } from '../point-settings/http/credential-routes.ts'
import { requestLogRoutes } from '../request-log/http/request-log-routes.ts'
import { transactionConsoleRoutes } from '../transactions/http/transaction-routes.ts'
import { withdrawalAccountRoutes } from '../withdrawals/http/account-routes.ts'

/** The dashboard's routes of a point besides the merchant API: /console/points/:pointId/…. */
export function pointConsoleRoutes(app: FastifyInstance, deps: EntranceDeps): void {
  overviewRoutes(app, deps)
  transactionConsoleRoutes(app, deps)
  credentialRoutes(app, deps)
  brandRoutes(app, deps)
  approvalRoutes(app, deps)
  requestLogRoutes(app, deps)
  balanceDetailRoutes(app, deps)
  statementFileRoutes(app, deps)
  withdrawalAccountRoutes(app, deps)
  linkConsoleRoutes(app, deps)
}
