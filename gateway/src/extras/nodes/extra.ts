import type { CoreDeps } from '../../core/deps.ts'
import type { Extra } from '../../core/extra.ts'
import type { Surroundings } from '../../core/start-core.ts'
import { nodeCounter } from './count-nodes.ts'

/**
 * Counts the processes that share this database, so that limits are divided among them. It bypasses the request limits:
 * a node at its limits still reports that it is alive.
 */
export function nodesExtra(deps: CoreDeps, { database, config }: Pick<Surroundings, 'database' | 'config'>): Extra {
  const nodes = nodeCounter({ ...deps, database }, config.role)
  return {
    prepare: async () => void (await nodes.beat()),
    loops: () => ({ nodes: { runOnce: nodes.beat, idleMs: 1_000, everywhere: true } }),
    leave: nodes.leave,
  }
}
