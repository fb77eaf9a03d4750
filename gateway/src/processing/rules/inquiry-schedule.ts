const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** When an order whose outcome is open is asked for again: 30 s, 2 m, 10 m, 1 h, 6 h, 24 h, then daily. */
export const inquiryDelaysMs = [30_000, 2 * minuteMs, 10 * minuteMs, hourMs, 6 * hourMs, 24 * hourMs] as const

/** `asked` = how often it has been asked, this time included; 1 after the call itself. */
export function nextInquiryDelayMs(asked: number): number {
  return inquiryDelaysMs[Math.min(Math.max(asked - 1, 0), inquiryDelaysMs.length - 1)] ?? 24 * hourMs
}

/** The same by the provider's own schedule for deposits; the last delay repeats. */
export function depositDelayMs(delaysMs: readonly number[], asked: number): number {
  return delaysMs[Math.min(Math.max(asked - 1, 0), delaysMs.length - 1)] ?? nextInquiryDelayMs(asked)
}

/** Between 80 and 100 % of a delay, by the last digits of an id (a UUID), so that what began together is not due together. */
export function spreadDelayMs(delayMs: number, id: string): number {
  const share = Number.parseInt(id.slice(-4), 16) / 0xffff
  return Math.round(delayMs * (0.8 + 0.2 * share))
}

/** An order that surely never reached the provider is sent again for this long, then it is `not_executed`. */
export const resendWindowMs = 24 * hourMs

/** How long to wait before an order that was not sent is tried again: 1 s doubling to a minute. */
export function resendDelayMs(calls: number): number {
  return Math.min(1_000 * 2 ** Math.min(calls, 6), minuteMs)
}

/** When an order that ended as not executed is asked about again: it may have been delayed on its way. */
export const lateCheckDelaysMs = [hourMs / 2, 2 * hourMs, 6 * hourMs, 24 * hourMs] as const

/** A provider that did not answer such an inquiry, or has not decided, is asked again after this. */
export const lateCheckRetryMs = 10 * minuteMs

/** After so long without an answer a person must find out. */
export const lateCheckGivenUpMs = 48 * hourMs

/** Then the provider is still asked about an order that it accepted late and has not decided: it can be executed any day. */
export const lateArrivalRetryMs = hourMs
