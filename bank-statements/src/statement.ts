/** Formats that are read. */
export const statementFormats = ['camt', 'mt94x', 'ofx', 'csv'] as const
export type StatementFormat = (typeof statementFormats)[number]

/** `booked`: whole days of an account; `intraday`: what happened so far; `notice`: single movements, without balances. */
export type StatementKind = 'booked' | 'intraday' | 'notice'

export type LineSign = 'C' | 'D'

export interface Balance {
  /**
   * How the bank names it: `OPBD`, `PRCD`, `CLBD`, `60F`, `60M`, `62F`, `62M`, `LEDGERBAL`, or `column` for the balance
   * column of a table.
   */
  kind: string
  /** Decimal text with the decimals of the currency; a negative balance begins with `-`. */
  amount: string
  currency: string
  /** `2030-06-14` */
  day?: string | undefined
}

export interface Party {
  name?: string | undefined
  document?: string | undefined
  account?: string | undefined
}

/** References of a movement, as the bank writes them. */
export interface References {
  /** The bank's own id of the movement. */
  bankRef?: string | undefined
  /** The entry's number within its file: many banks begin at 1 in every file, so it names nothing for ever. */
  entryRef?: string | undefined
  endToEndId?: string | undefined
  txId?: string | undefined
  instructionId?: string | undefined
  clearingRef?: string | undefined
  uetr?: string | undefined
  /** The batch of payments that a debit belongs to. */
  batchId?: string | undefined
  messageId?: string | undefined
  mandateId?: string | undefined
  chequeNumber?: string | undefined
  /** What the payer or the account's owner named the movement. */
  customerRef?: string | undefined
}

/** What one movement says about itself, whether it is a line of its own or a part of one. */
export interface Movement {
  refs: References
  /** Up to 1,000 characters, the last of them `…` where the bank sent more. */
  text: string
  party: Party
  /** The bank's code of what it is: `PMNT/RCDT/ESCT`, the type of `:61:`, `TRNTYPE`. */
  code?: string | undefined
  /** Why money came back: the code of a return. */
  returnCode?: string | undefined
}

/** A part of a line that cannot be a line of its own: amounts are missing or do not add up to the entry's. */
export interface LineDetail extends Movement {
  sign: LineSign
  amount?: string | undefined
  currency?: string | undefined
}

/** What of a line stood in elements that the format gives to the bank alone. `ids`: its references. */
export type BankField = 'name' | 'document' | 'account' | 'return_code' | 'ids'

export interface StatementLine extends Movement {
  /** From 1 within the statement. */
  position: number
  /** The entry of the file that it is read from, from 1 within the statement: an entry with n details gives n lines. */
  entry: number
  bookingDay?: string | undefined
  valueDay?: string | undefined
  sign: LineSign
  /** Decimal text without a sign, with the decimals of the currency. Information lines of some banks have 0.00. */
  amount: string
  currency: string
  /** The bank calls it a reversal. It never turns the sign. */
  reversal: boolean
  /** Only booked lines are money. */
  booked: boolean
  /** One payment. False where an entry holds several that cannot be told apart: nothing may match it by itself. */
  isSingle: boolean
  /** What the entry holds can be read in two ways: nothing may match it by itself. */
  inDoubt: boolean
  /** Fields that no payer can have typed. All others are text, which is shown and decides nothing. */
  bankFields: readonly BankField[]
  /** Of the entry's whole text, by `textDigest`. */
  textDigest: string
  details: readonly LineDetail[]
}

/** Something that the bank says about its statement and that the lines contradict. It stops automation, not reading. */
export interface Doubt {
  rule: 'balance' | 'count' | 'sum' | 'day' | 'sign'
  said: string
  found: string
}

export interface Statement {
  kind: StatementKind
  /** As the bank writes it, without blanks. */
  account: string
  /** Every form of the account's number that the statement holds. */
  accountNumbers: readonly string[]
  accountName?: string | undefined
  currency: string
  /** The bank's id of the statement; not unique at every bank. */
  bankId?: string | undefined
  number?: string | undefined
  page?: string | undefined
  /** The last page of those it was sent in, as far as the bank says. */
  isLastPage?: boolean | undefined
  from?: string | undefined
  to?: string | undefined
  opening?: Balance | undefined
  closing?: Balance | undefined
  /** Entries that the file holds for it. */
  entries: number
  lines: readonly StatementLine[]
  /** Sums of the booked lines, decimal text. */
  credits: string
  debits: string
  /** Opening balance and booked lines give the closing balance; undefined where a balance is missing or computed. */
  addsUp?: boolean | undefined
  doubts: readonly Doubt[]
}

export interface Reading {
  format: StatementFormat
  /** `camt.053.001.02`, `MT940`, `OFX 102`, `csv`. */
  version: string
  encoding: string
  statements: readonly Statement[]
  /** Some days were written as instants: the account's zone decides which days they are. */
  hasInstants: boolean
  /** Entries of the file by the second count. */
  markers: number
  /** The format shows where the file ends. False: a file that was cut between two records cannot be told from a whole one. */
  endIsProven: boolean
}

/** Units: bytes, characters, lines, elements. */
export const statementLimits = {
  fileBytes: 128 * 1024 * 1024,
  /** Of a text for people, and of each reference, name and number. */
  textCharacters: 1_000,
  linesPerFile: 500_000,
  statementsPerFile: 10_000,
  /** Details of an entry that cannot be lines of their own. */
  detailsPerLine: 10_000,
  /** One of them is enough to stop automation. */
  doubtsPerStatement: 100,
  xmlDepth: 64,
  /** Of one field: an element of XML, a value of OFX, a cell of a table. */
  fieldCharacters: 65_536,
} as const

/** What a reader cannot read. `at`: UTF-16 units from the start of the text, after a byte order mark. */
export class ReadingFault extends Error {
  override readonly name = 'ReadingFault'
  readonly at: number

  constructor(at: number, reason: string) {
    super(reason)
    this.at = at
  }
}

/** A file that is not read, with the place and the reason in plain words. Lines and columns begin with 1, bytes with 0. */
export class StatementRefusal extends Error {
  override readonly name = 'StatementRefusal'
  readonly reason: string
  readonly line: number
  readonly column: number
  readonly byte: number

  constructor(reason: string, { line, column, byte }: { line: number; column: number; byte: number }) {
    super(`Line ${line}, column ${column}, byte ${byte}: ${reason}`)
    this.reason = reason
    this.line = line
    this.column = column
    this.byte = byte
  }
}

/** A text of the bank for people: white space made one blank, cut at the limit with a mark. */
export function shortText(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  const max = statementLimits.textCharacters
  if (plain.length <= max) return plain
  const cut = plain.slice(0, max - 1)
  // Half a surrogate pair is no character.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

/** The trimmed text, or undefined where nothing is left. */
export function given(text: string | undefined): string | undefined {
  const trimmed = text?.trim()
  return trimmed === undefined || trimmed === '' ? undefined : trimmed
}
