import type { Reason, Status } from '../../../../core/values/status.ts'
import type { Holder } from '../../rules/holder.ts'

export type { Holder }

// Types that the dashboard reads from …/withdrawal-accounts and …/withdrawals.

/** Where the money of a merchant goes with one service code. */
export interface WithdrawalAccountData {
  withdrawal_account_id: string
  service_code: string
  currency: string
  /** `proposed`: waits for a second person; `waiting`: its day is not over; `suspended`: after a new password by a link. */
  state: 'proposed' | 'waiting' | 'suspended' | 'usable' | 'ended'
  /** The fields of a payout. */
  details: Readonly<Record<string, string>>
  /** Whether its holder is the merchant by one of its documents. Otherwise an operator confirms it. */
  is_own: boolean
  holder: Holder
  /** Whether the viewer may confirm it. */
  may_confirm: boolean
  /** The name of a person. */
  proposed_by: string
  proposed_at: string
  usable_from: string | null
  suspended_until: string | null
  ended_at: string | null
}

/** `GET …/withdrawal-accounts`. */
export interface WithdrawalAccountsData {
  accounts: readonly WithdrawalAccountData[]
  documents: readonly { country: string; type: string; number: string }[]
}

/** `POST …/withdrawals/preview`: decimal text in the currency. The fee comes on top of what arrives. */
export interface WithdrawalPreviewData {
  currency: string
  /** What arrives. */
  amount: string
  fee: string
  /** What stays available. */
  left: string
  waits_for_approval: boolean
}

/** An item of `GET …/withdrawals`, the part that the page shows. */
export interface WithdrawalData {
  withdrawal_id: string
  reference: string
  /** Null: operators paid it outside. */
  service_code: string | null
  amount: number
  currency: string
  status: Status
  status_reason: Reason
  /** Null after personal data was removed. */
  account: string | null
  /** How operators paid it outside; null: it is a payout with the same id. */
  paid_outside: string | null
  created_at: string
}
