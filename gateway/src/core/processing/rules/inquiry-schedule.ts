const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Delays between inquiries about an open outcome: 30 s, 2 m, 10 m, 1 h, 6 h, 24 h, then daily. */
export const inquiryDelaysMs = [30_000, 2 * minuteMs, 10 * minuteMs, hourMs, 6 * hourMs, 24 * hourMs] as const

/** `asked` = number of inquiries, including this one; 1 after the call itself. */
export function nextInquiryDelayMs(asked: number): number {
  return inquiryDelaysMs[Math.min(Math.max(asked - 1, 0), inquiryDelaysMs.length - 1)] ?? 24 * hourMs
}

/** Delay by the provider's schedule for deposits; the last delay repeats. */
export function depositDelayMs(delaysMs: readonly number[], asked: number): number {
  return delaysMs[Math.min(Math.max(asked - 1, 0), delaysMs.length - 1)] ?? nextInquiryDelayMs(asked)
}

/**
 * 80 to 100 % of a delay, derived from the last digits of an id (UUID), so that orders created together are not due
 * together.
 */
export function spreadDelayMs(delayMs: number, id: string): number {
  const share = Number.parseInt(id.slice(-4), 16) / 0xffff
  return Math.round(delayMs * (0.8 + 0.2 * share))
}

/** An order that never reached the provider is sent again for this long; then it is `not_executed`. */
export const resendWindowMs = 24 * hourMs

/** Delay before an unsent order is tried again: 1 s, doubling up to a minute. */
export function resendDelayMs(calls: number): number {
  return Math.min(1_000 * 2 ** Math.min(calls, 6), minuteMs)
}

/** When to inquire again about an order that ended as not executed: a delayed order may still arrive. */
export const lateCheckDelaysMs = [hourMs / 2, 2 * hourMs, 6 * hourMs, 24 * hourMs] as const

/** Retry delay where the provider did not answer such an inquiry, or has not decided. */
export const lateCheckRetryMs = 10 * minuteMs

/** After this time without an answer an operator must find out. */
export const lateCheckGivenUpMs = 48 * hourMs

/** Later inquiries about an order that was accepted late and is not decided: it can still be executed. */
export const lateArrivalRetryMs = hourMs
