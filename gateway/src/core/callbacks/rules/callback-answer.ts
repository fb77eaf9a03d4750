/** Merchants should answer within 5 s (spec, Limits); later answers are flagged. */
export const slowAnswerMs = 5_000

/** Whether a merchant's answer confirms a callback: only 200, or any 2xx if the point accepts it. */
export function isReceived(status: number, accept2xx: boolean): boolean {
  return accept2xx ? status >= 200 && status <= 299 : status === 200
}
