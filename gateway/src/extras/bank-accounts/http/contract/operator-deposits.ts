// Types that the dashboard reads from /console/operator about deposit accounts.

/** `GET /console/operator/deposit-accounts/waiting`: a deposit account that payers do not see yet. */
export interface WaitingDepositData {
  id: string
  service_code: string
  /** The number or the PIX key. */
  account: string | null
  beneficiary: string
  shown_from: string
  /** Whether the viewer is a third person who may activate the account at once. */
  may_show: boolean
}
