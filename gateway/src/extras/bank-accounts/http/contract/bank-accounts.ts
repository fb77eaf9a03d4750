import type { CsvDraft, CsvField } from '@pasarela/bank-statements'
import type { Country } from '../../../../core/values/country.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { Environment } from '../../../../core/values/environment.ts'
import type { RuledClass } from '../../rules/line-rules.ts'

// Types that the dashboard reads from /console/operator about own bank accounts, the files of their banks, and
// deposit accounts.
// Amounts are decimal text in the currency of their account, days `2030-06-14`, instants ISO 8601 in UTC.

/** `GET /console/operator/bank-accounts`: an own account, and how it stands. */
export interface BankAccountData {
  bank_account_id: string
  /** `provider`: money that came to a connector account of a provider for no order. It has no statements. */
  kind: 'bank' | 'provider'
  environment: Environment
  country: Country
  currency: CurrencyCode
  bank: string | null
  holder: string
  holder_document: string | null
  /** Every form in which statements write its number. */
  numbers: readonly string[]
  time_zone: string
  /** `17:30` in its time zone. */
  cutoff: string | null
  active: boolean
  /** Whether lines that name an order for certain complete it without a person. */
  automatic: boolean
  /** Who said last whether they do. With `to` true and `automatic` false it was allowed before the first live point. */
  automatic_set: { by: string; second: string | null; to: boolean; at: string } | null
  /** The newest closing balance that the bank says. */
  bank_balance: { amount: string; day: string } | null
  /** What the ledger holds there. Null: it is being added up. */
  ledger_balance: string | null
  /** Lines that only the bank's balance holds, less those that only the ledger holds. */
  one_sided: string
  difference: string | null
  waiting: { lines: number; credits: string; debits: string }
  last_file: { name: string; by: string; at: string } | null
  /** Of its newest 31 statements, those that do not add up or do not join the one before. */
  gaps: readonly StatementData[]
}

/** `GET /console/operator/bank-accounts/:id`. */
export interface BankAccountPageData extends BankAccountData {
  /** The newest of each format. */
  profiles: readonly { format: string; version: number; profile: string; set_by: string; at: string }[]
  /** What lines are by the bank's code, or by a part of their text, which only suggests. One of both is null. */
  rules: readonly {
    rule_id: string
    sign: 'C' | 'D'
    code: string | null
    text: string | null
    class: RuledClass
    set_by: string
  }[]
}

/** `GET /console/operator/bank-channels`: a folder whose files are imported by themselves. */
export interface BankChannelData {
  channel_id: string
  environment: Environment
  /** Null: files come over HTTP, with a token. */
  folder: string | null
  /** Of a token: from where it may be used; null: from everywhere. */
  networks: readonly string[] | null
  /** Signed files apply by themselves. */
  signs: boolean
  looked_at: string | null
  last_failure: string | null
}

export interface StatementData {
  bank_account_id: string
  from_day: string
  to_day: string
  currency: string
  opening: string | null
  closing: string | null
  lines: number
  /** Null: a balance is missing. */
  adds_up: boolean | null
  /** Null: nothing stands before it, or it says no opening balance. */
  joins: boolean | null
  /** What its opening balance differs by from where the one before ends. */
  gap: string | null
  /** What the lines of its days in all files give beyond its balances. */
  surplus: string | null
}

/** `GET /console/operator/bank-files`: a file of a bank. */
export interface BankFileData {
  file_id: string
  environment: Environment
  name: string
  bytes: number
  /** The person, or the folder that it came by. */
  by: string
  received_at: string
  format: string | null
  /** `proposed`: it waits for another person; `stored`: nobody has proposed it. */
  state: 'stored' | 'proposed' | 'read' | 'refused'
  refusal: string | null
  proposal_id: string | null
  /** It came by a token: one person imports it, `POST /console/operator/bank-files/:id/import`. */
  by_token: boolean
  statements: number
  lines: number
  /** The first of its statements. */
  first: readonly StatementData[]
}

/** `GET /console/operator/bank-files`: `bytes_max` is the largest file that is taken. */
export interface BankFilesPage {
  items: readonly BankFileData[]
  next_cursor: string | null
  bytes_max: number
}

/** What a person says about a file that does not say it itself. */
export type AskedOption = 'bank_account_id' | 'encoding' | 'time_zone'

/** `POST /console/operator/bank-files/preview` of bytes, `GET …/bank-files/:id/preview` of a stored file. Nothing is stored. */
export interface FilePreviewData {
  name: string
  bytes: number
  sha256: string
  environment: Environment
  /** The same bytes came before. */
  known: { file_id: string; state: 'stored' | 'read' | 'refused'; received_at: string } | null
  /** Why nothing of it would be imported. Lines and columns begin with 1, bytes with 0. */
  refusal: { reason: string; place: { line: number; column: number; byte: number } | null } | null
  format: string | null
  encoding: string | null
  /** False: a file that was cut between two entries cannot be told from a whole one. */
  end_is_proven: boolean
  asks: readonly AskedOption[]
  statement_count: number
  lines: number
  /** Lines that no file held before; the others overlap. */
  new_lines: number
  statements: readonly PreviewedStatementData[]
}

export interface PreviewedStatementData extends StatementData {
  /** The account's number as the file writes it. */
  account: string
  new_lines: number
  credits: string
  debits: string
  /** What the bank says and the lines contradict. */
  doubts: readonly { rule: 'balance' | 'count' | 'sum' | 'day' | 'sign'; said: string; found: string }[]
  first_lines: readonly {
    position: number
    day: string
    sign: 'C' | 'D'
    amount: string
    text: string
    party: string | null
    in_doubt: boolean
    /** Another file holds it too. */
    is_known: boolean
  }[]
}

export type { CsvDraft, CsvField }

/**
 * `POST /console/operator/bank-accounts/:id/table`: how a stored table is read with a profile that nobody has agreed to, or with
 * what the table suggests. Nothing changes.
 */
export interface TriedTableData {
  /** What the table suggests. Null: a profile was given. */
  guess: CsvDraft | null
  columns: readonly { name: string; samples: readonly string[] }[]
  /** What is wrong with the profile: field, colon, reason. */
  faults: readonly string[]
  /** Null: the profile has faults. */
  preview: FilePreviewData | null
}

/** `GET /console/operator/deposit-accounts/waiting`: a deposit account that payers do not see yet. */
export interface WaitingDepositData {
  id: string
  service_code: string
  /** The number or the PIX key. */
  account: string | null
  beneficiary: string
  shown_from: string
  /** Whether the viewer is a third person who may activate the account at once. */
  may_show: boolean
}
