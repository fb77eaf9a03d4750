import type { CoreDeps } from '../../core/deps.ts'
import type { Extra } from '../../core/extra.ts'
import { withdrawalRoutes } from './http/withdrawal-routes.ts'

/** A merchant takes its money out, to accounts that two people agreed to. The core moves it as a payout. */
export function withdrawalsExtra(deps: CoreDeps): Extra {
  return { merchantRoutes: (scope) => withdrawalRoutes(scope, deps) }
}
