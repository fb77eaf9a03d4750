import type { FastifyReply } from 'fastify'
import type { PointSettings } from '../../values/caller.ts'
import { Problem } from '../../values/problem.ts'
import { liveRequestsPerSecond } from '../../values/safeguards.ts'

/** A bucket holds two seconds' worth, so that a merchant's batch passes and a loop does not. */
const burstSeconds = 2

/** Keys with a bucket at once; the one that waited longest is forgotten first and starts full again. */
const bucketsMax = 10_000

interface Bucket {
  tokens: number
  filledAtMs: number
}

export interface Grant {
  allowed: boolean
  /** Whole requests left right now. */
  remaining: number
  /** Whole seconds until the bucket is full again. */
  resetSeconds: number
  /** Whole seconds until the next request may come; 0 when it may come now. */
  retryAfterSeconds: number
}

export interface RateLimiter {
  take(key: string, requestsPerSecond: number): Grant
  /** Undoes one `take` that was allowed. */
  giveBack(key: string, requestsPerSecond: number): void
}

/** Token buckets in this process's memory, each of `seconds` worth. `nowMs` is a monotonic clock. */
export function rateLimiter(nowMs: () => number, seconds = burstSeconds): RateLimiter {
  const buckets = new Map<string, Bucket>()
  return {
    take(key, requestsPerSecond) {
      // A limit that is divided among many may be a fraction, and still lets its one request through in its time.
      const capacity = Math.max(1, requestsPerSecond * seconds)
      const now = nowMs()
      const known = buckets.get(key) ?? { tokens: capacity, filledAtMs: now }
      const refilled = Math.min(capacity, known.tokens + ((now - known.filledAtMs) / 1000) * requestsPerSecond)
      const allowed = refilled >= 1
      const tokens = allowed ? refilled - 1 : refilled
      remember(buckets, key, { tokens, filledAtMs: now })
      return {
        allowed,
        remaining: Math.floor(tokens),
        resetSeconds: Math.ceil((capacity - tokens) / requestsPerSecond),
        retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / requestsPerSecond)),
      }
    },
    giveBack(key, requestsPerSecond) {
      const known = buckets.get(key)
      if (known) known.tokens = Math.min(Math.max(1, requestsPerSecond * seconds), known.tokens + 1)
    },
  }
}

/** The point's own limit, or the default of its environment; undefined: no limit. */
export function requestsPerSecondOf(point: PointSettings): number | undefined {
  return point.rateLimitPerSecond ?? (point.environment === 'live' ? liveRequestsPerSecond : undefined)
}

/**
 * Counts one request against the key and says so in `RateLimit-*`; throws `rate_limited`. Each of the `nodes` that take
 * requests lets its part of the limit through, so that all of them together keep it.
 */
export function countRequest(
  reply: FastifyReply,
  limiter: RateLimiter,
  caller: { key: string; point: PointSettings; nodes: number },
): void {
  const perSecond = requestsPerSecondOf(caller.point)
  if (perSecond === undefined) return
  const grant = limiter.take(caller.key, perSecond / caller.nodes)
  reply.header('ratelimit-limit', String(perSecond))
  reply.header('ratelimit-remaining', String(grant.remaining))
  reply.header('ratelimit-reset', String(grant.resetSeconds))
  if (!grant.allowed) throw new Problem('rate_limited', { retryAfterSeconds: grant.retryAfterSeconds })
}

/** A Map keeps the order of insertion: putting a key in again makes it the newest. */
function remember(buckets: Map<string, Bucket>, key: string, bucket: Bucket): void {
  buckets.delete(key)
  if (buckets.size >= bucketsMax) {
    const oldest = buckets.keys().next().value
    if (oldest !== undefined) buckets.delete(oldest)
  }
  buckets.set(key, bucket)
}
