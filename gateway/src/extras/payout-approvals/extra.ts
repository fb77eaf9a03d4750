import type { Extra } from '../../core/extra.ts'
import type { CoreDeps, Surroundings } from '../../core/start-core.ts'
import { expireApprovals } from './decide-payout.ts'
import { decisionRoutes } from './http/decision-routes.ts'

/** The decision of a second key or person about a payout above the point's threshold. */
export function payoutApprovalsExtra(deps: CoreDeps, forLoops: Surroundings['forLoops']): Extra {
  return {
    merchantRoutes: (scope) => decisionRoutes(scope, deps),
    loops: () => {
      const loopDeps = forLoops(deps)
      return { approvals: { runOnce: async () => await expireApprovals(loopDeps), idleMs: 5_000 } }
    },
  }
}
