// Types that the dashboard reads from /console/operator/bank-accounts/:id/csv-profile about how a bank writes its tables.

/** What a column may hold. */
export type CsvFieldData =
  | 'bookingDay'
  | 'valueDay'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'sign'
  | 'balance'
  | 'text'
  | 'bankRef'
  | 'endToEndId'
  | 'customerRef'
  | 'code'
  | 'partyName'
  | 'partyDocument'
  | 'partyAccount'

/** The body of `PUT …/csv-profile` and the stored profile. docs/connectors.md says what each field means. */
export interface CsvProfileBody {
  name: string
  /** Left out: the bytes decide. */
  encoding?: 'utf-8' | 'windows-1252' | undefined
  delimiter: string
  quote?: string
  /** Lines before the header. */
  skip?: number
  /** The account's number, or a pattern that finds it in the lines before the header. One of the two. */
  account?: string | undefined
  accountPattern?: string | undefined
  currency: string
  /** Name of the column → field. */
  header: Record<string, CsvFieldData>
  /** Such as `dd/MM/yyyy`. */
  date: string
  decimal: '.' | ','
  thousands?: '' | '.' | ',' | ' ' | "'"
  amount: 'signed' | 'debit_credit' | 'sign_column'
  debitWords?: string[]
  creditWords?: string[]
  order: 'asc' | 'desc'
  reference?: string | undefined
  document?: string | undefined
  footer?: string | undefined
}

export interface CsvProfileData {
  id: string
  profile: CsvProfileBody
  made_by: string
  made_at: string
  /** When it read a sample without a fault. A draft that never did cannot be approved. */
  tried_at: string | null
  tried_lines: number | null
  approved_by: string | null
  approved_at: string | null
}

/** `GET` and `PUT …/csv-profile`. Approve the draft by the proposal `csv_profile` with both ids. */
export interface CsvProfilesData {
  bank_account_id: string
  draft: CsvProfileData | null
  approved: CsvProfileData | null
}

export interface CsvTrialFaultData {
  /** From 1 after the header. Null: about the file or its header. */
  row: number | null
  /** Line of the file, from 1. */
  line: number | null
  column: string | null
  /** In English, for people. */
  message: string
}

/** `POST …/csv-profile/try`: the body is a file of the bank, up to 16 MiB. Nothing of it is stored. */
export interface CsvTrialData {
  profile_id: string
  /** A file like this would be taken. */
  readable: boolean
  columns: readonly string[]
  /** Records after the header. */
  records: number
  /** The first 50. */
  rows: readonly {
    row: number
    line: number
    cells: readonly string[]
    /** Null: the row has a fault, or holds a balance alone. The amount is decimal text with its sign. */
    becomes: { day: string; value_day: string | null; amount: string } | null
  }[]
  /** The first 200. */
  faults: readonly CsvTrialFaultData[]
  more_faults: boolean
  /** Of the whole file. Null: it cannot be read. */
  statement: {
    account: string
    lines: number
    from_day: string | null
    to_day: string | null
    credits: string
    debits: string
    opening: string | null
    closing: string | null
    /** False: a file that was cut between two rows cannot be told from a whole one. A footer in the profile helps. */
    end_is_proven: boolean
  } | null
}

/**
 * `POST …/csv-profile/propose`: the body is a file of the bank, up to 16 MiB. Lists hold every value that the file allows,
 * the likely one first. Nothing is decided or stored.
 */
export interface CsvProposalData {
  encoding: 'utf-8' | 'windows-1252'
  delimiters: readonly string[]
  skip: number
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  header: Readonly<Record<string, CsvFieldData>>
  dates: readonly string[]
  decimals: readonly ('.' | ',')[]
  thousands: '' | '.' | ',' | ' ' | "'"
  amount: 'signed' | 'debit_credit' | 'sign_column'
  /** Null: the file does not say. */
  order: 'asc' | 'desc' | null
}
