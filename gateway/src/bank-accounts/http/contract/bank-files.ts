import type { Environment } from '../../../values/environment.ts'
import type { StatementWait } from '../../rules/statement-soundness.ts'
import type { StatementKind } from '../../statements/statement.ts'

export type { StatementKind, StatementWait }

// Types that the dashboard reads from /console/operator about files and statements of banks. Times: UTC,
// `2030-06-14T12:00:00.000000Z`. Days: `2030-06-14`. Amounts: decimal text.

/** `stored`: waits to be read, or is being read. */
export type BankFileState = 'stored' | 'read' | 'refused'

/**
 * `POST /console/operator/bank-files?name=…`: the file's bytes are the body. 202 for a file that will be read, 200 for
 * bytes that were read before (`known_since`).
 */
export interface ReceivedFileData {
  id: string
  state: BankFileState
  /** When the same bytes came before. Nothing happens again unless the file was refused then. Null: they are new. */
  known_since: string | null
}

export interface FileRefusalData {
  /** In English, for people. Begins with the place where there is one. */
  message: string
  /** Line and column from 1, byte from 0. Null: the file is refused as a whole. */
  line: number | null
  column: number | null
  byte: number | null
  at: string | null
}

/** An item of `GET /console/operator/bank-files`. */
export interface BankFileData {
  id: string
  environment: Environment
  name: string
  bytes: number
  /** Of its bytes, hexadecimal. */
  sha256: string
  /** Null: a file of an older version. */
  source: 'command' | 'upload' | 'folder' | null
  /** A person, a machine, or the watched folder. */
  received_by: string
  received_at: string
  /** The account that the sender named. Null: the file says whose it is. */
  bank_account_id: string | null
  state: BankFileState
  is_being_read: boolean
  /** `camt.053.001.08`, `MT940`, `OFX 102`, `csv`. Null: not read. */
  format: string | null
  /** Entries of the file by the second count. Null: not read. */
  markers: number | null
  read_at: string | null
  statements: number
  refusal: FileRefusalData | null
}

/** `GET /console/operator/bank-files/:id`. */
export interface BankFileDetailData extends BankFileData {
  statements_in_it: readonly BankStatementData[]
}

/** An item of `GET /console/operator/bank-statements`. */
export interface BankStatementData {
  id: string
  bank_account_id: string
  environment: Environment
  currency: string
  kind: StatementKind
  from_day: string
  to_day: string
  /** Null: the bank says none. */
  opening: string | null
  closing: string | null
  lines: number
  credits: string
  debits: string
  /** Opening balance and lines give the closing balance. Null: a balance is missing. */
  adds_up: boolean | null
  /** It begins where the statements before it end. Null: none stands before it, or it says no opening balance. */
  joins: boolean | null
  /** What its opening balance differs by. Null: `joins` is not false. */
  gap: string | null
  /** What the lines of its days in all files give beyond its balances. Null: they agree, or cannot be compared. */
  surplus: string | null
  /** What the bank says and the lines contradict. */
  doubts: readonly { rule: 'balance' | 'count' | 'sum' | 'day'; said: string; found: string }[]
  /** Why its lines wait for a person (`rules/statement-soundness.ts`). Null: they may take effect by themselves. */
  waits_for: StatementWait | null
  /** Two operators accepted it. */
  accepted: boolean
  file_id: string
  file_name: string
  received_at: string
}

export interface BankFilePageData {
  items: readonly BankFileData[]
  next_cursor: string | null
}

export interface BankStatementPageData {
  items: readonly BankStatementData[]
  next_cursor: string | null
}
