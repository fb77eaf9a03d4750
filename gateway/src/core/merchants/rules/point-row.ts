import type { Environment } from '../../values/environment.ts'
import type { FailedPayoutReply } from '../../values/payout-failure.ts'

/** The columns of a point that a request needs. Rule 6: every statement on a point takes its id. */
export interface PointRow {
  point_id: string
  merchant_id: string
  environment: Environment
  status: 'active' | 'suspended'
  /** Its merchant as a whole is suspended. */
  merchant_suspended: boolean
  identifier_checks: 'strict' | 'lenient'
  basic_auth_enabled: boolean
  require_signed_payouts: boolean
  require_https_redirect: boolean
  failed_payout_reply: FailedPayoutReply
  services_enabled: string[] | null
  rate_limit_per_second: number | null
}

/** The columns of a `PointRow`, for a table with the alias `p`. */
export const pointColumns = `p.id as point_id, p.merchant_id, p.environment, p.status, p.identifier_checks,
  (select m.suspended_at is not null from merchants m where m.id = p.merchant_id) as merchant_suspended,
  p.basic_auth_enabled, p.require_signed_payouts, p.require_https_redirect, p.failed_payout_reply, p.services_enabled,
  p.rate_limit_per_second`
