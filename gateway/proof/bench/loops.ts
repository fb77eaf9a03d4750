import { type Measured, measuredOf } from './latencies.ts'

/** `false`: there is nothing left to do, and the closed loop ends before its time. */
export type Work = (index: number) => Promise<unknown>

interface ClosedLoop {
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

/** Where a loop takes its time from. */
export interface Time {
  nowMs(): number
  sleep(ms: number): Promise<void>
}

interface OpenLoop {
  perSecond: number
  seconds: number
  /** More are not sent at once. What waits for its turn waits on the clock: it counts from when it should have gone. */
  inFlightMax: number
  work: Work
}

const realTime: Time = {
  nowMs: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/**
 * Sends at a fixed rate, whatever becomes of the answers. An item's time runs from the moment at which it was meant to be
 * sent, so that a server that stalls is charged for everything that it kept waiting (no coordinated omission).
 */
export async function openLoop(options: OpenLoop, time: Time = realTime): Promise<Measured> {
  const { perSecond, inFlightMax, work } = options
  const total = Math.floor(perSecond * options.seconds)
  const startedMs = time.nowMs()
  const dueMs = (index: number) => startedMs + (index * 1_000) / perSecond
  const tookMs: number[] = []
  const state: { inFlight: number; failure?: { error: unknown }; freed: () => void } = {
    inFlight: 0,
    freed: () => undefined,
  }
  const send = async (index: number) => {
    try {
      await work(index)
      tookMs.push(time.nowMs() - dueMs(index))
    } catch (error) {
      state.failure ??= { error }
    } finally {
      state.inFlight--
      state.freed()
    }
  }
  const oneIsFree = () =>
    new Promise<void>((resolve) => {
      state.freed = resolve
    })
  for (let next = 0; next < total && !state.failure; ) {
    const waitMs = dueMs(next) - time.nowMs()
    if (waitMs > 0) {
      await time.sleep(waitMs)
    } else if (state.inFlight >= inFlightMax) {
      await oneIsFree()
    } else {
      state.inFlight++
      void send(next++)
    }
  }
  while (state.inFlight > 0) await oneIsFree()
  if (state.failure) throw state.failure.error
  return measuredOf(tookMs, time.nowMs() - startedMs)
}
