import type { CurrencyCode } from '../../values/currency.ts'
import type { Environment } from '../../values/environment.ts'
import type { Instructions } from '../../values/instructions.ts'
import type { Reason, Status, TransactionType } from '../../values/status.ts'
import type { ReadAmounts } from './amounts.ts'

/** A pay-in, a payout or a refund. Amounts in minor units of `currency`; instants from the database's clock. */
export interface Transaction {
  id: string
  pointId: string
  environment: Environment
  payType: TransactionType
  serviceCode: string
  /** The merchant's own id, byte for byte as sent. */
  reference: string
  amountMinor: bigint
  currency: CurrencyCode
  status: Status
  reason: Reason
  /** Received amount that counts, in minor units, also while in suspense; null until something arrived. */
  creditedMinor: bigint | null
  /** Booked, suspense and missing amounts. */
  amounts: ReadAmounts
  connectorAccountId: string
  instructions: Instructions
  /** The normalised request without amount, reference and card data. */
  details: Record<string, string>
  /** The merchant's own notes; null without any. */
  metadata: Readonly<Record<string, string>> | null
  /** A payout to the merchant's own account. */
  isWithdrawal: boolean
  /** 128-bit secret of the payer's page `/pay/<token>`; null for all but pay-ins. */
  payToken: string | null
  /** Bank reference of the payment, given afterwards. */
  payerReference: string | null
  /** Source of the reference: `api` = the merchant; the payer cannot replace it. */
  payerReferenceSource: 'api' | 'payer' | null
  /** The payment link on whose page a payer made it; null: made through the API. */
  paymentLinkId: string | null
  createdAt: Date
  updatedAt: Date
  expiredAt: Date | null
}

/** What replies show of a transaction. */
export type ShownTransaction = Omit<
  Transaction,
  'pointId' | 'environment' | 'creditedMinor' | 'connectorAccountId' | 'details' | 'payerReferenceSource'
>

export interface HistoryEntry {
  status: Status
  reason: Reason
  at: Date
  /** Source of the update: `api`, `connector`, `inquiry`, `notification`, `expiry`, `operator`. */
  source: string
  detail: string | null
}
