// Types that the dashboard reads from /console/operator about payment files.

/** `part` and `done`: some, or all, payouts of a file that the bank has are decided. */
export type PaymentBatchState = 'draft' | 'approved' | 'handed_over' | 'part' | 'done' | 'cancelled'

/** Who took a step, and when. */
export interface BatchStepData {
  by: string
  at: string
}

/** An item of `GET /console/operator/payment-batches`. Amounts are decimal text in `currency`. */
export interface PaymentBatchData {
  payment_batch_id: string
  bank_account_id: string
  bank_name: string | null
  environment: 'test' | 'live'
  /** Gap-free for each account. */
  number: number
  message_id: string
  state: PaymentBatchState
  payouts: number
  total: string
  currency: string
  /** Payouts whose outcome is not known, and their sum. */
  open_payouts: number
  open_total: string
  /** Payouts that ended without payment, or came back. */
  unpaid_payouts: number
  /** `2030-06-14`: the day on which the bank executes it. The money arrives on it at the earliest. */
  arrives_by: string
  /** Until when the bank must have it. Null: not known. */
  cutoff_at: string | null
  made: BatchStepData
  approved: BatchStepData | null
  handed_over: BatchStepData | null
  cancelled: BatchStepData | null
  file: { name: string; sha256: string; size_bytes: number } | null
}

export interface PaymentBatchItemData {
  position: number
  transaction_id: string
  reference: string
  point: string
  service_code: string
  /** Our name of the payment at the bank. */
  instruction_key: string
  amount: string
  state: 'open' | 'paid' | 'rejected' | 'returned' | 'removed' | 'ended'
  beneficiary: string | null
  /** Its end alone until the file is handed over. */
  account: string | null
  /** What the bank said of a rejected one. */
  code: string | null
  text: string | null
}

/** `GET /console/operator/payment-batches/{id}`. */
export interface PaymentBatchDetailData extends PaymentBatchData {
  items: PaymentBatchItemData[]
  /** The first lines of the file. Until it is handed over the beneficiaries' accounts are masked. */
  preview: string | null
  /** Why a draft could not be approved now. */
  blocked: string | null
}

/** `POST /console/operator/payment-batches`. */
export interface MadePaymentBatchData {
  payment_batch_id: string
  number: number
  /** Payouts that the file cannot hold. */
  left_out: { transaction_id: string; why: string }[]
  /** More payouts wait than one file takes. */
  more: boolean
}

/** An item of `GET /console/operator/payment-batches/accounts`: an account that payouts leave from. */
export interface PayingAccountData {
  bank_account_id: string
  name: string
  currency: string
  /** How its files are written; null: payouts are made at the bank one by one. */
  template: unknown
  /** Payouts that wait and stand in no file. */
  waiting_payouts: number
  waiting_total: string
}

/** An item of `GET /console/operator/payment-batches/{id}/debits`: an unclaimed debit of the account, likely ones first. */
export interface PaymentBatchDebitData {
  bank_line_id: string
  booking_day: string
  /** Decimal text in the currency of the file. */
  amount: string
  text: string
  /** It is exactly what is open of the file. A proposal `payment_paid` may name it. */
  pays: boolean
}
