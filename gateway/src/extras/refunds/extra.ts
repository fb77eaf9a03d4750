import type { CoreDeps } from '../../core/deps.ts'
import type { Extra } from '../../core/extra.ts'
import { refundRoutes } from './http/refund-routes.ts'

/** Refunds of pay-ins: made, read and listed. The core moves their money as it moves every order's. */
export function refundsExtra(deps: CoreDeps): Extra {
  return { merchantRoutes: (scope) => refundRoutes(scope, deps) }
}
