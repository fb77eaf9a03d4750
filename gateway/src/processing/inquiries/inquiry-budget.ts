import { stopwatch } from '../../platform/clock/clock.ts'
import type { NodeCount } from '../../platform/nodes/count-nodes.ts'

/**
 * How many inquiries this process may make, by connector account: a token bucket that holds one second's worth. The
 * account's limit is divided by the processes that run the loops, so that the provider sees the same whatever their number.
 */
export interface InquiryBudget {
  /** Whole inquiries that an account has left now. `perSecond`: its limit in the whole deployment. */
  left(accountId: string, perSecond: number): number
  /** Takes inquiries out of it; more than were left delay the next ones. */
  spend(accountId: string, count: number): void
}

interface Bucket {
  tokens: number
  /** Since it was filled last. */
  elapsedMs(): number
}

/** Accounts that are remembered; one that was forgotten begins with a full second again. */
const accountsMax = 10_000

export function inquiryBudget(nodes: Pick<NodeCount, 'worker'>): InquiryBudget {
  const buckets = new Map<string, Bucket>()
  return {
    left: (accountId, perSecond) => {
      const rate = perSecond / nodes.worker
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
