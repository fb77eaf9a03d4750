import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { PayType, Reason } from '../../../../core/values/status.ts'
import type { PendingAge } from '../../store/reads/overview.ts'

// Types that the dashboard reads from …/overview. The dashboard imports no other code of the gateway.

export type { CurrencyCode, PayType, PendingAge, Reason }

/** `GET …/overview?days=1|7|30`: amounts are decimal text in the currency named beside them; instants ISO 8601, UTC. */
export interface OverviewData {
  /** By the gateway's own clock, which a test may have moved. */
  now: string
  /** IANA name of the point's time zone, in which days begin. */
  time_zone: string
  /** A single day, today, is shown by hours. */
  unit: 'hour' | 'day'
  /** Start of each hour or day, oldest first. Hours of today that are still to come are included. */
  slots: readonly string[]
  /** The period before: as many days, or the hours of the same day a week ago. */
  previous: {
    slots: readonly string[]
    /** As far into it as the current period is, to five minutes: what is compared ends here. */
    until: string
  }
  volumes: readonly VolumeData[]
  methods: readonly MethodData[]
  /** Why transactions of the range failed or expired, the most frequent first. */
  declines: readonly DeclineData[]
  pending: readonly PendingData[]
  /** What waits for a person. */
  waiting: WaitingData
  callbacks: CallbackHealthData
  /** Progress of a new user. */
  first_steps: { transaction: boolean; webhook: boolean; completed: boolean }
}

/** Transactions created in one pay type and currency, and how many are completed. */
export interface VolumeData extends VolumeFigures {
  pay_type: PayType
  currency: CurrencyCode
  /** In the order of `slots`. */
  by_slot: readonly VolumeFigures[]
  /** Of the period before up to `previous.until`; `by_slot` in the order of `previous.slots`, all of it. */
  previous: VolumeFigures & { by_slot: readonly VolumeFigures[] }
  /** Since midnight. */
  today: VolumeFigures
  /** The day a week ago up to the same time, to five minutes. */
  same_day_last_week: VolumeFigures
}

export interface VolumeFigures {
  count: number
  amount: string
  completed_count: number
  completed_amount: string
}

/** Results of the transactions of one service code that were created in the range. */
export interface MethodData {
  pay_type: PayType
  service_code: string
  /** ISO 3166-1 alpha-2; `WW` for cards. */
  country: string
  completed: number
  failed: number
  expired: number
  pending: number
  /** Completed share of all final transactions, 0 to 1; null if none is final. */
  success_share: number | null
  /** The same of the period before, up to `previous.until`. */
  previous_success_share: number | null
}

/** Transactions of one pay type that ended without success for one reason. */
export interface DeclineData {
  pay_type: PayType
  /** `expired`: nobody paid in time. */
  reason: Reason
  count: number
  /** In the period before, up to `previous.until`. */
  previous_count: number
  /** The most frequent first. */
  methods: readonly { service_code: string; count: number }[]
}

/** Counts go up to 100, and `review` looks at the oldest 2 000 of all points. */
export interface WaitingData {
  /** Payouts that wait for a second person; when the first of them expires. */
  approvals: { count: number; first_until: string | null }
  /** Transactions that the gateway's operator looks at. */
  review: { count: number; oldest: { transaction_id: string; pay_type: PayType; created_at: string } | null }
}

/** Pending transactions of any age. Counts go up to 10 000. */
export interface PendingData {
  pay_type: PayType
  counts: readonly { age: PendingAge; count: number }[]
  oldest: { transaction_id: string; created_at: string } | null
}

export interface CallbackHealthData {
  /** Without a callback URL a live point holds its callbacks; a test point receives them in its inbox. */
  has_url: boolean
  /** `paused`: by the merchant. */
  state: 'well' | 'failing' | 'open' | 'suspended' | 'paused'
  failing_since: string | null
  /** Undelivered callbacks, up to 10 000. */
  waiting: number
  /** Attempts of the last day, up to the latest 1 000. */
  attempts: number
  delivered: number
  median_ms: number | null
}
