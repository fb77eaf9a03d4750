const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/**
 * The wait before each attempt, in milliseconds: 15 attempts over about 70 hours (contract section 6). Dense at first,
 * because most failures are a restart; long at the end, because a weekend must not lose a callback. Code, documentation
 * and dashboard all read this one constant.
 */
export const callbackDelaysMs: readonly number[] = [
  0,
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  1 * hourMs,
  2 * hourMs,
  4 * hourMs,
  6 * hourMs,
  8 * hourMs,
  12 * hourMs,
  12 * hourMs,
  24 * hourMs,
]

/** After this many attempts a delivery is exhausted; it can still be sent again by request. */
export const callbackAttemptsMax = callbackDelaysMs.length

/** The waits in words, one per attempt: `0`, `5 s`, `2 m`, `12 h`. Documentation, API and tests of both read them. */
export function callbackDelayWords(): readonly string[] {
  return callbackDelaysMs.map((delayMs) => {
    if (delayMs === 0) return '0'
    if (delayMs < minuteMs) return `${delayMs / secondMs} s`
    return delayMs < hourMs ? `${delayMs / minuteMs} m` : `${delayMs / hourMs} h`
  })
}

/** All waits together, in whole hours. */
export const callbackHours = Math.round(callbackDelaysMs.reduce((sum, delayMs) => sum + delayMs) / hourMs)

/** A part of the delay in both directions, so that what failed together does not come back together. */
const jitterShare = 0.1

/**
 * The wait after attempt number `attempt` (1 = the first) until the next one, in milliseconds with up to 10 % jitter;
 * undefined when the schedule is used up. `random` is in [0, 1).
 */
export function nextDelayMs(attempt: number, random: number): number | undefined {
  const delayMs = callbackDelaysMs[attempt]
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 - jitterShare + 2 * jitterShare * random))
}
