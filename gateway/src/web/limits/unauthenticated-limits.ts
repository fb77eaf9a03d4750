import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { Problem } from '../../values/problem.ts'
import { addressOf } from '../request-context.ts'
import { rateLimiter } from './rate-limits.ts'

/**
 * Names that nobody knows, asked for by one address. People do not mistype 50 secrets in a second; a process that was
 * just started reads each known name once, and gets what that took back.
 */
const unauthenticatedPerSecond = 50

/** Names that are known to exist; beyond this the one that was asked for longest ago must be looked up again. */
const knownMax = 10_000

/** IPv6 networks are handed out in this size: whoever has one address has them all. */
const ipv6NetworkBits = 64

/**
 * The limit of routes that anybody may call without a key and that read the database by a name in their path. Names that
 * exist pass by their own limit, so that a stranger at the same proxy does not keep payers and providers out.
 */
export interface UnauthenticatedLimits {
  /** Before the read. Throws `rate_limited` with its Retry-After. */
  enter(request: FastifyRequest, name: string): void
  /** After the read: the name exists, and the request did not count against its address. */
  welcome(request: FastifyRequest, name: string): void
}

/** `perName`: requests a second that one known name takes; undefined = any number. */
export function unauthenticatedLimits(
  perName?: number,
  nowMs: () => number = () => performance.now(),
): UnauthenticatedLimits {
  const strangers = rateLimiter(nowMs)
  const names = rateLimiter(nowMs)
  const known = new Set<string>()
  const remember = (name: string) => {
    known.delete(name)
    known.add(name)
    const oldest = known.size > knownMax ? known.values().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
  }
  return {
    enter(request, name) {
      if (!known.has(name)) return count(strangers, networkOf(request), unauthenticatedPerSecond)
      remember(name)
      if (perName !== undefined) count(names, name, perName)
    },
    welcome(request, name) {
      if (known.has(name)) return
      strangers.giveBack(networkOf(request), unauthenticatedPerSecond)
      remember(name)
    },
  }
}

function count(limiter: ReturnType<typeof rateLimiter>, key: string, perSecond: number): void {
  const { allowed, retryAfterSeconds } = limiter.take(key, perSecond)
  if (!allowed) throw new Problem('rate_limited', { retryAfterSeconds })
}

function networkOf(request: FastifyRequest): string {
  const address = addressOf(request)
  if (!ipaddr.IPv6.isValid(address)) return address
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.split('%')[0]}/${ipv6NetworkBits}`).toString()
}
