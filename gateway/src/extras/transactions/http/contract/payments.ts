import type { AccountKind, TransferKind } from '../../../../core/ledger/rules/ledger.ts'
import type { Environment } from '../../../../core/values/environment.ts'
import type { PayType, Reason, Status, TransactionType } from '../../../../core/values/status.ts'
import type { ActorData } from '../../../../core/web/contract/words.ts'
import type { WaitsFor } from '../../../webhooks/rules/delivery-wait.ts'

// The dashboard's part of …/transactions. Types only: the dashboard imports nothing else of the gateway.

export type { AccountKind, Environment, PayType, Reason, Status, TransactionType, TransferKind }

/** An item of a list. Amounts are decimal text in `currency`; instants ISO 8601, UTC. */
export interface TransactionItem {
  transaction_id: string
  pay_type: TransactionType
  service_code: string
  /** ISO 3166-1 alpha-2; `WW` for cards. */
  country: string
  reference: string
  amount: string
  currency: string
  /** Booked to the merchant or paid out, less reversals; null where that is nothing. */
  credited_amount: string | null
  /** Received, and not yet booked to the merchant. */
  suspense_amount: string
  /** Missing amount of a partly paid pay-in; null where nothing is missing. */
  missing_amount: string | null
  /** Charged, less what was given back; null before anything was booked. */
  fee: string | null
  /** What it changed the merchant's balance by, fees included; null before anything was booked. */
  net: string | null
  /** Of a pay-in: its completed refunds that did not come back; null for all others. */
  refunded_amount: string | null
  /** Of a pay-in: what can still be refunded, "0.00" unless it is COMPLETED; null for all others. */
  refundable_amount: string | null
  status: Status
  reason: Reason
  /** Payer or beneficiary, as given by the merchant. */
  party_name: string | null
  /** Of a pay-in: who sent the money, as the bank told; null where it told nothing. */
  sender_name: string | null
  /** The payment link on whose page a payer made it; null: made through the API. */
  payment_link_id: string | null
  /** Of a refund: the payment whose money goes back, and the merchant's own reason; null for all others. */
  refund_of: { transaction_id: string; reference: string; reason: string | null } | null
  /** The transaction needs review by an operator. */
  asks_operator: boolean
  created_at: string
  updated_at: string
  expired_at: string | null
}

/** `GET …/transactions`. */
export interface TransactionListData {
  items: readonly TransactionItem[]
  next_cursor: string | null
  /** The search read only part of the references or names with this beginning: a longer text finds the rest. */
  cut: boolean
}

/** Rows up to 1,000; `more`: there are more than that. */
export interface CappedCount {
  rows: number
  more: boolean
}

/** `GET …/transactions/counts?pay_type=&created_from=&created_to=`. */
export interface StatusCountsData {
  all: CappedCount
  by_status: Readonly<Record<Status, CappedCount>>
}

/** `GET …/transactions/lookup?q=`: at most ten. */
export interface LookupData {
  items: readonly TransactionItem[]
}

/** `GET …/transactions/:id/story`. */
export interface TimelineData {
  transaction: TimelineTransaction
  amounts: TimelineAmounts
  /** The creating request; null for transactions older than the request log or its retention. */
  request: TimelineRequest | null
  attempts: readonly TimelineAttempt[]
  notifications: readonly TimelineNotification[]
  history: readonly TimelineState[]
  ledger: readonly TimelineTransfer[]
  callbacks: readonly TimelineCallback[]
  /** Actions of people on the transaction. */
  audit: readonly TimelineAudit[]
  /** The refunds of a pay-in. */
  refunds: readonly TimelineRefund[]
  /** Only for a refund: the pay-in whose money goes back. */
  refunded_payment: { transaction_id: string; reference: string; amount: string } | null
  /** Only for a payout that waits, or waited, for approval. */
  approval: { until: string; waiting: boolean; created_by: string | null } | null
  /** Who created it. */
  made_by: ActorData
  /** The request as a shell command, with `$PASARELA_KEY` for the key. */
  curl: string
  /** All entries in the order of time; `place` is the index in the section that `kind` names. */
  timeline: readonly TimelineItem[]
  /** A section has more entries than are returned. */
  cut: boolean
}

export interface TimelineTransaction extends Omit<TransactionItem, 'party_name' | 'refund_of'> {
  service_name: string
  environment: Environment
  /** A payout that takes the merchant's own money out. */
  is_withdrawal: boolean
  /** Why an operator must review it; null: no review. */
  needs_operator: string | null
  payer_reference: string | null
  payer_reference_source: 'api' | 'payer' | null
  end_to_end_id: string | null
  provider_reference: string | null
  sender_document: string | null
  card: { bin: string; last4: string } | null
  /** The merchant's own notes; null without any. */
  metadata: Readonly<Record<string, string>> | null
  /** The normalised request, without card data. */
  details: Readonly<Record<string, string>>
  /** How the payer pays; null for payouts. */
  instructions: {
    payment_url: string
    /** The shop's name as payers know it. */
    shop_name: string
    target_account: {
      bank: string | null
      number: string | null
      type: string | null
      beneficiary: string | null
      doc_id: string | null
      reference: string | null
    } | null
    pix_br_code: string | null
    clabe: string | null
  } | null
}

/** Decimal text in the transaction's currency. */
export interface TimelineAmounts {
  asked: string
  credited: string | null
  received: string
  in_suspense: string
  missing: string | null
  /** What an overpaid pay-in received beyond what was asked and is not sent back; null for all others. */
  excess: string | null
  reversed: string
  sent_back: string
  fee: string
  /** Of a pay-in: what it and its refunds changed the balance by, fees included; null before anything was booked. */
  remains: string | null
}

export interface TimelineRefund {
  transaction_id: string
  reference: string
  amount: string
  status: Status
  reason: Reason
  created_at: string
}

export interface TimelineRequest {
  request_id: string
  at: string
  method: string
  route: string
  status: number
  problem_code: string | null
  key_id: string | null
  address: string | null
  duration_ms: number
}

export interface TimelineAttempt {
  number: number
  kind: 'submit' | 'announce'
  connector: string
  key: string
  state: 'waiting' | 'calling' | 'open' | 'closed'
  outcome: string | null
  detail: unknown
  calls: number
  maybe_sent: boolean
  created_at: string
  sent_at: string | null
  updated_at: string
}

export interface TimelineNotification {
  id: string
  connector: string
  received_at: string
  state: 'received' | 'processed' | 'unmatched'
  event_id: string | null
  /** Without signatures and credentials. */
  headers: Readonly<Record<string, string>>
  /** The bytes as text, at most 16 KiB; card numbers and secrets are masked. */
  body: string
  body_bytes: number
}

export interface TimelineState {
  status: Status
  reason: Reason
  at: string
  source: string
  detail: string | null
}

export interface TimelineTransfer {
  id: string
  at: string
  kind: TransferKind
  /** On the page of a pay-in: the refund that it is about. */
  refund_id: string | null
  /** The debited and the credited account. */
  debit: AccountKind
  credit: AccountKind
  amount: string
  /** Running totals of this transaction in the merchant's accounts, this entry included. */
  running: { available: string; pending: string; reserved: string }
}

export interface TimelineCallback {
  webhook_id: string
  status: Status
  created_at: string
  /** The sent body; security_hash is hidden. */
  body: string
  deliveries: readonly TimelineDelivery[]
}

export interface TimelineDelivery {
  delivery_id: string
  trigger: 'auto' | 'manual' | 'recover'
  state: 'pending' | 'sending' | 'delivered' | 'held' | 'exhausted' | 'superseded'
  /** Never in the past. */
  next_attempt_at: string | null
  waits_for: WaitsFor | null
  delivered_at: string | null
  attempts: readonly TimelineCallbackAttempt[]
}

export interface TimelineCallbackAttempt {
  number: number
  started_at: string
  url: string | null
  http_status: number | null
  error: string | null
  error_code: string | null
  total_ms: number | null
  slow: boolean
  response_body: string | null
  sent_body_sha256: string | null
}

export interface TimelineAudit {
  at: string
  actor: string
  action: string
  /** The action as text in the requested language. */
  said: string
  result: 'done' | 'refused'
  detail: Readonly<Record<string, unknown>>
}

export type TimelineItem =
  | { at: string; kind: 'request' }
  | { at: string; kind: 'attempt'; place: number }
  | { at: string; kind: 'notification'; place: number }
  | { at: string; kind: 'state'; place: number }
  | { at: string; kind: 'money'; place: number }
  | { at: string; kind: 'callback'; place: number }
  | { at: string; kind: 'delivery'; place: number; delivery_id: string; number: number }
  | { at: string; kind: 'audit'; place: number }
  | { at: string; kind: 'refund'; place: number }
  | { at: string; kind: 'refunded_payment' }

/** `GET …/services`, the part that forms need. */
export interface ServicesData {
  services: readonly ServiceData[]
}

export interface ServiceData {
  service_code: string
  name: string
  country: string
  currency: string
  decimals: number
  operations: { payin?: ServiceOperation; payout?: ServiceOperation }
}

export interface ServiceOperation {
  instructions: string
  /** Of a pay-in without a time of its own. */
  expires_after_hours?: number
  fields: readonly ServiceField[]
}

export interface ServiceField {
  name: string
  /** Its path in the nested form of a card pay-in. */
  nested_path?: string
  required: boolean
  allowed_values?: readonly string[]
  max_length: number | null
  description: string
  example: string | number
}

/** `POST …/validate`: the normalised values, and the bank of the account. */
export interface ValidationData {
  normalised: Readonly<Record<string, string>>
  bank: { name: string } | null
}
