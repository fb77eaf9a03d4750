import type { Extra } from '../extra.ts'
import type { CoreDeps, Surroundings } from '../start-core.ts'
import { deleteOldRuns } from '../verify/store/verify-runs.ts'
import { verifyWhenDue } from '../verify/verify-when-due.ts'

/** Proves the books every minute, against the providers' records too. */
export function verifyExtra(
  deps: CoreDeps,
  { database, forLoops }: Pick<Surroundings, 'database' | 'forLoops'>,
): Extra {
  return {
    loops: () => {
      const loopDeps = forLoops(deps)
      return { verify: { runOnce: async () => await verifyWhenDue(loopDeps), idleMs: 5_000 } }
    },
    housekeeping: [{ name: 'verify runs', work: async () => await deleteOldRuns(database.engine) }],
  }
}
