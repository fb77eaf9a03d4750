import type { ReservedFor } from '../../rules/movement-types.ts'

export type { ReservedFor }

/** `GET …/balance-details`: amounts as decimal text. */
export interface BalanceDetailsData {
  /** In which the point's days begin. */
  time_zone: string
  /** The current day there, YYYY-MM-DD. */
  today: string
  /** First the currency that moves most. */
  balances: readonly BalanceDetailData[]
}

export interface BalanceDetailData {
  currency: string
  available: string
  pending: string
  reserved: string
  overdraft_limit: string
  /** What `reserved` waits for. */
  reserved_for: readonly { what: ReservedFor; amount: string; count: CountData }[]
  releases: readonly { day: string; amount: string; count: CountData }[]
  /** After how many days pay-ins become available, by method; null: no method takes the currency. */
  release_days: { least: number; most: number } | null
  /** The point's day of its last entry; null: not among the last 1,000 of the point. */
  last_moved_on: string | null
}

/** Exact up to 1,000; `more`: there are more. */
export interface CountData {
  count: number
  more: boolean
}

export interface PartsData {
  available: number
  pending: number
  reserved: number
}

/** An item of `GET …/balance-transactions`. */
export interface MovementData {
  id: string
  created_at: string
  type: MovementTypeData
  currency: string
  transaction_id: string | null
  reference: string | null
  pay_type: 'payin' | 'payout' | 'refund' | null
  purpose?: 'withdrawal'
  service_code: string | null
  amount: number
  fee: number
  net: number
  changes: PartsData
  balance_after: (PartsData & { total: number }) | null
}

export type MovementTypeData =
  | 'payin'
  | 'payout'
  | 'reserve'
  | 'unreserve'
  | 'release'
  | 'return'
  | 'reversal'
  | 'late_payout'
  | 'refund'
  | 'withhold'
  | 'funding'
  | 'correction'
  | 'withdrawal'

export type ReportKindData = 'payin' | 'reversal' | 'refund' | 'payout' | 'withdrawal' | 'return' | 'fee' | 'other'

/** `GET …/statements/{currency}`, the part that the page shows. */
export interface StatementData {
  currency: string
  from: string
  to: string
  time_zone: string
  since: string
  until: string
  final: boolean
  opening: PartsData & { total: number }
  closing: PartsData & { total: number }
  /** One for each kind; `amount`: what it changed the total by. */
  totals: readonly { kind: ReportKindData; count: number; amount: number }[]
  sums: readonly { type: MovementTypeData; amount: number; fee: number; net: number; changes: PartsData }[]
}
