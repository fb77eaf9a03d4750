import type { Log } from '../log/log.ts'

/** Text of the log line about a step that threw. */
export const stepFailed = 'a step of the shutdown failed'

/** One step of the shutdown. */
export interface ShutdownStep {
  /** Name in the log: `draining requests`. */
  name: string
  timeoutMs: number
  work(): Promise<unknown>
}

/** Runs the steps one after another. A step that fails or exceeds its timeout does not stop the following ones. */
export async function shutDown(log: Log, steps: readonly ShutdownStep[]): Promise<void> {
  for (const step of steps) await take(log, step)
}

async function take(log: Log, { name, timeoutMs, work }: ShutdownStep): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs)
  })
  try {
    if ((await Promise.race([work(), late])) === 'late') {
      log.warn({ step: name, timeoutMs }, 'a step of the shutdown took too long')
    }
  } catch (error) {
    log.error({ err: error, step: name }, stepFailed)
  } finally {
    clearTimeout(timer)
  }
}
