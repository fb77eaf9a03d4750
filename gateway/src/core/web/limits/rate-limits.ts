import type { FastifyReply } from 'fastify'
import type { PointSettings } from '../../values/caller.ts'
import { Problem } from '../../values/problem.ts'
import { liveRequestsPerSecond } from '../../values/safeguards.ts'

/** A bucket holds two seconds of requests: enough for a merchant's batch, too little for an endless loop. */
const burstSeconds = 2

/**
 * Keys with a bucket. Beyond this number the least recently used bucket is removed; that key starts with a full bucket
 * again.
 */
const bucketsMax = 10_000

interface Bucket {
  tokens: number
  filledAtMs: number
}

export interface Grant {
  allowed: boolean
  /** Whole requests that are left now. */
  remaining: number
  /** Whole seconds until the bucket is full again. */
  resetSeconds: number
  /** Whole seconds until the next request is allowed; 0 if it is allowed now. */
  retryAfterSeconds: number
}

export interface RateLimiter {
  take(key: string, requestsPerSecond: number): Grant
  /** Counts a request. Throws `rate_limited` with its Retry-After where no more is allowed. */
  count(key: string, requestsPerSecond: number): void
  /** Reverses one allowed `take`. */
  giveBack(key: string, requestsPerSecond: number): void
}

/** Token buckets in this process's memory, each for `seconds` of requests. `nowMs` is a monotonic clock. */
export function rateLimiter(nowMs: () => number, seconds = burstSeconds): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const limiter: RateLimiter = {
    take(key, requestsPerSecond) {
      // A limit that is divided among nodes may be below one. Such a bucket must still hold one request.
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
    count(key, requestsPerSecond) {
      const { allowed, retryAfterSeconds } = limiter.take(key, requestsPerSecond)
      if (!allowed) throw new Problem('rate_limited', { retryAfterSeconds })
    },
    giveBack(key, requestsPerSecond) {
      const known = buckets.get(key)
      if (known) known.tokens = Math.min(Math.max(1, requestsPerSecond * seconds), known.tokens + 1)
    },
  }
  return limiter
}

/** The point's own limit, or the default of its environment; undefined: no limit. */
export function requestsPerSecondOf(point: PointSettings): number | undefined {
  return point.rateLimitPerSecond ?? (point.environment === 'live' ? liveRequestsPerSecond : undefined)
}

/**
 * Counts one request of the point, whichever of its keys sent it, and sets the `RateLimit-*` headers. Throws `rate_limited`.
 * Each of the `nodes` allows its part of the limit, so that together they keep it.
 */
export function countRequest(
  reply: FastifyReply,
  limiter: RateLimiter,
  caller: { point: PointSettings; nodes: number },
): void {
  const perSecond = requestsPerSecondOf(caller.point)
  if (perSecond === undefined) return
  const grant = limiter.take(caller.point.pointId, perSecond / caller.nodes)
  reply.header('ratelimit-limit', String(perSecond))
  reply.header('ratelimit-remaining', String(grant.remaining))
  reply.header('ratelimit-reset', String(grant.resetSeconds))
  if (!grant.allowed) throw new Problem('rate_limited', { retryAfterSeconds: grant.retryAfterSeconds })
}

/** A Map keeps the insertion order, so a re-inserted key becomes the newest. */
function remember(buckets: Map<string, Bucket>, key: string, bucket: Bucket): void {
  buckets.delete(key)
  if (buckets.size >= bucketsMax) {
    const oldest = buckets.keys().next().value
    if (oldest !== undefined) buckets.delete(oldest)
  }
  buckets.set(key, bucket)
}
