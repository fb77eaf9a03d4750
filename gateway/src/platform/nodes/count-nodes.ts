import { beatNode, removeNode } from '../database/nodes.ts'
import type { PlatformDeps } from '../deps.ts'

/** Processes of this deployment that are alive, this one among them: at least 1 of each. */
export interface NodeCount {
  /** Those that take requests. */
  api: number
  /** Those that run the loops. */
  worker: number
}

export interface NodeCounter {
  /** Says that this process is alive and counts anew; to be repeated every second. */
  beat(): Promise<number>
  /** The others need not wait until this process is missed. */
  leave(): Promise<void>
}

/** Keeps `deps.nodes` true. While the database is away, the last count stays. */
export function nodeCounter(
  deps: Pick<PlatformDeps, 'database' | 'processName' | 'nodes' | 'clock'>,
  role: 'all' | 'api' | 'worker',
): NodeCounter {
  const { engine } = deps.database
  return {
    beat: async () => {
      const others = await beatNode(engine, { name: deps.processName, role, clockAheadMs: deps.clock.aheadMs() })
      deps.nodes.api = Math.max(1, others.api + (role === 'worker' ? 0 : 1))
      deps.nodes.worker = Math.max(1, others.worker + (role === 'api' ? 0 : 1))
      return 0
    },
    leave: async () => await removeNode(engine, deps.processName),
  }
}
