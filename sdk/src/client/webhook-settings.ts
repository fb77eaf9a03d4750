import type { SecretRotation } from './webhook-tools.ts'

/** Where a point's callbacks go, and how that fares. */
export interface WebhookSettings {
  /** Null: held on live points, delivered into the inbox on test points. */
  url: string | null
  /** `paused` holds the callbacks; so does `suspended`, after five days without an answer. Nothing is lost. */
  status: 'active' | 'paused' | 'suspended'
  /** Any 2xx counts as success, not only 200. */
  accept_2xx: boolean
  /** Names, documents, bank and endToEndId in the body. */
  extra_fields: boolean
  /** `amount` in the body for every service code. */
  amount_always: boolean
  /** `metadata` in the body, for transactions that have any. */
  send_metadata: boolean
  /** Callbacks about refunds too, with `pay_type` refund. */
  send_refunds: boolean
  /** Callbacks about withdrawals too, with `pay_type` payout and their `purpose`. */
  send_withdrawals: boolean
  /** Callbacks under way at once, 1 to 64. */
  max_in_flight: number
  /** Callbacks per second, 1 to 1000, of each gateway process. */
  rate_per_second: number
  health: WebhookHealth
  rotation: SecretRotation
}

/** What to change. What is left out stays as it is; `active` also ends a suspension. */
export interface WebhookChange extends Partial<Omit<WebhookSettings, 'status' | 'health' | 'rotation'>> {
  status?: 'active' | 'paused'
}

/** How your server has answered lately. */
export interface WebhookHealth {
  /** `open`: it failed so often that one callback at a time tries whether it is back. */
  state: 'well' | 'failing' | 'open' | 'suspended'
  failing_since: string | null
  next_probe_at: string | null
  /** When the next callback is due; a past time: it waits for its turn. Null: none is due. */
  next_attempt_at: string | null
  /** How long it has failed; reported once for each. */
  alerts: { level: '15m' | '24h' | '3d' | 'suspended'; created_at: string }[]
  /** Callbacks that wait or are held, counted up to 10 000. */
  waiting: number
  /** Your answers to the last attempts, a day and 1 000 of them at most; without an address, those of the test inbox. */
  last_day: { attempts: number; delivered: number; median_ms: number | null; p95_ms: number | null }
  /** Attempts of each hour of the last 24 that had any, oldest first; of the last 20 000 attempts. */
  activity: { hour: string; delivered: number; failed: number }[]
  /** The newest failed attempt of the last 24 hours. */
  last_failure: {
    at: string
    /** Null: no answer came. */
    http_status: number | null
    /** The phase that failed; `http`: the answer was no success. */
    error: string
    error_code: string | null
    delivery_id: string
    transaction_id: string
  } | null
}
