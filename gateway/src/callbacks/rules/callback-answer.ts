/** Merchants should answer within 5 s (spec, Limits); later answers are flagged. */
export const slowAnswerMs = 5_000

/** Whether a merchant's answer takes a callback as received: 200 and nothing else, unless the point takes any 2xx. */
export function isReceived(status: number, accept2xx: boolean): boolean {
  return accept2xx ? status >= 200 && status <= 299 : status === 200
}
