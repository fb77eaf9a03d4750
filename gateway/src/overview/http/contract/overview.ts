import type { CurrencyCode } from '../../../values/currency.ts'
import type { PayType } from '../../../values/status.ts'
import type { PendingAge } from '../../store/reads/overview.ts'

// What the dashboard reads of …/overview. Types only: the dashboard imports nothing else of the gateway.

export type { PayType, PendingAge }

/** `GET …/overview?days=1|7|30&time_zone=`: amounts are decimal text in `currency`; instants ISO 8601, UTC. */
export interface OverviewData {
  /** By the gateway's own clock, which a test may have moved. */
  now: string
  /** A single day is shown by its hours. */
  unit: 'hour' | 'day'
  /** When each hour or day begins, oldest first. Days begin at midnight of the time zone that was asked for. */
  slots: readonly string[]
  volumes: readonly VolumeData[]
  methods: readonly MethodData[]
  pending: readonly PendingData[]
  callbacks: CallbackHealthData
  balances: readonly BalanceData[]
  /** What a newcomer has done yet. */
  first_steps: { transaction: boolean; webhook: boolean; completed: boolean }
}

/** What was created of one pay type in one currency; and how much of it is completed. */
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

/** How the transactions of one service code ended that were created in the range. */
export interface MethodData {
  pay_type: PayType
  service_code: string
  /** ISO 3166-1 alpha-2; `WW` for cards. */
  country: string
  completed: number
  failed: number
  expired: number
  pending: number
  /** Completed of all that ended, 0 to 1; null where none has ended. */
  success_share: number | null
}

/** What is under way, whenever it was created. Counts go up to 10 000. */
export interface PendingData {
  pay_type: PayType
  counts: readonly { age: PendingAge; count: number }[]
  oldest: { transaction_id: string; created_at: string } | null
}

export interface CallbackHealthData {
  /** Without an address a live point holds its callbacks; a test point receives them in its inbox. */
  has_url: boolean
  /** `paused`: by the merchant. */
  state: 'well' | 'failing' | 'open' | 'suspended' | 'paused'
  failing_since: string | null
  /** Callbacks that were not delivered yet, up to 10 000. */
  waiting: number
  /** The last attempts of a day, up to 1 000. */
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
