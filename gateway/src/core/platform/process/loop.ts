import type { Log } from '../log/log.ts'
import type { Metrics } from '../log/metrics.ts'

/** Pause after a failed round, for example while the database is unavailable. It limits the load of a failing loop. */
const failurePauseMs = 1_000

export interface LoopOptions {
  name: string
  /** Runs one round and returns the number of handled items. If it is not 0, the next round follows at once. */
  runOnce(): Promise<number>
  /** Pause of an idle loop. Also the longest delay of work that another process committed. */
  idleMs: number
  /**
   * Delays each round by `ms`, so that one round handles all work that is committed meanwhile. A round that handled
   * `full` items is followed at once, because more are waiting. For work that may wait. Undefined: no delay.
   */
  gather?: { ms: number; full: number } | undefined
  log: Log
  metrics: Metrics
}

export interface Loop {
  /** Notifies the loop of committed work: the next round starts at once. */
  notify(): void
  /** False once the loop has ended, by `stop` or by a fault. */
  isRunning(): boolean
  /** Stops the loop after the current round. */
  stop(): Promise<void>
}

/** Runs a job in a loop: rounds without a pause while there is work, otherwise a sleep that `notify` ends. */
export function startLoop(options: LoopOptions): Loop {
  let stopping = false
  let woken = false
  let endSleep: (() => void) | undefined
  let canNotify = false

  /** `wakes`: committed work ends the sleep early. `stop` always does. */
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
    notify: () => {
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

/** Result of a failed round, in place of a number of items. */
const failed = -1

async function round(options: LoopOptions): Promise<number> {
  try {
    const handled = await options.runOnce()
    options.metrics.jobRuns.inc({ job: options.name, result: 'ok' })
    return handled
  } catch (error) {
    options.metrics.jobRuns.inc({ job: options.name, result: 'failed' })
    options.log.error({ err: error, job: options.name }, 'a job round failed; the loop continues')
    return failed
  }
}
