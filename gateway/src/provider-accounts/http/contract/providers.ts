import type { Environment } from '../../../values/environment.ts'
import type { PayType } from '../../../values/status.ts'

// Types that the dashboard reads. Amounts are decimal text; instants are ISO 8601 in UTC.

export type { Environment, PayType }

/** A field of a connector's credentials, labelled in the viewer's language. */
export interface CredentialFieldData {
  name: string
  label: string
  secret: boolean
  required: boolean
  /** Several lines, usually from a file. */
  pem: boolean
  /** The values that it may have. Null: any text. */
  options: readonly string[] | null
  example: string
}

/** `GET /console/operator/provider-accounts/connectors`: connectors whose accounts operators add. */
export interface OfferedConnectorData {
  connector: string
  environments: readonly Environment[]
  can_try: boolean
  fields: readonly CredentialFieldData[]
}

export interface CertificateData {
  name: string
  subject: string
  /** SHA-256, hex with colons. */
  fingerprint: string
  not_after: string
  /** Whole days until then; negative after. */
  days_left: number
  state: 'valid' | 'warning' | 'critical' | 'expired'
}

/** An account at a provider. It has no secrets. */
export interface ProviderAccountData {
  connector_account_id: string
  connector: string
  environment: Environment
  name: string
  sandbox: boolean
  /** Values of the credentials that are no secrets, by field. */
  facts: Readonly<Record<string, string>>
  certificates: readonly CertificateData[]
  created_at: string
  credentials_changed_at: string | null
  /** It takes no new orders since then. */
  disabled_at: string | null
  can_try: boolean
  can_replace: boolean
  /** Whether the provider takes the address for notifications by a call. */
  can_register: boolean
  /** What the last certification at the provider said. Null: never tried. */
  certification: CertificationData | null
}

export interface CertificationData {
  certified: boolean
  by: string
  at: string
}

export interface RouteData {
  route_id: string
  environment: Environment
  /** Null: all points of the environment. */
  point: { point_id: string; name: string } | null
  service_code: string
  pay_type: PayType
  connector_account_id: string
  account: string
  priority: number
  /** Null: no limit. */
  amount_min: string | null
  amount_max: string | null
  starts_at: string | null
  /** Of an account for deposits on an own bank account: it is not removed here. */
  of_deposits: boolean
}

/** `GET /console/operator/provider-accounts/{id}`. */
export interface ProviderAccountPageData {
  account: ProviderAccountData
  routes: readonly RouteData[]
}

/** `POST /console/operator/provider-accounts/credentials`: what a proposal names. */
export interface SealedCredentialsData {
  sealed_id: string
  digest: string
}

/** What the provider said to credentials. */
export interface TriedData {
  works: boolean
  /** Why not; null: it works. */
  why: string | null
  facts: Readonly<Record<string, string>>
}

export type RouteVerdictName =
  | 'taken'
  | 'later'
  | 'not_started'
  | 'disabled'
  | 'amount_too_small'
  | 'amount_too_large'
  | 'unsupported'

/** `GET /console/operator/routes/why`. */
export interface RouteWhyData {
  environment: Environment
  currency: string
  /** Null: the order is refused. */
  goes_to: { connector_account_id: string; account: string } | null
  /** In the order in which they are tried. */
  candidates: readonly {
    route_id: string
    connector_account_id: string
    account: string
    service_code: string
    point_id: string | null
    priority: number
    verdict: RouteVerdictName
  }[]
}
