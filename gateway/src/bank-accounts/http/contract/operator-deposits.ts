// What the dashboard reads of /console/operator about accounts for deposits. Types only.

/** `GET /console/operator/deposit-accounts/waiting`: an account that payers are not shown yet. */
export interface WaitingDepositData {
  id: string
  service_code: string
  /** The number or the PIX key. */
  account: string | null
  beneficiary: string
  shown_from: string
  /** Whether the person who asks is the third one, who may have it shown at once. */
  may_show: boolean
}
