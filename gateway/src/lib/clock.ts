/**
 * The process's clock. Time that decides about money is the database's (`gateway_now()` in SQL); this one serves
 * validation, log lines and deadlines. `offsetMs` follows the offset of the database's clock, which can differ from
 * zero only while no live point exists.
 */
export interface Clock {
  now(): Date
  setOffsetMs(offsetMs: number): void
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

export function systemClock(): Clock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    setOffsetMs(offsetMs) {
      offset = offsetMs
    },
  }
}
