// What the dashboard reads of /console/team and /console/invitations. Types only.
import type { MerchantRole, OperatorRole } from '../../../accounts/roles.ts'

/** `GET /console/team` */
export interface TeamData {
  /** The oldest first. */
  people: readonly MemberData[]
  /** Open ones, the latest first. */
  invitations: readonly InvitationData[]
  /** What somebody of this team may be. */
  roles: readonly (MerchantRole | OperatorRole)[]
  /** Whether invitations go out by mail as well. */
  mail_configured: boolean
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

/** `POST /console/team/invitations`: the link is shown once. */
export interface InvitedData {
  id: string
  email: string
  url: string
  /** It goes to them by mail as well. */
  mailed: boolean
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
}
