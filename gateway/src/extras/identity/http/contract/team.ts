import type { MerchantRole, OperatorRole } from '../../../../core/values/roles.ts'

// Types that the dashboard reads from /console/team and /console/invitations.

/** `GET /console/team` */
export interface TeamData {
  /** The oldest first. */
  people: readonly MemberData[]
  /** Open invitations, the latest first. */
  invitations: readonly InvitationData[]
  /** Roles that exist in this team. */
  roles: readonly (MerchantRole | OperatorRole)[]
  /** Confirmations in this team that wait for a second person. */
  confirmations: readonly ConfirmationData[]
  /** Whether a mail server is configured, so that invitations are mailed. */
  mail_configured: boolean
  /** How the link of an invitation would be delivered now. */
  link_delivery: LinkDelivery
}

/** Two accounts that count as one person until another person confirms that they are two. */
export interface ConfirmationData {
  id: string
  kind: LinkKind
  email: string
  /** Null: the person has not joined yet. */
  name: string | null
  role: MerchantRole | OperatorRole
  /** Null: the operator's team. */
  merchant_name: string | null
  /** Null: a user of the CLI. */
  invited_by: string | null
  since: string
  /** A second person has to confirm. */
  waits: boolean
  /** The link waits to be shown to a second operator. */
  link_waits: boolean
  may_confirm: boolean
}

/** How a person could have gained access to another account. */
export type LinkKind = 'invitation' | 'link_shown' | 'role' | 'enabled' | 'second_factor'

/** A link that an operator is shown once, to hand it over: of an invitation or for a new password. */
export interface ShownLinkData {
  email: string
  url: string
}

export interface MemberData {
  id: string
  name: string
  email: string
  role: MerchantRole | OperatorRole
  second_factor: boolean
  /** After too many failed attempts, for half an hour. */
  locked: boolean
  disabled: boolean
  created_at: string
  /** Null: no current session. */
  last_seen_at: string | null
}

export interface InvitationData {
  id: string
  email: string
  role: MerchantRole | OperatorRole
  /** Null: by the CLI. */
  invited_by: string | null
  created_at: string
  expires_at: string
}

export type LinkDelivery = 'mail' | 'second_operator' | 'inviter'

/** `POST /console/team/invitations` */
export interface InvitedData {
  id: string
  email: string
  /** Delivery of the link: by mail, by a second operator, or by the inviter if there is only test money. */
  delivery: LinkDelivery
  /** Shown once; null if the inviter must not have it. */
  url: string | null
  expires_at: string
}

/** `GET /console/invitations/:token` */
export interface InvitationOfferData {
  email: string
  role: MerchantRole | OperatorRole
  /** Null: into the operator's team. */
  merchant_name: string | null
  invited_by: string | null
  expires_at: string
  /** An account with this address that was never verified is closed when the invitation is accepted. */
  closes_account: boolean
}

// Types that the dashboard reads from /console/password-recoveries.

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
