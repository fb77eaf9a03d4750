import type { Currency, PayType, TransactionReason, TransactionStatus, TransactionType } from './values.ts'

interface TransactionBasics {
  /** UUID, assigned by the gateway. */
  transaction_id: string
  /** As you sent it. */
  reference: string
  /** In the units of the currency. */
  amount: number
  status: TransactionStatus
  /** Your own notes, as you sent them; absent without any. */
  metadata?: Record<string, string>
}

/** Where the payer pays to. */
interface PaymentInstructions {
  target_account_bank: string | null
  /** Account, wallet or key. */
  target_account_num: string | null
  target_account_type: string | null
  target_account_beneficiary: string | null
  target_account_doc_id: string | null
  /** To be quoted on the deposit. */
  target_account_reference: string | null
  /** The gateway's page for the payer: details, QR code, countdown, result. */
  payment_url: string
}

/** The instruction that only PIX_BR or SPEI_MX has. */
interface OwnInstructions {
  /** PIX copy-and-paste code. */
  pix_br_code?: string
  clabe?: string
}

/** Instants: UTC, YYYY-MM-DDTHH:MM:SS.ffffffZ. */
interface PayinBasics extends TransactionBasics, PaymentInstructions {
  currency: Currency
  created_at: string
  updated_at: string
  expired_at: string
}

/** Answer to a pay-in by bank transfer or to a wallet: the payer pays to this account. */
export interface TransferPayin extends PayinBasics {
  target_account_num: string
}

/** Answer to PIX_BR. */
export interface PixPayin extends TransferPayin {
  currency: 'BRL'
  /** PIX copy-and-paste code. */
  pix_br_code: string
}

/** Answer to SPEI_MX. */
export interface SpeiPayin extends TransferPayin {
  currency: 'MXN'
  clabe: string
}

/** Answer to DEBIN_AR: the payer's account is debited, so there is none to pay to. */
export interface DebinPayin extends PayinBasics {
  currency: 'ARS'
  target_account_bank: null
  target_account_num: null
  target_account_type: null
  target_account_beneficiary: null
  target_account_doc_id: null
  target_account_reference: null
}

/** Answer to a pay-in by bank transfer or a local method: each service code has one of them (`PayinOf`). */
export type Payin = TransferPayin | PixPayin | SpeiPayin | DebinPayin

/** Answer to a card pay-in. */
export interface CardPayin extends TransactionBasics {
  message: string
  /** Send the payer's browser there. */
  redirect_url: string
}

/** Answer to a payout. */
export interface Payout extends TransactionBasics {
  /** UTC, YYYY-MM-DD HH:MM:SS. */
  created_at: string
}

/** A payout that surely failed: nothing was paid, and its reference is used. */
export interface FailedPayout extends Payout {
  status: 'ERROR'
}

/** A transaction as lists and changes show it. */
export interface Transaction extends TransactionBasics, Partial<PaymentInstructions>, OwnInstructions {
  pay_type: TransactionType
  /** Of a payout to your own account. */
  purpose?: 'withdrawal'
  service_code: string
  currency: Currency
  /** Booked to you, or paid out, and not taken back; null where that is nothing. As `amount` of callbacks. */
  credited_amount: number | null
  /** Arrived, and waits for more of it or for a decision: not yours yet. */
  suspense_amount: number
  /** Of a pay-in of which a part arrived: what is missing to `amount`; null where nothing is. */
  missing_amount: number | null
  /** In reads and lists: charged, less what was given back; null before anything was booked. */
  fee?: number | null
  /** In reads and lists: what it changed your balance by, fees included; below zero for payouts. */
  net?: number | null
  /** In reads and lists, of a pay-in: its completed refunds that did not come back; null for payouts. */
  refunded_amount?: number | null
  /** In reads and lists, of a pay-in: what can still be refunded; null for payouts. */
  refundable_amount?: number | null
  reason: TransactionReason
  /** The bank's reference that the payer gave after paying. */
  payer_reference: string | null
  /** The payment link on whose page a payer made it; null: made through the API. */
  payment_link_id: string | null
  /** UTC; pay-in: YYYY-MM-DDTHH:MM:SS.ffffffZ, payout: YYYY-MM-DD HH:MM:SS. */
  created_at: string
  updated_at: string
  expired_at?: string
  message?: string
  redirect_url?: string
}

/** One step of a transaction's history. */
export interface TransactionStep {
  status: TransactionStatus
  reason: TransactionReason
  at: string
  /** What reported the change. */
  source: string
  detail: string | null
}

/** A transaction with everything that is known about it. */
export interface TransactionDetail extends Transaction {
  end_to_end_id: string | null
  provider_reference: string | null
  sender_name: string | null
  sender_document_number: string | null
  /** The fields of the request as they were understood. */
  details: Record<string, string>
  card_bin?: string
  card_last4?: string | null
  history: TransactionStep[]
}

/** Narrows a list. Instants: ISO 8601, UTC where no zone is given. */
export interface TransactionFilters {
  reference?: string
  status?: TransactionStatus
  pay_type?: PayType
  service_code?: string
  payer_reference?: string
  /** Only pay-ins of this payment link. */
  payment_link_id?: string
  /** Only transactions with a note of this key and the value of `metadata_value`. */
  metadata_key?: string
  metadata_value?: string
  /** Words of a name, a document, a reference, an id or its first eight characters, or an amount as people write it. */
  text?: string
  /** Created at or after this. */
  created_from?: string
  /** Created before this; a date alone means the end of that day. */
  created_to?: string
  /** Items a page, 1 to 100; default 20. */
  limit?: number
  /** `next_cursor` of the page before. */
  cursor?: string
}

export interface TransactionPage {
  items: Transaction[]
  /** Null on the last page. */
  next_cursor: string | null
}
