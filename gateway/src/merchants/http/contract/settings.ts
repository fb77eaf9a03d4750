import type { Scope } from '../../../values/caller.ts'
import type { Environment } from '../../../values/environment.ts'
import type { ActorData } from '../../../web/contract/words.ts'

// What the dashboard reads of …/credentials, …/keys, …/approvals and …/requests. Types only.

export type { Scope }

/** `GET …/credentials`. */
export interface CredentialsData {
  auth_point_id: string
  environment: Environment
  /** Of the merchant API, without a slash at the end. */
  base_url: string
  /** Which of the secrets are there to be revealed. */
  secrets: Readonly<Record<SecretName, boolean>>
  /** HTTP Basic with Point ID and token opens the endpoints. */
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

/** How far the rotations are; the same stands in `GET /webhook`. Instants as ISO 8601. */
export interface RotationData {
  /** Until then the webhook secret before signs as well. */
  old_webhook_secret_until: string | null
  webhook_secret_rotated_at: string | null
  token_staged: boolean
  token_staged_at: string | null
  token_activated_at: string | null
  old_token_kept: boolean
}

/** Where a key stands: `rotated` still works until its end. */
export type KeyState = 'active' | 'rotated' | 'expired' | 'revoked'

/** An entry of `GET …/keys`. */
export interface KeyData {
  key_id: string
  name: string
  state: KeyState
  scopes: readonly Scope[]
  /** CIDR; null: every network. */
  networks: readonly string[] | null
  created_at: string
  /** The person who made it by the dashboard; null: the operator. */
  created_by: string | null
  expires_at: string | null
  revoked_at: string | null
  /** The key that it replaced, and the one that it was replaced by. */
  rotated_from: string | null
  rotated_into: string | null
  /** To the minute. */
  last_used_at: string | null
}

export interface KeysData {
  keys: readonly KeyData[]
  /** What this person may give to a key here. */
  may_give: readonly Scope[]
}

/** `POST …/keys`. */
export interface KeyInput {
  name: string
  scopes: readonly string[]
  networks?: readonly string[] | null
  expires_at?: string | null
}

/** Of a creation, or of `POST …/keys/:keyId/rotate` `{overlap}`: the key itself is shown this once. */
export interface NewKeyData {
  key_id: string
  api_key: string
  scopes: readonly Scope[]
  networks: readonly string[] | null
  expires_at: string | null
  /** Of a rotation: until when the key before works. */
  old_expires_at: string | null
}

/** Amounts are decimals as text in the units of the currency, as everywhere in the dashboard's API. */
export interface PayoutSumsData {
  count: number
  total: string
  average: string | null
}

/** An entry of `GET …/approvals`, the one that lapses first in front. */
export interface ApprovalData {
  transaction_id: string
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
  /** False: the viewer made it, or made a key that did; somebody else has to decide. */
  may_decide: boolean
  /** Completed payouts to the same account in this currency. */
  to_account: PayoutSumsData & { last_paid_at: string | null }
  /** The point's completed payouts in this currency in the last 30 days, of the latest 10 000. */
  last_30_days: PayoutSumsData
}

export interface ApprovalsData {
  items: readonly ApprovalData[]
  /** Null on the last page. */
  next_cursor: string | null
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
  /** The names of the wrong fields. */
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
