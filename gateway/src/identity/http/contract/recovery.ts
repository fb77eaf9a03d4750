// What the dashboard reads of /console/password-recoveries and /console/operator/password-recoveries. Types only.

/** `POST /console/password-recoveries`: the same whoever has the address. `operator`: there is no mail server. */
export interface RecoveryAskedData {
  by: 'mail' | 'operator'
}

/** `GET /console/password-recoveries/:token` */
export interface RecoveryOfferData {
  email: string
  expires_at: string
}

/** One that an operator proposed, of `GET /console/operator/password-recoveries`. */
export interface WaitingRecoveryData {
  id: string
  name: string
  email: string
  /** Null: of the operator's team. */
  merchant_name: string | null
  proposed_by: string
  evidence: string
  since: string
  /** Whether the reader may be shown the link. */
  may_decide: boolean
  may_refuse: boolean
}
