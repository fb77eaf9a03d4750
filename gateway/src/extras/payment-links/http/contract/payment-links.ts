import type { LinkStatus } from '../../rules/payment-link.ts'
import type { linkData } from '../link-data.ts'

export type { LinkStatus }

/** `GET …/payment-links/:id`, and an item of the list. */
export type PaymentLinkData = ReturnType<typeof linkData>

/** `GET …/payment-links/:id/takings`: what its pay-ins brought, refunds aside. */
export interface LinkTakingsData {
  /** COMPLETED ones. */
  payments: number
  /** Decimal text in the link's currency: booked to the merchant, less reversals, before fees. */
  amount: string
  /** There are older pay-ins that are not counted. */
  more: boolean
}
