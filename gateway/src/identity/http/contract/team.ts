import type { MerchantRole, OperatorRole } from '../../../values/roles.ts'
// What the dashboard reads of /console/team and /console/invitations. Types only.

/** `GET /console/team` */
export interface TeamData {
  /** The oldest first. */
  people: readonly MemberData[]
  /** Open ones, the latest first. */
  invitations: readonly InvitationData[]
  /** What somebody of this team may be. */
  roles: readonly (MerchantRole | OperatorRole)[]
  /** Of this team, what waits for a second person. */
  confirmations: readonly ConfirmationData[]
  /** Whether invitations go out by mail. */
  mail_configured: boolean
  /** How the link of an invitation would reach them now. */
  link_delivery: LinkDelivery
}

/** Two accounts that count as one person until somebody confirms that they are two. */
export interface ConfirmationData {
  id: string
  kind: LinkKind
  email: string
  /** Null: they did not join yet. */
  name: string | null
  role: MerchantRole | OperatorRole
  /** Null: the operator's team. */
  merchant_name: string | null
  /** Null: somebody at the machine. */
  invited_by: string | null
  since: string
  /** A second person has to confirm it. */
  waits: boolean
  /** The link waits to be shown to a second operator. */
  link_waits: boolean
  may_confirm: boolean
}

/** How somebody could have got hold of an account. */
export type LinkKind = 'invitation' | 'link_shown' | 'role' | 'enabled' | 'second_factor'

/** `POST /console/operator/confirmations/:id/link`: shown once. */
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
  /** After too many failed tries, for half an hour. */
  locked: boolean
  disabled: boolean
  created_at: string
  /** Null: not signed in now. */
  last_seen_at: string | null
}

export interface InvitationData {
  id: string
  email: string
  role: MerchantRole | OperatorRole
  /** Null: by the command line. */
  invited_by: string | null
  created_at: string
  expires_at: string
}

export type LinkDelivery = 'mail' | 'second_operator' | 'inviter'

/** `POST /console/team/invitations` */
export interface InvitedData {
  id: string
  email: string
  /** How the link reaches them: by mail, by a second operator, or by whoever invites, while there is test money only. */
  delivery: LinkDelivery
  /** Shown once; null where whoever invites must not have it. */
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
  /** An account with this address that never proved to be its owner's ends when the invitation is accepted. */
  closes_account: boolean
}
