import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { Environment } from '../../../../core/values/environment.ts'

// Types that the dashboard reads from /console/operator/bank-batches. Amounts are decimal text in the units of their currency;
// instants are ISO 8601 in UTC, days `2030-06-14`.

export interface BatchAccountData {
  bank_account_id: string
  bank: string | null
  holder: string
  environment: Environment
  currency: CurrencyCode
}

/** `GET /console/operator/bank-batches/ready`: what waits on an own account and stands in no batch. */
export interface ReadyData extends BatchAccountData {
  items: number
  total: string
  /** `HH:MM` in the account's zone. Null: none is set. */
  cutoff: string | null
  time_zone: string
  /** The first day on which the bank executes what it gets now. Holidays are not known. */
  execution_day: string
}

/** `GET /console/operator/bank-batches`, the newest first. */
export interface BatchData extends BatchAccountData {
  batch_id: string
  /** From 1 within the account. */
  number: number
  state: 'draft' | 'handed_over' | 'done' | 'cancelled'
  items: number
  total: string
  /** Items whose payment is not known yet. */
  live: number
  execution_day: string
  /** Of the file's bytes, in hex. */
  sha256: string
  made_by: string
  /** Null: one person acted alone. */
  approved_by: string | null
  created_at: string
  handed_over_at: string | null
  handed_over_by: string | null
}

/** `POST /console/operator/bank-batches/:id/file`. */
export interface BatchFileData {
  name: string
  /** The bytes in base64. */
  content: string
}

export interface BatchItemData {
  /** From 1 in the file. */
  position: number
  transaction_id: string
  /** The merchant's. */
  reference: string
  /** What the file asks the bank to write on the transfer. */
  write: string
  amount: string
  beneficiary: Readonly<Partial<Record<'holder' | 'document' | 'bank' | 'account' | 'account_type', string>>>
  state: 'live' | 'paid' | 'returned' | 'failed' | 'released'
}

/** `GET /console/operator/bank-batches/:id/items`. */
export interface BatchItemsPage {
  items: BatchItemData[]
  next_cursor: string | null
}
