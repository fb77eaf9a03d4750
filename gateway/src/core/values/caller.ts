import type { Environment } from './environment.ts'
import type { FailedPayoutReply } from './payout-failure.ts'
import { type MerchantPerson, nameOf } from './person.ts'
import type { Scope } from './roles.ts'

/** The settings of a point that a request needs; cached for 5 seconds. */
export interface PointSettings {
  pointId: string
  merchantId: string
  environment: Environment
  status: 'active' | 'suspended'
  /** Nothing but refunds is created; all else goes on. */
  merchantSuspended: boolean
  identifierChecks: 'strict' | 'lenient'
  requireSignedPayouts: boolean
  requireHttpsRedirect: boolean
  /** The outer `status` of the reply to a payout that certainly failed. */
  failedPayoutReply: FailedPayoutReply
  /** Undefined: all service codes. */
  servicesEnabled: readonly string[] | undefined
  /** Requests per second, of all keys of the point together. Undefined: the default of the environment (live 100, test unlimited). */
  rateLimitPerSecond: number | undefined
}

/** The caller of an authenticated request: point, key and scopes. */
export interface Caller {
  point: PointSettings
  /**
   * The key's public id. `point` for HTTP Basic with the point's own credentials. For a person, the result of
   * `personKeyId`.
   */
  keyId: string
  scopes: ReadonlySet<Scope>
  /** Set if a person calls through the dashboard instead of a program with its key. */
  person?: MerchantPerson
}

/** Name of the caller for audit log and history. Never a secret. */
export function actorOf(caller: Caller): string {
  return caller.person ? nameOf(caller.person) : `api key ${caller.keyId}`
}
