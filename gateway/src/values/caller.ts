import type { Environment } from './environment.ts'
import type { FailedPayoutReply } from './payout-failure.ts'
import { type MerchantPerson, nameOf } from './person.ts'

/** What an API key may open (contract section 1). `webhook` and `settings` never stand beside `payouts`. */
export const scopes = ['payins', 'payouts', 'read', 'webhook', 'settings', 'approve_payouts'] as const
export type Scope = (typeof scopes)[number]

/** The settings of a point that a request needs; cached for 5 seconds. */
export interface PointSettings {
  pointId: string
  merchantId: string
  environment: Environment
  status: 'active' | 'suspended'
  identifierChecks: 'strict' | 'lenient'
  requireSignedPayouts: boolean
  requireHttpsRedirect: boolean
  /** The outer word of the reply to a payout that surely failed. */
  failedPayoutReply: FailedPayoutReply
  /** Undefined: every service code. */
  servicesEnabled: readonly string[] | undefined
  /** Requests per second and key; undefined: the default of the environment (live 100, test none). */
  rateLimitPerSecond: number | undefined
}

/** An authenticated request: which point, by which key, with which rights. */
export interface Caller {
  point: PointSettings
  /** The key's public id; `point` for HTTP Basic with the point's own credentials; a person's (`personKeyId`). */
  keyId: string
  scopes: ReadonlySet<Scope>
  /** Set where a person asks by the dashboard instead of a program by its key. */
  person?: MerchantPerson
}

/** Who acts, as the audit log and the history write it. Never a secret. */
export function actorOf(caller: Caller): string {
  return caller.person ? nameOf(caller.person) : `api key ${caller.keyId}`
}
