import type { Amount, Currency } from './values.ts'

/** Either `amount`, or `amount_min` and `amount_max`: then the payer chooses. */
export interface PaymentLinkRequest {
  /** Your own id of the link, unique among your links. */
  reference: string
  /** What is paid, for the payer; at most 80 characters. */
  title: string
  /** In the currency of the link. */
  amount?: Amount
  amount_min?: Amount
  amount_max?: Amount
  /** It decides which service codes are offered. */
  currency: Currency
  /** Only these. Default: those of the currency that your point may use. */
  service_codes?: string[]
  /** How many payers it takes. */
  uses_max?: number
  /** When the link closes: ISO 8601, UTC where no zone is given. */
  expired_at?: string
  /** Your own notes, which each of its pay-ins gets. */
  metadata?: Record<string, string>
}

export type PaymentLinkStatus = 'active' | 'paused' | 'used_up' | 'expired'

/** An address that you give to payers. Instants: UTC, YYYY-MM-DDTHH:MM:SS.ffffffZ. */
export interface PaymentLink {
  /** UUID, assigned by the gateway. */
  payment_link_id: string
  /** As you sent it. */
  reference: string
  url: string
  title: string
  /** In the units of the currency; null where the payer chooses. */
  amount: number | null
  amount_min: number | null
  amount_max: number | null
  currency: Currency
  service_codes: string[] | null
  uses_max: number | null
  /** Pay-ins that are paid or hold a place. */
  uses: number
  status: PaymentLinkStatus
  metadata?: Record<string, string>
  expired_at: string | null
  created_at: string
  updated_at: string
}

export interface PaymentLinkFilters {
  reference?: string
  /** Items a page, 1 to 100; default 20. */
  limit?: number
  /** `next_cursor` of the page before. */
  cursor?: string
}

export interface PaymentLinkPage {
  items: PaymentLink[]
  /** Null on the last page. */
  next_cursor: string | null
}
