import type { CurrencyCode } from '../../values/currency.ts'
import type { Environment } from '../../values/environment.ts'
import type { Instructions } from '../../values/instructions.ts'
import type { PayType, Reason, Status } from '../../values/status.ts'
import type { ReadAmounts } from './booked-amount.ts'

/** A pay-in or a payout. Amounts in minor units of `currency`; instants from the database's clock. */
export interface Transaction {
  id: string
  pointId: string
  environment: Environment
  payType: PayType
  serviceCode: string
  /** The merchant's own id, byte for byte as sent. */
  reference: string
  amountMinor: bigint
  currency: CurrencyCode
  status: Status
  reason: Reason
  /** What really arrived and counts for it, in minor units, also while it waits in suspense; null until something did. */
  creditedMinor: bigint | null
  /** What of it is booked to the merchant, waits in suspense, or is missing. */
  amounts: ReadAmounts
  connectorAccountId: string
  instructions: Instructions
  /** The normalised request without amount, reference and card data. */
  details: Record<string, string>
  /** 128-bit secret of the payer's page `/pay/<token>`; null for payouts. */
  payToken: string | null
  /** The bank's reference that the payer gave after paying. */
  payerReference: string | null
  /** Who gave it: `api` = the merchant, whose word the payer does not replace. */
  payerReferenceSource: 'api' | 'payer' | null
  createdAt: Date
  updatedAt: Date
  expiredAt: Date | null
}

export interface HistoryEntry {
  status: Status
  reason: Reason
  at: Date
  /** Who brought the news: `api`, `connector`, `inquiry`, `notification`, `expiry`, `operator`. */
  source: string
  detail: string | null
}
