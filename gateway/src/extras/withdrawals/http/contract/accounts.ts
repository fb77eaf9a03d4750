// Types that the dashboard reads from …/withdrawal-accounts.

/** Where the money of a merchant goes with one service code. */
export interface WithdrawalAccountData {
  withdrawal_account_id: string
  service_code: string
  /** `proposed`: waits for a second person; `waiting`: its day is not over. */
  state: 'proposed' | 'waiting' | 'usable'
  /** The fields of a payout. */
  details: Readonly<Record<string, string>>
  /** Whether its holder is the merchant by one of its documents. Otherwise an operator confirms it. */
  is_own: boolean
  /** Whether the viewer may confirm it. */
  may_confirm: boolean
  proposed_at: string
  usable_from: string | null
}

/** `GET …/withdrawal-accounts`. */
export interface WithdrawalAccountsData {
  accounts: readonly WithdrawalAccountData[]
  documents: readonly { country: string; type: string; number: string }[]
}
