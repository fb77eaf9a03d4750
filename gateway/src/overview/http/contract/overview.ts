import type { CurrencyCode } from '../../../values/currency.ts'
import type { PayType } from '../../../values/status.ts'
import type { PendingAge } from '../../store/reads/overview.ts'

// Types that the dashboard reads from …/overview. The dashboard imports no other code of the gateway.

export type { PayType, PendingAge }

/** `GET …/overview?days=1|7|30&time_zone=`: amounts are decimal text in `currency`; instants ISO 8601, UTC. */
export interface OverviewData {
  /** By the gateway's own clock, which a test may have moved. */
  now: string
  /** A single day is shown by hours. */
  unit: 'hour' | 'day'
  /** Start of each hour or day, oldest first. Days begin at midnight in the requested time zone. */
  slots: readonly string[]
  volumes: readonly VolumeData[]
  methods: readonly MethodData[]
  pending: readonly PendingData[]
  callbacks: CallbackHealthData
  balances: readonly BalanceData[]
  /** Progress of a new user. */
  first_steps: { transaction: boolean; webhook: boolean; completed: boolean }
}

/** Transactions created in one pay type and currency, and how many are completed. */
export interface VolumeData extends VolumeFigures {
  pay_type: PayType
  currency: CurrencyCode
  /** In the order of `slots`. */
  by_slot: readonly VolumeFigures[]
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

export interface BalanceData {
  currency: CurrencyCode
  available: string
  pending: string
  reserved: string
}
