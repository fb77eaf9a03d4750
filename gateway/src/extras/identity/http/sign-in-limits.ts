import type { FastifyRequest } from 'fastify'
import { householdOf } from '../../../core/platform/ip-network.ts'
import { rateLimiter } from '../../../core/web/limits/rate-limits.ts'
import { addressOf } from '../../../core/web/request-context.ts'

/** Failed attempts per household or office at once, and the minutes after which the limit is restored. */
const failuresMax = 100
const minutes = 10

/**
 * Limits failed sign-ins by address. The lock of an account stops guessing at one person; this limit stops guessing at
 * all of them. It applies to unknown browsers only. Sessions and known browsers have ten attempts of their own, because
 * they may share the address with an attacker.
 */
export interface SignInLimits {
  /** Called before an attempt. Throws `rate_limited` with its Retry-After. */
  enter(request: FastifyRequest): void
  /** The attempt succeeded, so it does not count. */
  confirmSuccess(request: FastifyRequest): void
}

export function signInLimits(nowMs: () => number = () => performance.now()): SignInLimits {
  const windowSeconds = minutes * 60
  const perSecond = failuresMax / windowSeconds
  const limiter = rateLimiter(nowMs, windowSeconds)
  return {
    enter(request) {
      limiter.count(householdOf(addressOf(request)), perSecond)
    },
    confirmSuccess(request) {
      limiter.giveBack(householdOf(addressOf(request)), perSecond)
    },
  }
}
