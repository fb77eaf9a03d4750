import type { TransactionStatus } from './values.ts'

/** One try to reach your server. */
export interface DeliveryAttempt {
  /** Of the requests of its delivery, probes included. */
  number: number
  started_at: string
  /** Null: into the inbox of the test point. */
  url: string | null
  /** Null: there was no answer. */
  http_status: number | null
  error: string | null
  error_code: string | null
  total_ms: number | null
  /** The answer took longer than 5 seconds. */
  slow: boolean
  /** The first 4 KiB of your answer. */
  response_body: string | null
  /** Hex digest of the bytes that were sent. */
  sent_body_sha256: string | null
}

/** Why a callback is sent: by itself, or because you asked for one, or for all that failed. */
export type DeliveryTrigger = 'auto' | 'manual' | 'recover'

/**
 * What a callback that was not delivered waits for: `time` = `next_attempt_at`; `turn` = it is due and goes out in its turn;
 * `endpoint` = your server must answer a probe first; `resume` = callbacks are paused or suspended; `address` = there is none.
 */
export type DeliveryWaitsFor = 'time' | 'turn' | 'endpoint' | 'resume' | 'address'

export type DeliveryState = 'pending' | 'sending' | 'delivered' | 'held' | 'exhausted' | 'superseded'

export interface CallbackDelivery {
  delivery_id: string
  trigger: DeliveryTrigger
  state: DeliveryState
  /** Never in the past; null where it waits for no time. */
  next_attempt_at: string | null
  /** Null: for nothing. */
  waits_for: DeliveryWaitsFor | null
  delivered_at: string | null
  attempts: DeliveryAttempt[]
}

/** A callback about a transaction with everything that was tried. */
export interface SentCallback {
  webhook_id: string
  status: TransactionStatus
  created_at: string
  /** As sent; only security_hash is hidden. */
  body: string
  deliveries: CallbackDelivery[]
}

/** The result of a request to send a callback again. */
export interface Resend {
  webhook_id: string
  delivery_id: string
  /** `hastened`: a waiting delivery goes out at once. */
  result: 'queued' | 'hastened' | 'under_way'
}

/** Which events to read: those behind a cursor. Without `after`, none: the answer is the cursor of now. */
export interface EventQuery {
  after?: string
  /** How long the gateway may wait for one; in seconds. */
  wait_seconds?: number
  /** Events a page, at most 100. */
  limit?: number
}

/** A callback as it is sent: the body and the headers that sign it. */
export interface CallbackEvent {
  event_id: string
  webhook_id: string
  transaction_id: string
  status: TransactionStatus
  /** Of a pay-in, or of the pay-in of a refund, by this event: what its completed refunds gave back; null for payouts. */
  refunded_amount: number | null
  /** What could still be refunded of it then; null for payouts. */
  refundable_amount: number | null
  /** Of a pay-in that a payer made on the page of a payment link. */
  payment_link_id: string | null
  created_at: string
  headers: Record<string, string>
  /** The exact text. */
  body: string
}

export interface EventPage {
  events: CallbackEvent[]
  /** For the next page. */
  next_after: string
}
