import type { CoreDeps } from '../../core/deps.ts'
import type { Extra } from '../../core/extra.ts'
import { balanceTransactionRoutes } from './http/balance-transaction-routes.ts'
import { statementRoutes } from './http/statement-routes.ts'

/** What changed a merchant's balance: entries of the ledger and statements. */
export function statementsExtra(deps: CoreDeps): Extra {
  return {
    merchantRoutes: (scope) => {
      balanceTransactionRoutes(scope, deps)
      statementRoutes(scope, deps)
    },
  }
}
