import type { Log } from '../lib/log.ts'

/** A step of the way down; each is given its time, and one that hangs does not keep the rest from happening. */
export interface ShutdownStep {
  name: string
  run(): Promise<void>
  timeoutMs: number
}

/** Runs the steps in order, once, whatever asks for it and however often. */
export function createShutdown(log: Log, steps: () => readonly ShutdownStep[]): (why: string) => Promise<void> {
  let running: Promise<void> | undefined
  return (why) => {
    running ??= (async () => {
      log.info({ why }, 'shutting down')
      for (const step of steps()) await runStep(log, step)
    })()
    return running
  }
}

async function runStep(log: Log, step: ShutdownStep): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), step.timeoutMs)
  })
  try {
    const result = await Promise.race([step.run(), late])
    if (result === 'late') log.warn({ step: step.name, timeoutMs: step.timeoutMs }, 'a shutdown step took too long')
  } catch (error) {
    log.error({ err: error, step: step.name }, 'a shutdown step failed')
  } finally {
    clearTimeout(timer)
  }
}
