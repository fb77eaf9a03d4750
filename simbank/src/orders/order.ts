import type { OrderBody } from './order-body.ts'
import type { Reason } from './reasons.ts'
import type { Act } from './scenarios.ts'

/**
 * Types of what the book keeps. Field names are those of the wire and of the journal (snake_case), so that a line of
 * the journal reads like an answer of the API and nothing is renamed on the way.
 */

/** `reversed` (pay-in) and `returned` (payout): completed before, then money came back, whole or in part. */
export type State = 'pending' | 'held' | 'completed' | 'rejected' | 'cancelled' | 'reversed' | 'returned'

/** Why an order that arrived too late is refused: its key was cancelled before, or its deadline has passed. */
export type LateRefusal = 'key_cancelled' | 'deadline_passed'

/** What is kept of a card: never more of the number than this, and never the security code. */
export interface KeptCard {
  bin: string
  last4: string
  brand: string
}

/** The order as it was sent, without the card. */
export type OrderFacts = Omit<OrderBody, 'card'> & { card?: KeptCard }

export interface Sender {
  name: string
  document: string
}

/** One movement of money to (pay-in) or from (payout) the account. Amounts are integer text in minor units. */
export interface Payment {
  payment_id: string
  amount_minor: string
  paid_at: string
  end_to_end_id: string
}

/** What has become of an order; replaced as a whole on each change, so that a notification can keep the one it reports. */
export interface Progress {
  readonly state: State
  readonly reason?: Reason
  readonly provider_code?: string
  readonly credited_minor?: string
  readonly reversed_minor?: string
  readonly end_to_end_id?: string
  readonly sender?: Sender
  readonly executed_at?: string
  readonly payments?: readonly Payment[]
}

/** Something that is due to happen to an order; `number` is unique within the order. */
export interface Timer {
  number: number
  /** Bank time, milliseconds. */
  at_ms: number
  act: Act
  quiet?: true
}

export interface Order {
  /** 1 for the first order in the book. */
  readonly number: number
  readonly key: string
  /** 128 random bits, base64url: opens the payer's page. */
  readonly token: string
  readonly content_hash: string
  readonly facts: OrderFacts
  readonly scenario: string
  readonly challenge?: 'pay' | 'refuse'
  readonly received_at: string
  progress: Progress
  /** Refunds of this pay-in that moved money. */
  refunds: readonly Order[]
  timers: readonly Timer[]
  /** How often money moved for this order, and how often it came back. */
  executed: number
  reversed: number
  /** Number of the journal's entry that received it or last moved its money. */
  last_movement: number
  /** When its money last moved, bank time, ISO 8601 UTC. */
  moved_at?: string
}

export type NotificationType = 'order.completed' | 'order.rejected' | 'order.pending' | 'order.reversed'

/** A notification as the journal keeps it, inside the entry that caused it (so that neither exists without the other). */
export interface NoticeDraft {
  /** Unique in the book; differs from `id` for a deliberate duplicate. */
  ref: string
  id: string
  type: NotificationType
  occurred_at: string
  /** Wait before the first attempt, milliseconds. */
  delay_ms?: number
  /** Signed with a wrong secret and sent only once. */
  forged?: true
  /** The progress to report, where it is not the one that the entry results in. */
  tells?: Progress
}

/** A notification that has not been received yet. */
export interface Notice {
  readonly ref: string
  readonly id: string
  readonly type: NotificationType
  readonly occurred_at: string
  readonly delay_ms: number
  readonly forged: boolean
  readonly order: Order
  readonly tells: Progress
}

/** Money of a pay-in that went back: taken back by the bank, or refunded. Minor units. */
export interface Return {
  id: string
  amount_minor: string
  /** `failed`: a refund came back. */
  status: 'done' | 'failed'
}

/** The bank's own reversal has one id per order, a refund its key. */
export function returnsOf({ key, progress, refunds }: Pick<Order, 'key' | 'progress' | 'refunds'>): Return[] {
  const own = progress.reversed_minor === undefined ? [] : [progress.reversed_minor]
  return [
    ...own.map((amount_minor) => ({ id: `${key}-reversal`, amount_minor, status: 'done' as const })),
    ...refunds.map((refund) => ({
      id: refund.key,
      amount_minor: refund.facts.amount_minor,
      status: refund.progress.state === 'completed' ? ('done' as const) : ('failed' as const),
    })),
  ]
}

/** Sum of the payments, minor units. */
export function creditedMinor(progress: Progress): bigint {
  return BigInt(progress.credited_minor ?? '0')
}

export function reversedMinor(progress: Progress): bigint {
  return BigInt(progress.reversed_minor ?? '0')
}

/** Whether it is still undecided. */
export function isOpen(order: Order): boolean {
  return order.progress.state === 'pending' || order.progress.state === 'held'
}

/** Whether the bank refuses a payment at this instant (bank time, milliseconds) because the order's time is over. */
export function isExpired(order: Order, nowMs: number): boolean {
  return order.facts.expires_at !== undefined && nowMs >= Date.parse(order.facts.expires_at)
}
