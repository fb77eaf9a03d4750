import type { Log } from '../log/log.ts'
import type { Metrics } from '../log/metrics.ts'

/** After a failed round (the database is away) the next one waits this long, so that a broken loop costs little. */
const failurePauseMs = 1_000

export interface LoopOptions {
  name: string
  /** One round; the number of things it handled. Another round follows at once while there is something. */
  runOnce(): Promise<number>
  /** How long an idle loop waits before it looks again; also the longest delay of work that another process committed. */
  idleMs: number
  /**
   * A round begins this long after it was called for, and what is committed meanwhile goes with it; at once behind one that
   * handled `full` things, because more are waiting. For work that nobody waits for. Left out: always at once.
   */
  gather?: { ms: number; full: number } | undefined
  log: Log
  metrics: Metrics
}

export interface Loop {
  /** Work was committed: look now. */
  wake(): void
  /** False once it has ended, asked to or by a fault of its own. */
  isRunning(): boolean
  /** Ends after the round in progress. */
  stop(): Promise<void>
}

/** Runs a job for the life of the process: rounds without pause while there is work, a sleep that `wake` cuts short. */
export function startLoop(options: LoopOptions): Loop {
  let stopping = false
  let woken = false
  let endSleep: (() => void) | undefined
  let canNotify = false

  /** `wakes`: work that was committed cuts it short; the end of the process does in any case. */
  const sleep = async (ms: number, wakes: boolean) => {
    canNotify = wakes
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    endSleep = undefined
  }

  const run = async () => {
    const { gather } = options
    let handled = 0
    while (!stopping) {
      if (gather && handled < gather.full) await sleep(gather.ms, false)
      woken = false
      handled = await round(options)
      const pauseMs = pauseAfter(handled, options.idleMs)
      if (!stopping && !woken && pauseMs > 0) await sleep(pauseMs, true)
    }
  }
  let isRunning = true
  const running = run().finally(() => {
    isRunning = false
  })

  return {
    isRunning: () => isRunning,
    wake: () => {
      woken = true
      if (canNotify) endSleep?.()
    },
    stop: async () => {
      stopping = true
      endSleep?.()
      await running
    },
  }
}

function pauseAfter(handled: number, idleMs: number): number {
  if (handled === failed) return failurePauseMs
  return handled > 0 ? 0 : idleMs
}

/** Instead of a number of things handled. */
const failed = -1

async function round(options: LoopOptions): Promise<number> {
  try {
    const handled = await options.runOnce()
    options.metrics.jobRuns.inc({ job: options.name, result: 'ok' })
    return handled
  } catch (error) {
    options.metrics.jobRuns.inc({ job: options.name, result: 'failed' })
    options.log.error({ err: error, job: options.name }, 'a job failed; it goes on')
    return failed
  }
}
