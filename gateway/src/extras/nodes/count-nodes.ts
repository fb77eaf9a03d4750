import { beatNode, removeNode } from '../../core/platform/database/nodes.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'

export interface NodeCounter {
  /** Reports that this process is alive and counts again; call it every second. */
  beat(): Promise<number>
  /** Removes this process at once, so that the others need not wait for its timeout. */
  leave(): Promise<void>
}

/** Keeps `deps.nodes` current. While the database is unavailable, the last count stays. */
export function nodeCounter(
  deps: Pick<PlatformDeps, 'database' | 'processName' | 'nodes' | 'clock'>,
  role: 'all' | 'api' | 'worker',
): NodeCounter {
  const { engine } = deps.database
  return {
    beat: async () => {
      const others = await beatNode(engine, { name: deps.processName, role, clockAheadMs: deps.clock.aheadMs() })
      deps.nodes.set({
        api: Math.max(1, others.api + (role === 'worker' ? 0 : 1)),
        worker: Math.max(1, others.worker + (role === 'api' ? 0 : 1)),
      })
      return 0
    },
    leave: async () => await removeNode(engine, deps.processName),
  }
}
