import type { CoreDeps } from '../../core/deps.ts'
import type { Extra } from '../../core/extra.ts'
import type { Surroundings } from '../../core/start-core.ts'
import { deleteOldRuns } from './store/verify-runs.ts'
import { verifyMetrics } from './verify-metrics.ts'
import { verifyWhenDue } from './verify-when-due.ts'

/** Proves the books every minute, against the providers' records too. */
export function verifyExtra(
  deps: CoreDeps,
  { database, forLoops }: Pick<Surroundings, 'database' | 'forLoops'>,
): Extra {
  return {
    loops: () => {
      const loopDeps = { ...forLoops(deps), metrics: verifyMetrics(deps.metrics) }
      return { verify: { runOnce: async () => await verifyWhenDue(loopDeps), idleMs: 5_000 } }
    },
    cleanups: [{ name: 'verify runs', work: async () => await deleteOldRuns(database.engine) }],
  }
}
