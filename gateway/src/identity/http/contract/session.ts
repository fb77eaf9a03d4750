import type { Environment } from '../../../values/environment.ts'
import type { Language } from '../../../values/language.ts'
import type { MerchantRole, OperatorRole, Permission } from '../../../values/roles.ts'

// What the dashboard reads of /console/session. Types only: the dashboard imports nothing else of the gateway.

export type { Environment, Language, MerchantRole, OperatorRole, Permission }

/** `GET /console/session`: who is signed in, and what their page must send along. */
export interface SessionData {
  stage: 'signed_out' | 'second_factor' | 'signed_in'
  /** For the header `x-csrf-token` of every change; null while signed out. */
  csrf_token: string | null
  person: PersonData | null
  /** Of a merchant's person; empty for the operator's people. */
  points: readonly PointData[]
  /** Shown where there is a demonstration: what a newcomer can sign in with. Null elsewhere. */
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
  /** What the role allows besides what it allows at a point. */
  permissions: readonly Permission[]
}

export interface PointData {
  id: string
  name: string
  environment: Environment
  status: 'active' | 'suspended'
  /** What the role allows at this point. */
  permissions: readonly Permission[]
  /** Null: every service code. */
  services_enabled: readonly string[] | null
}
