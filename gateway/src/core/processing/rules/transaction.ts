import type { CurrencyCode } from '../../values/currency.ts'
import type { Environment } from '../../values/environment.ts'
import type { Instructions } from '../../values/instructions.ts'
import type { Reason, Status, TransactionType } from '../../values/status.ts'
import { type AmountColumns, type ReadAmounts, readAmountsOf } from './amounts.ts'
import type { Amounts } from './state.ts'

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

/** A row of `transactions` as the driver returns it. */
export interface TransactionRow extends AmountColumns {
  id: string
  point_id: string
  environment: Environment
  service_code: string
  reference: string
  currency: CurrencyCode
  fee_minor: bigint
  connector_account_id: string
  sequence: bigint
  instructions: Instructions
  details: Record<string, string>
  metadata: Readonly<Record<string, string>> | null
  content_hash: Buffer
  pay_token: string | null
  redirect_url: string | null
  provider_page_url: string | null
  card_bin: string | null
  card_last4: string | null
  end_to_end_id: string | null
  provider_reference: string | null
  sender_name: string | null
  sender_document: string | null
  needs_operator: string | null
  payer_reference: string | null
  payer_reference_source: 'api' | 'payer' | null
  created_by_key: string | null
  /** The payment link on whose page a payer made it; null: made through the API. */
  payment_link_id: string | null
  approval_until: Date | null
  /** The account of the merchant that a payout goes to, where it is a withdrawal. */
  withdrawal_account_id: string | null
  /** When names, documents and texts were removed; null: not removed. */
  personal_removed_at: Date | null
  created_at: Date
  updated_at: Date
  expired_at: Date | null
}

/** The columns that a creation writes, with their types. */
export const createdColumns = {
  id: 'uuid',
  point_id: 'uuid',
  environment: 'text',
  pay_type: 'text',
  service_code: 'text',
  reference: 'text',
  amount_minor: 'bigint',
  currency: 'text',
  status: 'text',
  reason: 'text',
  connector_account_id: 'uuid',
  sequence: 'bigint',
  instructions: 'jsonb',
  details: 'jsonb',
  metadata: 'jsonb',
  content_hash: 'bytea',
  pay_token: 'text',
  redirect_url: 'text',
  card_bin: 'text',
  card_last4: 'text',
  expired_at: 'timestamptz',
  fee_minor: 'bigint',
  created_by_key: 'text',
  approval_until: 'timestamptz',
  payment_link_id: 'uuid',
  withdrawal_account_id: 'uuid',
} as const satisfies Partial<Record<keyof TransactionRow, string>>

/** The columns that keep their defaults, which `untouched` repeats. */
const laterColumns = [
  'credited_minor',
  'received_minor',
  'suspense_minor',
  'reversed_minor',
  'sent_back_minor',
  'provider_page_url',
  'end_to_end_id',
  'provider_reference',
  'sender_name',
  'sender_document',
  'needs_operator',
  'payer_reference',
  'payer_reference_source',
  'personal_removed_at',
  'created_at',
  'updated_at',
] as const satisfies readonly Exclude<keyof TransactionRow, keyof typeof createdColumns>[]

/** The columns of TransactionRow, for a select from `transactions t`. */
export const transactionColumns = [...Object.keys(createdColumns), ...laterColumns]
  .map((column) => `t.${column}`)
  .join(', ')

/** The columns of what replies show. */
export const shownColumns = {
  id: 'id',
  payType: 'pay_type',
  serviceCode: 'service_code',
  reference: 'reference',
  amountMinor: 'amount_minor',
  currency: 'currency',
  status: 'status',
  reason: 'reason',
  creditedMinor: 'credited_minor',
  receivedMinor: 'received_minor',
  suspenseMinor: 'suspense_minor',
  reversedMinor: 'reversed_minor',
  sentBackMinor: 'sent_back_minor',
  instructions: 'instructions',
  metadata: 'metadata',
  payToken: 'pay_token',
  payerReference: 'payer_reference',
  paymentLinkId: 'payment_link_id',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  expiredAt: 'expired_at',
} as const satisfies Record<keyof Omit<ShownTransaction, 'amounts' | 'isWithdrawal'>, keyof TransactionRow> &
  Record<keyof Omit<Amounts, 'feeMinor'>, keyof TransactionRow>

export function toTransaction(row: TransactionRow): Transaction {
  return {
    id: row.id,
    pointId: row.point_id,
    environment: row.environment,
    payType: row.pay_type,
    serviceCode: row.service_code,
    reference: row.reference,
    amountMinor: row.amount_minor,
    currency: row.currency,
    status: row.status,
    reason: row.reason,
    creditedMinor: row.credited_minor,
    amounts: readAmountsOf(row),
    connectorAccountId: row.connector_account_id,
    instructions: row.instructions,
    details: row.details,
    metadata: row.metadata,
    isWithdrawal: row.withdrawal_account_id !== null,
    payToken: row.pay_token,
    payerReference: row.payer_reference,
    payerReferenceSource: row.payer_reference_source,
    paymentLinkId: row.payment_link_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiredAt: row.expired_at,
  }
}
