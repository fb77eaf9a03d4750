import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose code is running: carried through awaits, timers and answers of the database. */
export interface Context {
  /** The name of the gateway, such as `G1`; undefined: the outside world. */
  gateway: string | undefined
  /** The request, round or act, such as `payout-3`. Unique in a run. */
  task: string
  /** How many things this task has done that got a name of their own. */
  named: number
  /** How many random bytes or numbers it drew. */
  drawn: number
  /** It has just heard from outside: what it writes next is what faults are looked for in. */
  heard: boolean
}

const storage = new AsyncLocalStorage<Context>()

export function currentContext(): Context | undefined {
  return storage.getStore()
}

export function newContext(gateway: string | undefined, task: string): Context {
  return { gateway, task, named: 0, drawn: 0, heard: false }
}

export function inContext<T>(context: Context | undefined, work: () => T): T {
  return context === undefined ? storage.exit(work) : storage.run(context, work)
}

/** A name for the next thing that this task does: `payout-3:7`. */
export function nextName(context: Context | undefined): string {
  if (context === undefined) return 'nobody'
  context.named += 1
  return `${context.task}:${context.named}`
}
