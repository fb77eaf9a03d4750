import type { FastifyRequest } from 'fastify'
import { householdOf } from '../../platform/ip-network.ts'
import { Problem } from '../../values/problem.ts'
import { rateLimiter } from '../../web/limits/rate-limits.ts'
import { addressOf } from '../../web/request-context.ts'

/** Failed tries that one household or office may have at once, and the minutes in which as many come back. */
const failuresMax = 100
const minutes = 10

/**
 * Tries to sign in, by address: a lock stops guessing at one person, this stops going through all of them. It is for
 * strangers: sessions and known browsers have ten tries of their own, and may share the address with whoever guesses.
 */
export interface SignInLimits {
  /** Before a try. Throws `rate_limited` with its Retry-After. */
  enter(request: FastifyRequest): void
  /** The try was right: it does not count. */
  welcome(request: FastifyRequest): void
}

export function signInLimits(nowMs: () => number = () => performance.now()): SignInLimits {
  const windowSeconds = minutes * 60
  const perSecond = failuresMax / windowSeconds
  const limiter = rateLimiter(nowMs, windowSeconds)
  return {
    enter(request) {
      const { allowed, retryAfterSeconds } = limiter.take(householdOf(addressOf(request)), perSecond)
      if (!allowed) throw new Problem('rate_limited', { retryAfterSeconds })
    },
    welcome(request) {
      limiter.giveBack(householdOf(addressOf(request)), perSecond)
    },
  }
}
