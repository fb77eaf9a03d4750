import { stopwatch } from '../../platform/clock/clock.ts'

/**
 * Inquiries of this process per connector account: a token bucket that holds one second's worth. The account's limit
 * is divided by the number of processes with loops (`workers`), so that the total rate stays constant.
 */
export interface InquiryBudget {
  /** Whole inquiries that an account has left now. `perSecond`: its limit in the whole deployment. */
  left(accountId: string, perSecond: number): number
  /** Spends inquiries; an overdraft delays the next ones. */
  spend(accountId: string, count: number): void
}

interface Bucket {
  tokens: number
  /** Milliseconds since the last refill. */
  elapsedMs(): number
}

/** Buckets kept in memory; an evicted account starts again with a full second. */
const accountsMax = 10_000

export function inquiryBudget(workers: () => number): InquiryBudget {
  const buckets = new Map<string, Bucket>()
  return {
    left: (accountId, perSecond) => {
      const rate = perSecond / workers()
      const capacity = Math.max(1, rate)
      const bucket = buckets.get(accountId)
      const tokens = bucket ? Math.min(capacity, bucket.tokens + (rate * bucket.elapsedMs()) / 1_000) : capacity
      buckets.delete(accountId)
      buckets.set(accountId, { tokens, elapsedMs: stopwatch() })
      const [oldest] = buckets.keys()
      if (buckets.size > accountsMax && oldest !== undefined) buckets.delete(oldest)
      return Math.max(0, Math.floor(tokens))
    },
    spend: (accountId, count) => {
      const bucket = buckets.get(accountId)
      if (bucket) bucket.tokens -= count
    },
  }
}
