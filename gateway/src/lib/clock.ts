/**
 * The process's clock. Time that decides about money is the database's (`gateway_now()` in SQL); this one serves
 * validation, log lines and deadlines. `offsetMs` follows the offset of the database's clock, which can differ from
 * zero only while no live point exists.
 */
export interface Clock {
  now(): Date
  setOffsetMs(offsetMs: number): void
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
