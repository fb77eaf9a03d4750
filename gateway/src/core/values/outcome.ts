import type { Instructions } from './instructions.ts'

/**
 * Everything that a connector may report about money. An exception, or an answer that the connector cannot map, is
 * `unknown`, because the money may have moved.
 */
export type Outcome =
  | Completed
  | Pending
  | { kind: 'rejected'; reason: RejectReason; detail?: ProviderDetail }
  | {
      kind: 'not_sent'
      why: 'connect_failed' | 'rate_limited' | 'unavailable' | 'refused_by_us'
      retryAfterMs?: number
    }
  | { kind: 'unknown'; why: 'timeout' | 'reset_after_send' | 'server_error' | 'unreadable' | 'unmapped' }
  | Reversed

export interface Pending {
  kind: 'pending'
  /** Nothing was sent, because a person pays at the bank. */
  by?: 'operator'
  providerReference?: string
  next?: NextStep
  detail?: ProviderDetail
  /** How the payer pays, where the provider makes it. */
  instructions?: Instructions
}

export interface Completed {
  kind: 'completed'
  /** Total received, in minor units. The ordered amount if the provider reports none. */
  creditedMinor?: bigint
  /** Currency that the provider reports. The connector does not check it, because it may not know the order. */
  currency?: string
  providerReference?: string
  endToEndId?: string
  sender?: { name?: string; document?: string }
}

/** Money that was returned after it had moved. */
export interface Reversed {
  kind: 'reversed'
  /** Total returned so far, in minor units. */
  amountMinor: bigint
  /**
   * What came back one by one, where the provider lists it; never empty. Our own refunds among them, by the keys that were
   * committed before they were sent, are no reversal. A provider that has refunds and lists nothing makes each of them one.
   */
  reversals?: readonly { id: string; amountMinor: bigint; isDone: boolean }[]
  /** Amount that had moved before, if the provider reports it. The gateway may have missed that notification. */
  creditedMinor?: bigint
  /** Currency that the provider reports. */
  currency?: string
  providerReference?: string
  detail?: ProviderDetail
}

/** Answer of an inquiry only: the provider does not know the gateway's key. */
export interface NotFound {
  kind: 'not_found'
}

/**
 * `redirect`: the payer must open the URL (3-D Secure). `payer_app`: a page of the provider on which the payer may pay.
 */
export type NextStep = { type: 'redirect'; url: string } | { type: 'payer_app'; url: string }

/** The provider's own code and text, kept as evidence. Never card data. */
export interface ProviderDetail {
  code?: string
  message?: string
}

export const rejectReasons = [
  'declined',
  'insufficient_funds',
  'invalid_account',
  'expired_card',
  'authentication_failed',
  'processing_error',
  'limit_exceeded',
  'compliance',
  'not_executed',
  'cancelled',
  'other',
] as const

export type RejectReason = (typeof rejectReasons)[number]
