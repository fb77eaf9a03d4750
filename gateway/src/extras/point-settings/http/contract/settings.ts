import type { Environment } from '../../../../core/values/environment.ts'
import type { Scope } from '../../../../core/values/roles.ts'
import type { ActorData } from '../../../../core/web/contract/words.ts'

// Types that the dashboard reads from …/credentials, …/keys, …/approvals and …/requests.

export type { Scope }

/** `GET …/credentials`. */
export interface CredentialsData {
  auth_point_id: string
  environment: Environment
  /** Base URL of the merchant API, without a trailing slash. */
  base_url: string
  /** Which secrets exist and can be revealed. */
  secrets: Readonly<Record<SecretName, boolean>>
  /** True if HTTP Basic with Point ID and token is accepted. */
  basic_auth: boolean
  signed_payouts: boolean
  rotation: RotationData
}

export type SecretName = 'auth_api_token' | 'webhook_secret' | 'signing_secret'

/** `POST …/credentials/reveal`. */
export interface RevealedData {
  secret: SecretName
  value: string
}

/** State of the rotations, as in `GET /webhook`. Instants as ISO 8601. */
export interface RotationData {
  /** Until then the previous webhook secret signs as well. */
  old_webhook_secret_until: string | null
  webhook_secret_rotated_at: string | null
  token_staged: boolean
  token_staged_at: string | null
  token_activated_at: string | null
  old_token_kept: boolean
}

/** A `rotated` key works until it expires. */
export type KeyState = 'active' | 'rotated' | 'expired' | 'revoked'

/** An entry of `GET …/keys`. */
export interface KeyData {
  key_id: string
  name: string
  state: KeyState
  scopes: readonly Scope[]
  /** CIDR; null = every network. */
  networks: readonly string[] | null
  created_at: string
  /** The person who made the key in the dashboard; null = the operator. */
  created_by: string | null
  expires_at: string | null
  revoked_at: string | null
  /** The key that this key replaced, and the key that replaced this one. */
  rotated_from: string | null
  rotated_into: string | null
  /** Rounded to the minute. */
  last_used_at: string | null
}

export interface KeysData {
  keys: readonly KeyData[]
  /** Scopes that the viewer may give to a key of this point. */
  may_give: readonly Scope[]
}

/** `POST …/keys`. */
export interface KeyInput {
  name: string
  scopes: readonly string[]
  networks?: readonly string[] | null
  expires_at?: string | null
}

/** Answer of a creation, or of `POST …/keys/:keyId/rotate` `{overlap}`. The key is shown once. */
export interface NewKeyData {
  key_id: string
  api_key: string
  scopes: readonly Scope[]
  networks: readonly string[] | null
  expires_at: string | null
  /** After a rotation: until when the old key works. */
  old_expires_at: string | null
}

/** Amounts are decimal text in units of the currency, as everywhere in the dashboard's API. */
export interface PayoutSumsData {
  count: number
  total: string
  average: string | null
}

/** An entry of `GET …/approvals`, ordered by expiry, earliest first. */
export interface ApprovalData {
  transaction_id: string
  /** The pay-in whose money goes back, and the merchant's words for why; null for a payout. */
  refund: { payment_id: string; payment_reference: string; payer: string | null; reason: string | null } | null
  reference: string
  service_code: string
  amount: string
  currency: string
  account_type: string | null
  account: string | null
  beneficiary: string | null
  document: string | null
  created_at: string
  lapses_at: string
  created_by: ActorData
  /** False if the viewer made the payout, or made the key that did. Another person has to decide. */
  may_decide: boolean
  /** Completed payouts to the same account in this currency. */
  to_account: PayoutSumsData & { last_paid_at: string | null }
  /** Completed payouts of the point in this currency in the last 30 days, at most the latest 10 000. */
  last_30_days: PayoutSumsData
}

export interface ApprovalsData {
  items: readonly ApprovalData[]
  /** Null on the last page. */
  next_cursor: string | null
}

/** `GET …/approvals/limits`: above which amount a payout or refund waits; none of a currency: it goes out at once. */
export interface ApprovalLimitsData {
  limits: readonly { currency: string; above: string }[]
}

/** An entry of `GET …/requests`, newest first. */
export interface RequestData {
  request_id: string
  created_at: string
  method: string
  /** The route's pattern. */
  route: string
  status: number
  problem_code: string | null
  /** The names of the invalid fields. */
  problem_fields: readonly string[]
  by: ActorData | null
  address: string | null
  duration_ms: number
  transaction_id: string | null
}

export interface RequestsData {
  items: readonly RequestData[]
  next_cursor: string | null
}

/** What was refused in a period, the most frequent code first. */
export interface RequestErrorsData {
  errors: readonly {
    problem_code: string
    /** In the reader's language. */
    meaning: string
    count: number
    last_at: string
    last_request_id: string
  }[]
  /** Refusals of each of 24 equal parts of the period. */
  timeline: readonly number[]
}
