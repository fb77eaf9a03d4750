import type { CurrencyCode } from '../../../core/values/currency.ts'

export const linkStatuses = ['active', 'paused', 'used_up', 'expired'] as const
export type LinkStatus = (typeof linkStatuses)[number]

/** What a merchant says of a link. Amounts in minor units. */
export interface LinkContent {
  title: string
  currency: CurrencyCode
  /** Equal amounts: the payer chooses none. */
  amount_min_minor: bigint
  amount_max_minor: bigint
  /** Null: those of the currency. */
  service_codes: readonly string[] | null
  /** Null: without a limit. */
  uses_max: number | null
  expired_at: Date | null
  metadata: Readonly<Record<string, string>> | null
}

/** A row of `payment_links`. */
export interface PaymentLinkRow extends LinkContent {
  id: string
  point_id: string
  token: string
  reference: string
  created_by_key: string
  paused_at: Date | null
  created_at: Date
  updated_at: Date
  /** Pay-ins that are paid or hold a place. */
  uses: number
  /** By the database's clock. */
  is_over: boolean
}

/** Unpaid places that one household may hold: a fifth of a link's, and of small links five. */
export function shareOfHousehold(places: number): number {
  return Math.max(5, Math.floor(places / 5))
}

export function statusOf(link: Pick<PaymentLinkRow, 'is_over' | 'paused_at' | 'uses' | 'uses_max'>): LinkStatus {
  if (link.is_over) return 'expired'
  if (link.paused_at) return 'paused'
  return link.uses_max !== null && link.uses >= link.uses_max ? 'used_up' : 'active'
}

/** The fields, in the API's names, in which two links differ. */
export function differencesOf(one: LinkContent, other: LinkContent): string[] {
  const isFixed = [one, other].every((each) => each.amount_min_minor === each.amount_max_minor)
  const [before, now] = [contentOf(one, isFixed), contentOf(other, isFixed)]
  return Object.entries(before).flatMap(([name, value]) => (value === now[name] ? [] : [name]))
}

function contentOf(link: LinkContent, isFixed: boolean): Record<string, string> {
  const { amount_min_minor: min, amount_max_minor: max } = link
  return {
    title: link.title,
    currency: link.currency,
    ...(isFixed ? { amount: String(min) } : { amount_min: String(min), amount_max: String(max) }),
    service_codes: [...(link.service_codes ?? [])].sort().join(),
    uses_max: String(link.uses_max),
    expired_at: String(link.expired_at?.getTime()),
    metadata: JSON.stringify(Object.entries(link.metadata ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}
