// What the dashboard reads of /console/alerts and /console/retention. Types only.
import type { AlertKind } from '../../rules/alert-kinds.ts'

export type { AlertKind }

/** `GET /console/alerts`: the open ones first, each part newest first. */
export interface AlertListData {
  items: readonly AlertData[]
  next_cursor: string | null
  /** How many are open, up to 100. */
  open: number
}

export interface AlertData {
  id: string
  kind: AlertKind
  /** In the language that was asked for. */
  title: string
  text: string
  point_id: string | null
  /** `point` is its name; times are ISO 8601. */
  facts: Readonly<Record<string, string>>
  created_at: string
  /** Null: open. */
  resolved_at: string | null
}

/** `GET /console/alerts/choices`, and what `PUT` answers. */
export interface AlertChoicesData {
  /** False: no mail server is set, and alerts stand in the dashboard only. */
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
  /** 0: personal data are kept for ever. */
  retention_days: number
  /** Old transactions that are not finished and keep their data. */
  waiting: number
  runs: readonly RetentionRunData[]
  next_cursor: string | null
}

export interface RetentionRunData {
  id: string
  started_at: string
  /** Null: it goes on. */
  finished_at: string | null
  retention_days: number
  /** What changed last before this was removed. */
  horizon: string
  /** Rows by `table.column`; `transactions` counts the transactions. */
  removed: Readonly<Record<string, number>>
}
