/**
 * The only words a connector may say about money. Nothing else leaves a connector: an exception or an answer that it
 * cannot map is `unknown`, because the money may have moved.
 */
export type Outcome =
  | Completed
  | { kind: 'pending'; providerReference?: string; next?: NextStep; detail?: ProviderDetail }
  | { kind: 'rejected'; reason: RejectReason; detail?: ProviderDetail }
  | {
      kind: 'not_sent'
      why: 'connect_failed' | 'rate_limited' | 'unavailable' | 'refused_by_us'
      retryAfterMs?: number
    }
  | { kind: 'unknown'; why: 'timeout' | 'reset_after_send' | 'server_error' | 'unreadable' | 'unmapped' }
  | Reversed

export interface Completed {
  kind: 'completed'
  /** What arrived in total, in minor units; the ordered amount where the provider reports none. */
  creditedMinor?: bigint
  /** In which currency, as the provider says it. A connector passes on what it hears: it may not know the order. */
  currency?: string
  providerReference?: string
  endToEndId?: string
  sender?: { name?: string; document?: string }
}

/** Money that came back after it had moved. */
export interface Reversed {
  kind: 'reversed'
  /** All that came back so far, in minor units. */
  amountMinor: bigint
  /** What had moved before, where the provider tells: the news of that may have been missed. */
  creditedMinor?: bigint
  /** In which currency, as the provider says it. */
  currency?: string
  providerReference?: string
  detail?: ProviderDetail
}

/** Answer of an inquiry only: the provider does not know our key. */
export interface NotFound {
  kind: 'not_found'
}

/** `redirect`: the payer must go there (3-D Secure). `payer_app`: a page of the provider where the payer may pay. */
export type NextStep = { type: 'redirect'; url: string } | { type: 'payer_app'; url: string }

/** The provider's own code and words, kept as evidence. Never card data. */
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
