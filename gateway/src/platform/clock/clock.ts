/**
 * The process's clock. Time that decides about money is the database's (`gateway_now()` in SQL); this one serves
 * validation, signatures and deadlines. It is the machine's clock, corrected by what was measured against the database's
 * real clock. `offsetMs` follows the movable clock of the deployment, which can differ from zero only while no live point
 * exists.
 */
export interface Clock {
  now(): Date
  setOffsetMs(offsetMs: number): void
  /** Milliseconds since 1970 as this machine says, corrected by nothing. */
  machineMs(): number
  /** How far the machine is ahead of the database's real clock, as last measured; negative: behind. */
  aheadMs(): number
  setAheadMs(aheadMs: number): void
}

/**
 * Starts measuring: the result says how many milliseconds have passed. It asks the monotonic and the wall clock and
 * believes the one that says more, because each of them may stand still while a machine is suspended.
 */
export function stopwatch(): () => number {
  const startedMs = performance.now()
  const startedWallMs = Date.now()
  return () => Math.max(performance.now() - startedMs, Date.now() - startedWallMs)
}

/** `machineMs` is the machine's own clock; another one stands for a machine whose clock is wrong. */
export function systemClock(machineMs: () => number = Date.now): Clock {
  let offset = 0
  let ahead = 0
  return {
    now: () => new Date(machineMs() - ahead + offset),
    setOffsetMs(offsetMs) {
      offset = offsetMs
    },
    machineMs,
    aheadMs: () => ahead,
    setAheadMs(aheadMs) {
      ahead = aheadMs
    },
  }
}
