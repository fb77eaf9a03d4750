import type { PlatformDeps } from '../platform/deps.ts'
import { type Loop, type LoopOptions, startLoop } from '../platform/process/loop.ts'

/** A loop of a process: work that is found in the database, claimed and done. */
export interface LoopSpec {
  /** One round; returns how many items it handled. */
  runOnce(): Promise<number>
  /** Idle time. Commits of the same process notify the loop; work of other processes waits at most this long. */
  idleMs: number
  /** Gathers work into one round, where it may come a moment later together with others. */
  gather?: LoopOptions['gather']
  /** True: processes that only take requests run it too, because it is about the process itself. */
  everywhere?: boolean
  /** Called while the rounds end. Ends what a round would wait for. */
  interrupt?(): Promise<void>
  /** Called after the last round. Waits for calls that continue beside the rounds. */
  finish?(): Promise<void>
}

/** The loops of a process by name. The name stands in metrics and logs. */
export type Loops = Readonly<Record<string, LoopSpec>>

export interface Jobs {
  /** Wakes a loop early; a process without the loop ignores it. */
  notify(name: string): void
  /** The names of the ended loops. */
  ended(): string[]
  stop(): Promise<void>
}

/**
 * Starts the loops of this process; a process that only takes requests runs few of them. Any number of processes may
 * run all loops, because all work is claimed. Work committed by a process without the loop is found within the loop's
 * idle time.
 */
export function startJobs(
  deps: Pick<PlatformDeps, 'log' | 'metrics'>,
  role: 'all' | 'api' | 'worker',
  loops: Loops,
): Jobs {
  const { log, metrics } = deps
  const running = new Map<string, Loop>()
  for (const [name, { runOnce, idleMs, gather, everywhere = false }] of Object.entries(loops)) {
    if (role === 'api' && !everywhere) continue
    running.set(name, startLoop({ name, runOnce, idleMs, gather, log, metrics }))
  }
  return {
    notify: (name) => running.get(name)?.notify(),
    ended: () => [...running].filter(([, loop]) => !loop.isRunning()).map(([name]) => name),
    stop: async () => {
      const ending = [...running.values()].map(async (loop) => await loop.stop())
      for (const loop of Object.values(loops)) await loop.interrupt?.()
      await Promise.all(ending)
      for (const loop of Object.values(loops)) await loop.finish?.()
    },
  }
}
