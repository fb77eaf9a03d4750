/**
 * The process's clock, for validation, signatures and deadlines. Money uses the database's clock (`gateway_now()` in
 * SQL). It is the machine's clock, corrected by the measured difference to the database's real clock. `offsetMs` is the
 * offset of the deployment's movable clock. It can differ from zero only while no live point exists.
 */
export interface Clock {
  now(): Date
  setOffsetMs(offsetMs: number): void
  /** The uncorrected clock of this machine, in milliseconds since 1970. */
  machineMs(): number
  /** Last measured lead of the machine's clock over the database's real clock; negative: behind. */
  aheadMs(): number
  setAheadMs(aheadMs: number): void
}

/**
 * Starts a stopwatch. The result returns the passed milliseconds. It takes the larger value of the monotonic and the
 * wall clock, because either may stop while a machine is suspended.
 */
export function stopwatch(): () => number {
  const startedMs = performance.now()
  const startedWallMs = Date.now()
  return () => Math.max(performance.now() - startedMs, Date.now() - startedWallMs)
}

/** `machineMs`: the machine's clock. Tests pass a wrong one. */
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
