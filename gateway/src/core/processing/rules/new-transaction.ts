import type { PayinRequest, PayoutRequest } from '../../payment-methods/read-request.ts'
import type { Message, Value } from '../../texts/messages/say.ts'
import type { TransactionType } from '../../values/status.ts'
import type { TransactionRow } from './transaction.ts'

/** What a transaction is made from: the request of a pay-in or payout, or what a refund takes from its pay-in. */
export interface CreationRequest
  extends Omit<PayoutRequest, 'operation' | 'method'>,
    Partial<Pick<PayinRequest, 'expiresAt' | 'card' | 'redirectUrl'>> {
  operation: TransactionType
  method: Pick<PayoutRequest['method'], 'country'>
}

/** A transaction to write: its row before the commit, with its attempt (none where nothing is sent). */
export interface NewTransaction extends Omit<TransactionRow, 'created_at' | 'updated_at'> {
  target_reference: string | null
  party_document: string | null
  party_name: string | null
  /** Where the columns do not say what was asked for: how a request differs from the earlier one with its reference. */
  differences?(row: TransactionRow): Differences
  attempt: NewAttempt | null
  /**
   * Of a refund: its pay-in, whether its amount is what is left of it when it is written, whether it is known where the
   * money goes, and the bank's line that says so.
   */
  refund?: { payinId: string; isRest: boolean; isPayable: boolean; lineId: string | null }
  /** A payout of all that is available when it is written, less its fee. */
  takesAll?: boolean
}

/** How two requests with one reference differ: by these fields of the request, or `otherwise`. `sent`: what was sent before. */
export interface Differences {
  fields: readonly string[]
  sent?: Value
  otherwise?: Message
}

/** What the columns hold that nobody has written yet. */
export const untouched = {
  status: 'PENDING',
  credited_minor: null,
  received_minor: 0n,
  suspense_minor: 0n,
  reversed_minor: 0n,
  sent_back_minor: 0n,
  fee_minor: 0n,
  provider_page_url: null,
  end_to_end_id: null,
  provider_reference: null,
  sender_name: null,
  sender_document: null,
  needs_operator: null,
  payer_reference: null,
  payer_reference_source: null,
  approval_until: null,
  withdrawal_account_id: null,
  personal_removed_at: null,
  payment_link_id: null,
} as const satisfies Partial<NewTransaction>

export interface NewAttempt {
  id: string
  kind: 'submit' | 'announce'
  key: string
  /** `calling`: leased to this process, which calls right after the commit. */
  state: 'waiting' | 'calling'
  leaseOwner: string | null
  leaseMs: number | null
  /** The order's deadline; null where its provider honours none. */
  executeBefore: Date | null
}

/** `item`: as written, where the commit decided about the transaction. */
export type Creation =
  | { kind: 'created'; createdAt: Date; item?: NewTransaction }
  | { kind: 'existing'; row: TransactionRow }

export function referenceKey(pointId: string, payType: TransactionType, reference: string): string {
  return `${pointId}/${payType}/${reference}`
}
