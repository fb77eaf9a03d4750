import type { ToldPayment } from './delivery-log.ts'
import type { Amount, Currency } from './values.ts'

/** What can be made to happen to a test payment. */
export type SimulatedEvent =
  | 'paid'
  | 'paid_partly'
  | 'paid_more'
  | 'paid_twice'
  | 'paid_late'
  | 'approved'
  | 'declined'
  | 'expire'
  | 'return'
  | 'return_partly'
  | 'reversed'

export interface Simulation {
  event: SimulatedEvent
  /** For what is paid or returned in part. */
  amount?: Amount
  /** The payer's document, where another person pays. */
  sender_document?: string
}

interface Funds {
  currency: Currency
  /** What the available balance becomes. */
  available: Amount
  /** How far below zero payouts may take it; 0 = not at all. */
  overdraft_limit: Amount
}

/** One of the two amounts, or both. */
export type TestFunds = (Omit<Funds, 'available'> & Partial<Funds>) | (Omit<Funds, 'overdraft_limit'> & Partial<Funds>)

/** Forward by seconds, or back to the true time: one of them. */
export type ClockMove = { advance_seconds: number; reset?: never } | { reset: true; advance_seconds?: never }

export interface TestClock {
  /** The time of gateway and simulated bank, UTC. */
  now: string
  /** How far it is ahead of the true time. */
  offset_seconds: number
  /** Whose points have this clock. */
  affects: 'your_merchant' | 'all_merchants'
}

/** A callback to a test point that has no address. */
export interface InboxMessage {
  id: string
  webhook_id: string
  headers: Record<string, string>
  /** The exact text: signatures are over its bytes. */
  body: string
  received_at: string
  /** Null: a test callback. */
  payment: ToldPayment | null
}

export interface InboxQuery {
  /** 1 to 100; default 20. */
  limit?: number
  /** Only messages behind this id. */
  after?: string
}
