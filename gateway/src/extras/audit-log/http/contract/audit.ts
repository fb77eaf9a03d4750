// Types that the dashboard reads from /console/audit.

import type { TransactionType } from '../../../../core/values/status.ts'

/** `GET /console/audit` */
export interface AuditPageData {
  /** Newest first. */
  items: readonly AuditItemData[]
  next_cursor: string | null
}

export interface AuditItemData {
  id: string
  created_at: string
  actor: string
  /** `noun.verb` */
  action: string
  /** The action as text in the requested language. */
  said: string
  result: 'done' | 'refused'
  point_id: string | null
  object_id: string | null
  merchant_id: string | null
  /** The IP address of the request. */
  origin: string | null
  detail: Readonly<Record<string, unknown>>
  /** What the ids in this entry belong to, as far as it is known. */
  named: readonly AuditNameData[]
  /** The number of the entry's seal in the chain; null: it will be sealed within seconds. */
  seal: number | null
}

export interface AuditNameData {
  id: string
  kind: 'point' | 'merchant' | 'person' | 'transaction' | 'bank_account'
  name: string
  /** The point of a transaction, the merchant of a person. */
  within: string | null
  pay_type: TransactionType | null
}

/** `GET /console/audit/verify` */
export interface AuditVerdictData {
  holds: boolean
  seals: number
  rows: number
  /** Sealed rows of old months that were dropped as a whole. */
  dropped: number
  /** Sealed rows in which two operators blanked a card number. */
  blanked: number
  breaks: readonly { chain: string; number: number | null; audit_id: string; what: string }[]
  /** Ends of the chains. Stored outside the database, they later prove that no entry was removed from the end. */
  heads: readonly { chain: string; number: number; hash: string }[]
}

/** `GET /console/audit/actions`: what entries may be about, with words in the requested language. */
export interface AuditActionsData {
  actions: readonly { action: string; said: string }[]
}
