import type { AccountEntry, AccountFacts } from '../accounts/account.ts'
import type { LateRefusal, NoticeDraft, Order, OrderFacts, Payment, Sender, State, Timer } from '../orders/order.ts'
import type { Reason } from '../orders/reasons.ts'

/** Notifications that an entry causes, and the timer of the order that it used up. */
interface Caused {
  key: string
  fired?: number
  notices?: NoticeDraft[]
}

/** One thing that happened, as the journal keeps it. */
export type EntryDraft =
  | { type: 'bank_started'; pid: number; cut_off_bytes: number }
  | { type: 'clock_set'; offset_ms: number }
  | (Pick<Order, 'key' | 'number' | 'token' | 'content_hash' | 'scenario' | 'received_at'> & {
      type: 'order_received'
      facts: OrderFacts
      state: State
      challenge?: 'pay' | 'refuse'
      timers: Timer[]
    })
  | ({ type: 'order_executed'; direction: 'in' | 'out'; sender?: Sender } & Payment & Caused)
  | ({ type: 'order_rejected'; reason: Reason } & Caused)
  | ({ type: 'order_reversed'; amount_minor: string; reason: 'reversed' | 'returned' } & Caused)
  | { type: 'order_cancelled'; key: string }
  | ({ type: 'payment_refused'; why: string } & Caused)
  | ({ type: 'notification_due' } & Caused)
  | { type: 'notification_delivered'; key: string; ref: string; http_status: number; attempts: number }
  | { type: 'notification_abandoned'; key: string; ref: string; http_status: number | null; attempts: number }
  | { type: 'request_refused'; key: string; http_status: 503 | 429 }
  | { type: 'request_forgotten'; key: string }
  /** The order is on its way and arrives later. A bank that stops in between never gets it. */
  | { type: 'request_delayed'; key: string; delay_ms: number }
  /** A key that the bank did not know was cancelled: an order that arrives under it is refused for ever. */
  | { type: 'key_cancelled'; key: string }
  | { type: 'late_order_refused'; key: string; why: LateRefusal }
  | { type: 'account_opened'; id: string; facts: AccountFacts }
  | { type: 'account_booked'; account: string; entry: AccountEntry }

/** `seq` counts from 1 without gaps; `at` is real time (never shifted), ISO 8601 UTC. */
export type Entry = { seq: number; at: string } & EntryDraft
