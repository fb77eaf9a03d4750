import type { Extra } from '../../core/extra.ts'
import type { Surroundings } from '../../core/start-core.ts'
import type { Deps } from '../deps.ts'
import { retainWhenDue } from './run-retention.ts'

/** Removes personal data of finished transactions. */
export function retentionExtra(deps: Deps, forLoops: Surroundings['forLoops']): Extra {
  return {
    loops: () => {
      const loopDeps = forLoops(deps)
      return { retention: { runOnce: async () => await retainWhenDue(loopDeps), idleMs: 60_000 } }
    },
  }
}
