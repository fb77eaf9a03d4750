import type { CoreDeps } from '../../core/deps.ts'
import type { Extra } from '../../core/extra.ts'
import type { Surroundings } from '../../core/start-core.ts'
import { endUncoveredRefunds, expireApprovals } from './decide-payout.ts'
import { decisionRoutes } from './http/decision-routes.ts'

/** The decision of a second key or person about a payout above the point's threshold. */
export function payoutApprovalsExtra(deps: CoreDeps, forLoops: Surroundings['forLoops']): Extra {
  return {
    merchantRoutes: (scope) => decisionRoutes(scope, deps),
    loops: () => {
      const loopDeps = forLoops(deps)
      const runOnce = async () => (await expireApprovals(loopDeps)) + (await endUncoveredRefunds(loopDeps))
      return { approvals: { runOnce, idleMs: 5_000 } }
    },
  }
}
