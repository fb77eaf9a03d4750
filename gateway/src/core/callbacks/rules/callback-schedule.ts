const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/**
 * The delay before each attempt, in milliseconds: 15 attempts over about 70 hours (contract section 6). The first
 * delays are short, because most failures are a restart. The last ones are long, because a weekend must not lose a
 * callback. Code, documentation and dashboard all read this constant.
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

/** A delivery with this many attempts is exhausted. It can still be sent again on request. */
export const callbackAttemptsMax = callbackDelaysMs.length

/** The delays as text, one per attempt: `0`, `5 s`, `2 m`, `12 h`. Documentation, API and their tests read them. */
export function callbackDelayWords(): readonly string[] {
  return callbackDelaysMs.map((delayMs) => {
    if (delayMs === 0) return '0'
    if (delayMs < minuteMs) return `${delayMs / secondMs} s`
    return delayMs < hourMs ? `${delayMs / minuteMs} m` : `${delayMs / hourMs} h`
  })
}

/** Sum of the delays, in whole hours. */
export const callbackHours = Math.round(callbackDelaysMs.reduce((sum, delayMs) => sum + delayMs) / hourMs)

/**
 * Jitter as a share of the delay, in both directions, so that callbacks that failed together are not sent again
 * together.
 */
const jitterShare = 0.1

/**
 * The delay after attempt number `attempt` (1 = the first), in milliseconds with up to 10 % jitter; undefined after the
 * last attempt. `random` is in [0, 1).
 */
export function nextDelayMs(attempt: number, random: number): number | undefined {
  const delayMs = callbackDelaysMs[attempt]
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 - jitterShare + 2 * jitterShare * random))
}

/** Merchants should answer within 5 s (spec, Limits); later answers are flagged. */
export const slowAnswerMs = 5_000

/** Whether a merchant's answer confirms a callback: only 200, or any 2xx if the point accepts it. */
export function isReceived(status: number, accept2xx: boolean): boolean {
  return accept2xx ? status >= 200 && status <= 299 : status === 200
}
