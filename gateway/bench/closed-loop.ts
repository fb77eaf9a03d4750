import { type Measured, measuredOf } from './latencies.ts'

/** `false`: there is nothing left to do, and the loop ends before its time. */
export type Work = (index: number) => Promise<unknown>

export interface ClosedLoop {
  inFlight: number
  seconds: number
  work: Work
  /** Items that one call of `work` stands for. */
  itemsPerCall?: number
}

/** `inFlight` callers for `seconds`, each sending its next item when the last was answered. */
export async function closedLoop({ inFlight, seconds, work, itemsPerCall }: ClosedLoop): Promise<Measured> {
  const startedMs = performance.now()
  const untilMs = startedMs + seconds * 1_000
  const tookMs: number[] = []
  let next = 0
  let lastMs = startedMs
  const caller = async () => {
    for (let sentMs = performance.now(); sentMs < untilMs; sentMs = performance.now()) {
      if ((await work(next++)) === false) return
      lastMs = performance.now()
      tookMs.push(lastMs - sentMs)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, caller))
  return measuredOf(tookMs, lastMs - startedMs, itemsPerCall)
}
