import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { Status, TransactionType } from '../../../../core/values/status.ts'
import type { RotationData } from '../../../point-settings/http/contract/settings.ts'
import type { WaitsFor } from '../../rules/delivery-wait.ts'

// The dashboard's part of the merchant API's …/webhook… and …/test/inbox. Types only; instants as ISO 8601.

export type { Status, WaitsFor }

/** `GET` and `PUT …/webhook`. */
export interface WebhookData {
  /** Null: held on live points, delivered into the inbox on test points. */
  url: string | null
  status: 'active' | 'paused' | 'suspended'
  accept_2xx: boolean
  extra_fields: boolean
  amount_always: boolean
  send_metadata: boolean
  send_refunds: boolean
  send_withdrawals: boolean
  max_in_flight: number
  rate_per_second: number
  health: WebhookHealthData
  rotation: RotationData
}

export interface WebhookHealthData {
  state: 'well' | 'failing' | 'open' | 'suspended'
  failing_since: string | null
  next_probe_at: string | null
  /** A past time: due, and waiting for its turn. */
  next_attempt_at: string | null
  alerts: readonly { level: '15m' | '24h' | '3d' | 'suspended'; created_at: string }[]
  waiting: number
  last_day: { attempts: number; delivered: number; median_ms: number | null; p95_ms: number | null }
  /** Hours of the last 24 that had attempts, oldest first. */
  activity: readonly { hour: string; delivered: number; failed: number }[]
  last_failure: FailedAttemptData | null
}

export interface FailedAttemptData {
  at: string
  /** Null: no answer came. */
  http_status: number | null
  error: string
  error_code: string | null
  delivery_id: string
  transaction_id: string
}

/** Body of `PUT …/webhook`; settings that are left out stay. */
export type WebhookChangeData = Partial<
  Pick<
    WebhookData,
    | 'url'
    | 'accept_2xx'
    | 'extra_fields'
    | 'amount_always'
    | 'send_metadata'
    | 'send_refunds'
    | 'send_withdrawals'
    | 'max_in_flight'
    | 'rate_per_second'
  >
> & { status?: 'active' | 'paused' }

/** `POST …/webhook/test`. */
export interface TestedData {
  delivered: boolean
  hint: string | null
  webhook_id: string
  transaction_id: string
  request: { url: string | null; headers: Readonly<Record<string, string>>; body: string }
  answer: {
    http_status: number | null
    error: string | null
    error_code: string | null
    first_byte_ms: number | null
    total_ms: number
    body: string | null
  }
}

/** `POST …/webhook/explain`. `ok` null: not checked. */
export interface ExplainedData {
  genuine: boolean
  checks: readonly { check: CheckName; ok: boolean | null; message: string }[]
}

export type CheckName =
  | 'json'
  | 'fields'
  | 'api_key'
  | 'security_hash'
  | 'webhook_id'
  | 'body'
  | 'timestamp'
  | 'signature'

export type DeliveryState = 'pending' | 'sending' | 'delivered' | 'held' | 'exhausted' | 'superseded'

/** An entry of `GET …/webhook/deliveries`, newest first. */
export interface DeliveryData {
  delivery_id: string
  webhook_id: string
  transaction_id: string
  payment: ToldPaymentData | null
  status: Status
  trigger: 'auto' | 'manual' | 'recover'
  state: DeliveryState
  attempts: number
  created_at: string
  /** Never in the past. */
  next_attempt_at: string | null
  waits_for: WaitsFor | null
  delivered_at: string | null
  last_attempt: {
    started_at: string
    /** Null: into the inbox of the test point. */
    url: string | null
    http_status: number | null
    error: string | null
    total_ms: number | null
  } | null
}

export interface DeliveriesData {
  deliveries: readonly DeliveryData[]
  next_before: string | null
}

export interface CallbackAttemptData {
  number: number
  started_at: string
  url: string | null
  http_status: number | null
  error: string | null
  error_code: string | null
  total_ms: number | null
  slow: boolean
  response_body: string | null
  sent_body_sha256: string | null
}

/** `GET …/webhook/deliveries/:id`. */
export interface DeliveryDetailData {
  transaction_id: string
  callback: {
    webhook_id: string
    status: Status
    created_at: string
    body: string
    deliveries: readonly {
      delivery_id: string
      trigger: DeliveryData['trigger']
      state: DeliveryState
      /** Never in the past. */
      next_attempt_at: string | null
      waits_for: WaitsFor | null
      delivered_at: string | null
      attempts: readonly CallbackAttemptData[]
    }[]
  }
  /** The sent bytes; null when the token that signed them is retired. */
  exact_body: string | null
}

/** `POST …/webhook/recover`. */
export interface RecoveredData {
  queued: number
  hastened: number
  more: boolean
}

/** `GET …/test/inbox`. */
export interface InboxData {
  messages: readonly InboxMessageData[]
}

export interface InboxMessageData {
  id: string
  webhook_id: string
  headers: Readonly<Record<string, string>>
  body: string
  received_at: string
  payment: ToldPaymentData | null
}

/** What a callback tells about; null of a test callback. */
export interface ToldPaymentData {
  reference: string
  pay_type: TransactionType
  service_code: string
  amount: number
  currency: CurrencyCode
}
