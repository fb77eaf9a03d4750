// Types that the dashboard reads from /console/alerts and /console/retention.
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { TransactionType } from '../../../../core/values/status.ts'
import type { AlertKind } from '../../rules/alert-kinds.ts'

export type { AlertKind }

/** `GET /console/alerts`: open ones first, then ended ones, each newest first. */
export interface AlertListData {
  items: readonly AlertData[]
  next_cursor: string | null
  /** Number of open alerts that the person has not seen, up to 100. */
  open: number
}

export interface AlertData {
  id: string
  kind: AlertKind
  /** Of the kind, in the requested language. */
  name: string
  /** Money, access or orders may be lost while nobody looks. */
  urgent: boolean
  /** The person has said so after it came. */
  seen: boolean
  /** The transaction that it names. */
  payment: {
    transaction_id: string
    pay_type: TransactionType
    reference: string
    service_code: string
    amount: string
    currency: CurrencyCode
  } | null
  /** In the requested language. */
  title: string
  text: string
  point_id: string | null
  /** `point` is its name; times are ISO 8601. */
  facts: Readonly<Record<string, string>>
  created_at: string
  /** Null: open. */
  resolved_at: string | null
}

/** `GET /console/alerts/choices`, also the answer of `PUT`. */
export interface AlertChoicesData {
  /** False: no mail server is configured, so alerts appear in the dashboard only. */
  mail_configured: boolean
  choices: readonly AlertChoiceData[]
  /** For the operator's people only. */
  mail_state: { waiting: number; failed_last_day: number; last_error: string | null } | null
}

export interface AlertChoiceData {
  kind: AlertKind
  name: string
  mailed: boolean
  mailed_by_default: boolean
}

/** `POST /console/alerts/test-mail`. */
export interface TestMailData {
  sent: boolean
  /** A code such as `ECONNECTION` or `EAUTH 535`. */
  error: string | null
}

/** `GET /console/retention`, for the operator's people. */
export interface RetentionData {
  /** 0: personal data are kept permanently. */
  retention_days: number
  /** Old unfinished transactions, which keep their data. */
  waiting: number
  runs: readonly RetentionRunData[]
  next_cursor: string | null
}

export interface RetentionRunData {
  id: string
  started_at: string
  /** Null: still running. */
  finished_at: string | null
  retention_days: number
  /** Data with their last change before this instant were removed. */
  horizon: string
  /** Rows by `table.column`; `transactions` counts the transactions. */
  removed: Readonly<Record<string, number>>
}
