import type { Extra } from '../extra.ts'
import { expireApprovals } from '../payout-approvals/decide-payout.ts'
import { decisionRoutes } from '../payout-approvals/http/decision-routes.ts'
import type { CoreDeps, Surroundings } from '../start-core.ts'

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
