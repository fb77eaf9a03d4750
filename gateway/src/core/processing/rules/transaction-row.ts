import type { CurrencyCode } from '../../values/currency.ts'
import type { Environment } from '../../values/environment.ts'
import type { Instructions } from '../../values/instructions.ts'
import { type AmountColumns, readAmountsOf } from './amounts.ts'
import type { Transaction } from './transaction.ts'

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

/** The columns of TransactionRow, for a select from `transactions t`. */
export const transactionColumns = [
  'id',
  'point_id',
  'environment',
  'pay_type',
  'service_code',
  'reference',
  'amount_minor',
  'currency',
  'status',
  'reason',
  'credited_minor',
  'received_minor',
  'suspense_minor',
  'reversed_minor',
  'sent_back_minor',
  'fee_minor',
  'connector_account_id',
  'sequence',
  'instructions',
  'details',
  'metadata',
  'content_hash',
  'pay_token',
  'redirect_url',
  'provider_page_url',
  'card_bin',
  'card_last4',
  'end_to_end_id',
  'provider_reference',
  'sender_name',
  'sender_document',
  'needs_operator',
  'payer_reference',
  'payer_reference_source',
  'created_by_key',
  'payment_link_id',
  'approval_until',
  'withdrawal_account_id',
  'personal_removed_at',
  'created_at',
  'updated_at',
  'expired_at',
]
  .map((column) => `t.${column}`)
  .join(', ')

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
