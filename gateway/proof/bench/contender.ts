import type { Measured } from './latencies.ts'
import { closedLoop, openLoop, type Work } from './loops.ts'

/** In flight in the busy closed loop. */
export const busyInFlight = 64

/** In flight at most in the open loop: far more than its rate needs, and few enough for a queue to be the server's. */
const openInFlightMax = 256

/** Rows of one statement in groups, and such statements in flight. */
export const groupSize = 32
const groupsInFlight = 2

/** Whoever does a path's work: the gateway, or one of the machine's own limits. Seconds are those of one run. */
export interface Contender {
  /** Many in flight. */
  busy(seconds: number): Promise<Measured>
  /** One in flight. */
  alone?(seconds: number): Promise<Measured>
  /** At a fixed rate. */
  open?(perSecond: number, seconds: number): Promise<Measured>
}

/** The names that stand in results and the table. */
export type ContenderName = 'gateway' | 'driver' | 'groups'

/** A path ready to be measured. */
export interface OpenedPath {
  contenders: { gateway: Contender } & Partial<Record<ContenderName, Contender>>
  close?(): Promise<void>
}

interface Around {
  /** Before each run: makes what the run uses up. */
  prepare?(): Promise<void>
  /** After each run: ends what would go on working into the next one. */
  settle?(): Promise<void>
}

/** All three loops around one piece of work. */
export function loopsOf(work: Work, around: Around = {}): Required<Contender> {
  const run = runner(work, around)
  return {
    busy: async (seconds) => await run((next) => closedLoop({ inFlight: busyInFlight, seconds, work: next })),
    alone: async (seconds) => await run((next) => closedLoop({ inFlight: 1, seconds, work: next })),
    open: async (perSecond, seconds) =>
      await run((next) => openLoop({ perSecond, seconds, inFlightMax: openInFlightMax, work: next })),
  }
}

/** Statements of `groupSize` rows each; a time is that of a statement. */
export function groupLoop(work: Work, around: Around = {}): Contender {
  const run = runner(work, around)
  return {
    busy: async (seconds) =>
      await run((next) => closedLoop({ inFlight: groupsInFlight, seconds, work: next, itemsPerCall: groupSize })),
  }
}

/** Numbers the work on from run to run. */
function runner(work: Work, { prepare, settle }: Around) {
  let index = 0
  return async (loop: (next: Work) => Promise<Measured>) => {
    await prepare?.()
    const measured = await loop(async () => await work(index++))
    await settle?.()
    return measured
  }
}
