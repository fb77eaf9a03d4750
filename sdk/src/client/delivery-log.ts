import type { DeliveryState, DeliveryTrigger, DeliveryWaitsFor, SentCallback } from './callback-history.ts'
import type { Currency, TransactionStatus, TransactionType } from './values.ts'

/** Narrows the delivery log. Instants: ISO 8601, UTC where no zone is given. */
export interface DeliveryFilters {
  state?: DeliveryState
  /** The status that the callback reports. */
  status?: TransactionStatus
  transaction_id?: string
  /** Your reference of the transaction. */
  reference?: string
  /** Made at or after this. */
  from?: string
  /** `next_before` of the page before. */
  before?: string
  /** Deliveries a page, 1 to 100; default 20. */
  limit?: number
}

/** The transaction that a callback tells about. */
export interface ToldPayment {
  reference: string
  pay_type: TransactionType
  service_code: string
  amount: number
  currency: Currency
}

/** A delivery with its last attempt only; `getDelivery` has all of them. */
export interface ListedDelivery {
  delivery_id: string
  webhook_id: string
  transaction_id: string
  /** Null: a test callback. */
  payment: ToldPayment | null
  status: TransactionStatus
  trigger: DeliveryTrigger
  state: DeliveryState
  /** Requests that were made, probes included. */
  attempts: number
  created_at: string
  /** Never in the past; null where it waits for no time. */
  next_attempt_at: string | null
  /** Null: for nothing. */
  waits_for: DeliveryWaitsFor | null
  delivered_at: string | null
  last_attempt: LastAttempt | null
}

export interface LastAttempt {
  started_at: string
  /** Null: into the inbox of the test point. */
  url: string | null
  http_status: number | null
  error: string | null
  total_ms: number | null
}

export interface DeliveryPage {
  deliveries: ListedDelivery[]
  /** Null on the last page. */
  next_before: string | null
}

/** A delivery with its callback, every attempt and what was sent. */
export interface DeliveryDetail {
  transaction_id: string
  callback: SentCallback
  /** The bytes that were sent, hash included; null when the token that signed them is retired. */
  exact_body: string | null
}

/** The result of a request to send everything again that failed. */
export interface Recovery {
  /** Sent again, because nothing more would have come. */
  queued: number
  /** Waiting ones that go out now. */
  hastened: number
  /** Ask again: one run takes 10 000 transactions. */
  more: boolean
}
