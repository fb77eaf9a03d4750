import type { PayType, TransactionStatus } from './values.ts'

/** What a test callback reports; by default a pay-in that is COMPLETED. */
export interface WebhookTest {
  status?: TransactionStatus
  pay_type?: PayType
}

/** A test callback: what was sent, what came back, and what to do about it. */
export interface TestedWebhook {
  /** A real callback would count as delivered. */
  delivered: boolean
  /** What to do about a failure. */
  hint: string | null
  webhook_id: string
  /** Made up, begins with `test_`. */
  transaction_id: string
  request: {
    /** Null: into the inbox of the test point. */
    url: string | null
    headers: Record<string, string>
    /** As sent; only security_hash is hidden. */
    body: string
  }
  answer: {
    http_status: number | null
    error: string | null
    error_code: string | null
    first_byte_ms: number | null
    total_ms: number
    /** The first 4 KiB. */
    body: string | null
  }
}

/** A callback as your server got it. */
export interface ReceivedCallback {
  /** The raw bytes as they arrived, as text. */
  body: string
  headers?: Record<string, string>
}

/** Which of its checks pass. */
export interface CallbackExplanation {
  /** Every check that could be made passes. */
  genuine: boolean
  /** `ok` is null where there was nothing to check. */
  checks: { check: string; ok: boolean | null; message: string }[]
}

/** How far the rotations of a point's secrets are. */
export interface SecretRotation {
  /** Until then the old webhook secret signs as well. */
  old_webhook_secret_until: string | null
  webhook_secret_rotated_at: string | null
  token_staged: boolean
  token_staged_at: string | null
  /** When the token before stopped signing; null where none is kept. */
  token_activated_at: string | null
  /** Until it is retired; on test points it still opens the endpoints. */
  old_token_kept: boolean
}

export interface NewWebhookSecret extends SecretRotation {
  /** Shown once. */
  webhook_secret: string
}

export interface NewApiToken extends SecretRotation {
  /** Of a `stage`: shown once; else null. */
  auth_api_token: string | null
}

export interface SecretOverlap {
  /** For how long both webhook secrets sign; default 24h. */
  overlap?: '0' | '1h' | '24h' | '7d'
  /** While an overlap runs: gives up the secret before, which is refused otherwise. */
  force?: boolean
}

/** `stage` makes a new token, `activate` lets it sign, `retire` forgets the one before. */
export interface TokenStep {
  action: 'stage' | 'activate' | 'retire'
}
