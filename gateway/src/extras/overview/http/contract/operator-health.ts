import type { ReplicaState } from '../../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { Environment } from '../../../../core/values/environment.ts'
import type { Status, TransactionType } from '../../../../core/values/status.ts'
import type { SuspenseSum } from '../../../operator-desk/rules/suspense-sums.ts'

// Types that the dashboard reads from /console/operator about the gateway's health.
// Amounts are decimal text in the units of their currency; instants are ISO 8601 in UTC.

/** `GET /console/operator/connectors`. */
export interface ConnectorData {
  connector_account_id: string
  connector: string
  environment: Environment
  name: string
  services: readonly string[]
  last_success_at: string | null
  last_failure_at: string | null
  /** By outcome; `none` = not known yet. */
  calls: readonly { outcome: string; last_hour: number; last_day: number }[]
  /** The last seven UTC days, the oldest first. `attempts` also counts those under way and pay-ins that nobody paid. */
  days: readonly { day: string; attempts: number; succeeded: number; failed: number; unknown: number }[]
  /** Milliseconds from the sending of a payout to its result: half are faster, 95 of 100 are faster. Null: none. */
  result_times: Readonly<Record<'day' | 'week', { half_ms: number | null; most_ms: number | null }>>
  waiting: number
  open: number
  oldest_unknown: { transaction_id: string; at: string } | null
  notifications: { received: number; processed: number; unmatched: number; last_at: string | null }
}

export interface VerifyRunData {
  run_id: string
  started_at: string
  took_ms: number
  full: boolean
  transactions: number
  violations: number
  failed: string | null
  invariants: readonly {
    id: string
    checked: number
    violations: number
    not_checked: string | null
    examples: readonly { id: string; what: string }[]
    /** Transactions in the review queue. Their differences from the provider records are no violations. */
    under_review: {
      transactions: number
      needs_operator: number
      suspense: number
      proposals: number
      differing: number
      examples: readonly { id: string; what: string }[]
    } | null
  }[]
}

/** `GET /console/operator/overview`. */
export interface OperatorOverviewData {
  now: string
  /** Of the UTC day; `at_least` if there are more than one request adds up: they are not compared then. */
  volumes: readonly {
    environment: Environment
    currency: CurrencyCode
    pay_type: TransactionType
    status: Status
    transactions: number
    amount: string
    /** Created yesterday up to this time of the day. */
    yesterday: { transactions: number; amount: string }
    /** Transactions of the last 24 whole hours, the oldest first. */
    by_hour: readonly number[]
  }[]
  volumes_at_least: boolean
  /** Those with the most transactions today, the busiest first. `ended` = with a final status. */
  merchants: readonly {
    environment: Environment
    merchant_id: string
    name: string
    payins: number
    payouts: number
    refunds: number
    ended: number
    completed: number
  }[]
  attention: number
  /** Payouts and refunds that a person has to make at the bank. */
  to_pay: number
  /** Lines of own bank accounts that wait for a person. */
  waiting_lines: readonly { environment: Environment; lines: number }[]
  open_proposals: number
  suspense: readonly SuspenseSum[]
  failing_endpoints: readonly {
    point: { point_id: string; name: string }
    merchant: string
    environment: Environment
    since: string
    status: 'active' | 'paused' | 'suspended'
  }[]
  /** The last full run and the last run of any kind; null if there was none. */
  verify: { full: VerifyRunData | null; last: VerifyRunData | null }
  oldest_pending: { transaction_id: string; at: string } | null
  /** The read replica; null if none is configured. `lag_ms`: lag behind the primary; null: not known yet. */
  replica: { state: ReplicaState; lag_ms: number | null } | null
  /** Whether a mail server is configured for alerts and invitations. */
  mail_configured: boolean
  /** Whether real money can move. */
  has_live_point: boolean
}
