import type { FastifyInstance } from 'fastify'
import { credentialRoutes } from '../../merchants/http/credential-routes.ts'
import { requestLogRoutes } from '../../merchants/http/request-log-routes.ts'
import { overviewRoutes } from '../../overview/http/overview-routes.ts'
import { transactionConsoleRoutes } from '../../payments/http/transaction-routes.ts'
import { approvalRoutes } from '../../payouts/http/approval-routes.ts'
import type { EntranceDeps } from '../deps.ts'

/** The dashboard's routes of a point besides the merchant API: /console/points/:pointId/…. */
export function pointConsoleRoutes(app: FastifyInstance, deps: EntranceDeps): void {
  overviewRoutes(app, deps)
  transactionConsoleRoutes(app, deps)
  credentialRoutes(app, deps)
  approvalRoutes(app, deps)
  requestLogRoutes(app, deps)
}
