import type { Language } from '../../../../core/texts/messages/languages.ts'
import type { Environment } from '../../../../core/values/environment.ts'
import type { MerchantRole, OperatorRole, Permission } from '../../../../core/values/roles.ts'

// Types that the dashboard reads from /console/session. The dashboard imports no other code of the gateway.

export type { Environment, Language, MerchantRole, OperatorRole, Permission }

/** `GET /console/session`: the signed-in person, and the token that the page must send. */
export interface SessionData {
  stage: 'signed_out' | 'second_factor' | 'signed_in'
  /** For the header `x-csrf-token` of every change; null while signed out. */
  csrf_token: string | null
  person: PersonData | null
  /** Points of a merchant's person; empty for the operator's people. */
  points: readonly PointData[]
  /** Sign-in data of the demo, for new users. Null without a demo. */
  demo: { email: string; password: string; operator_email: string; operator_password: string } | null
}

export interface PersonData {
  user_id: string
  name: string
  email: string
  side: 'merchant' | 'operator'
  role: MerchantRole | OperatorRole
  language: Language
  second_factor: boolean
  merchant: { id: string; name: string } | null
  /** Permissions of the role that do not belong to a point. */
  permissions: readonly Permission[]
}

export interface PointData {
  id: string
  name: string
  environment: Environment
  status: 'active' | 'suspended'
  /** Permissions of the role at this point. */
  permissions: readonly Permission[]
  /** Null: every service code. */
  services_enabled: readonly string[] | null
  /** IANA name of the zone in which the point's days begin. */
  time_zone: string
}
