// Types that the dashboard reads from /console/password-recoveries and /console/operator/password-recoveries.

/**
 * `POST /console/password-recoveries`. The answer does not depend on the address. `operator`: there is no mail server.
 */
export interface RecoveryAskedData {
  by: 'mail' | 'operator'
}

/** `GET /console/password-recoveries/:token` */
export interface RecoveryOfferData {
  email: string
  expires_at: string
}

/** A recovery that an operator proposed, from `GET /console/operator/password-recoveries`. */
export interface WaitingRecoveryData {
  id: string
  name: string
  email: string
  /** Null: the operator's team. */
  merchant_name: string | null
  proposed_by: string
  evidence: string
  since: string
  /** Whether the viewer may be shown the link. */
  may_decide: boolean
  may_refuse: boolean
}
