import type { FastifyRequest } from 'fastify'
import { householdOf } from '../../platform/ip-network.ts'
import { addressOf } from '../request-context.ts'
import { rateLimiter } from './rate-limits.ts'

/**
 * Unknown names that one address may request per second. People do not mistype 50 secrets in a second. A newly started
 * process reads each known name once and then gives the request back.
 */
const unauthenticatedPerSecond = 50

/** Names that are known to exist. Beyond this number the least recently used name is looked up again. */
const knownMax = 10_000

/**
 * The limit of unauthenticated routes that read the database by a name in their path. Existing names have their own
 * limit, so that an attacker behind a shared proxy cannot block payers and providers.
 */
export interface UnauthenticatedLimits {
  /** Call before the read. Throws `rate_limited` with Retry-After. */
  enter(request: FastifyRequest, name: string): void
  /** Call after the read if the name exists. The request then does not count against its address. */
  confirmKnown(request: FastifyRequest, name: string): void
}

/** Requests a second for one known name, and of these from one address; undefined: unlimited. */
export interface NameLimits {
  perName?: number
  perAddress?: number
}

export function unauthenticatedLimits(
  { perName, perAddress }: NameLimits = {},
  nowMs: () => number = () => performance.now(),
): UnauthenticatedLimits {
  const unknownNames = rateLimiter(nowMs)
  const names = rateLimiter(nowMs)
  const addresses = rateLimiter(nowMs)
  const known = new Set<string>()
  const remember = (name: string) => {
    known.delete(name)
    known.add(name)
    const oldest = known.size > knownMax ? known.values().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
  }
  return {
    enter(request, name) {
      if (!known.has(name)) return unknownNames.count(householdOf(addressOf(request)), unauthenticatedPerSecond)
      remember(name)
      if (perAddress !== undefined) addresses.count(`${householdOf(addressOf(request))} ${name}`, perAddress)
      if (perName !== undefined) names.count(name, perName)
    },
    confirmKnown(request, name) {
      if (known.has(name)) return
      unknownNames.giveBack(householdOf(addressOf(request)), unauthenticatedPerSecond)
      remember(name)
    },
  }
}
