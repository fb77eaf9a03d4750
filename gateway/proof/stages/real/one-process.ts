// A process of the stage that can be killed, stopped and started again.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, startChild } from '../../../test/support/processes.ts'

/** A process that is started again on its port as often as it ends. */
export interface OneProcess {
  url: string
  isUp(): boolean
  /**
   * Starts it, as often as it takes: the database may be away. `extra` is environment for this life only. A life that
   * a failpoint ended before it was ready counts as one.
   */
  start(extra?: Record<string, string>): Promise<void>
  /** Ends it by SIGKILL; at once, whatever it is doing, starting too. */
  kill(): Promise<void>
  /** It stands still, as a machine does that is moved or starved, and goes on. False where it was not up all the time. */
  pause(forMs: number): Promise<boolean>
  /** Ends it in the ordinary way. */
  end(): Promise<void>
  /** The same, for good. */
  stop(): Promise<void>
  /** Resolves when the present life ends, with what it printed. */
  ended(): Promise<string>
}

/** A process that does not come up in so many tries is broken. */
const startTriesMax = 60
const startAgainMs = 300

export function aProcess(root: string, env: Record<string, string>, port: number): OneProcess {
  let child: Child | undefined
  let printed: string[] = []
  let up = false
  let stopped = false
  const livedOnce = async (extra: Record<string, string>): Promise<boolean> => {
    const own: string[] = []
    const started = startChild(root, { ...env, ...extra }, own)
    child = started
    printed = own
    void started.closed.then(() => {
      if (child === started) up = false
    })
    try {
      await started.ready
      up = true
      return true
    } catch {
      await started.kill()
      await started.closed
      return own.join('').includes('failpoint ')
    }
  }
  return {
    url: `http://127.0.0.1:${port}`,
    isUp: () => up,
    start: async (extra = {}) => {
      for (let tries = 0; !stopped; tries++) {
        if (await livedOnce(extra)) return
        if (tries >= startTriesMax) throw new Error(`${root} does not start:\n${printed.join('')}`)
        await sleep(startAgainMs)
      }
    },
    kill: async () => await child?.kill(),
    pause: async (forMs) => {
      const paused = child
      const signal = (name: NodeJS.Signals) => {
        try {
          return paused?.pid !== undefined && child === paused && process.kill(paused.pid, name)
        } catch {
          // It ended at this moment.
          return false
        }
      }
      if (!signal('SIGSTOP')) return false
      await sleep(forMs)
      return signal('SIGCONT')
    },
    end: async () => await child?.stop(),
    stop: async () => {
      stopped = true
      await child?.stop()
    },
    ended: async () => {
      const own = printed
      await child?.closed
      return own.join('')
    },
  }
}
