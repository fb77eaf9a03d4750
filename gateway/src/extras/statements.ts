import type { Extra } from '../extra.ts'
import type { CoreDeps } from '../start-core.ts'
import { balanceTransactionRoutes } from '../statements/http/balance-transaction-routes.ts'
import { statementRoutes } from '../statements/http/statement-routes.ts'

/** What changed a merchant's balance: entries of the ledger and statements. */
export function statementsExtra(deps: CoreDeps): Extra {
  return {
    merchantRoutes: (scope) => {
      balanceTransactionRoutes(scope, deps)
      statementRoutes(scope, deps)
    },
  }
}
