import { decimalText, signed } from './amounts.ts'
import { type Content, contentOf, textOf } from './content.ts'
import { afterLines, amountOf, dayIn, numberOf, type Row, recordsOf, rowOf } from './csv.ts'
import type { CsvField, CsvProfile } from './csv-profile.ts'
import { readStatements } from './read-statements.ts'
import { ReadingFault, StatementRefusal } from './statement.ts'

/** What a profile makes of a sample: for people, who then change the profile. */
export interface CsvTrial {
  /** The whole sample can be read: a file like it would be taken. */
  isReadable: boolean
  /** Names of the columns, as the sample writes them. */
  columns: readonly string[]
  /** Records after the header. */
  records: number
  rows: readonly TriedRow[]
  /** Every fault, up to the limit, in the order of the file. */
  faults: readonly TrialFault[]
  /** More faults than are shown. */
  hasMoreFaults: boolean
  /** Of the whole sample, where it can be read. Amounts are decimal text. */
  statement:
    | {
        account: string
        lines: number
        from: string | undefined
        to: string | undefined
        credits: string
        debits: string
        opening: string | undefined
        closing: string | undefined
        endIsProven: boolean
      }
    | undefined
}

export interface TriedRow {
  /** From 1 after the header. */
  row: number
  /** Line of the file, from 1. */
  line: number
  cells: readonly string[]
  /** Undefined: the row has a fault, or it holds a balance alone. */
  becomes: { day: string; amount: string; valueDay: string | undefined } | undefined
}

export interface TrialFault {
  /** From 1 after the header. Undefined: it is about the file or its header. */
  row: number | undefined
  /** Line of the file, from 1. Undefined: about no line. */
  line: number | undefined
  column: string | undefined
  message: string
}

export const trialLimits = { rows: 50, faults: 200 } as const

/** Tries a profile on a sample and collects every fault by row and column instead of ending at the first. */
export function tryCsv(sample: Uint8Array, profile: CsvProfile): CsvTrial {
  const whole = readWhole(sample, profile)
  const byRow = whole.isTable ? rowsOf(sample, profile) : undefined
  const faults = [...(byRow?.faults ?? [])]
  // Such as a balance that does not follow from the row before: only the reading of the whole sees it.
  if (whole.fault !== undefined && faults.length === 0) faults.push(whole.fault)
  return {
    isReadable: whole.statement !== undefined,
    columns: byRow?.columns ?? [],
    records: byRow?.records ?? 0,
    rows: byRow?.rows ?? [],
    faults: faults.slice(0, trialLimits.faults),
    hasMoreFaults: faults.length > trialLimits.faults,
    statement: whole.statement,
  }
}

interface Whole {
  statement: CsvTrial['statement']
  fault: TrialFault | undefined
  isTable: boolean
}

function readWhole(sample: Uint8Array, profile: CsvProfile): Whole {
  try {
    const reading = readStatements(sample, { profile })
    const [statement] = reading.statements
    if (reading.format !== 'csv' || !statement) {
      const message = `The sample is no table: it is ${reading.version}, which needs no profile.`
      return { statement: undefined, fault: aboutFile(message), isTable: false }
    }
    const { account, lines, from, to, credits, debits, opening, closing } = statement
    const shown = { account, lines: lines.length, from, to, credits, debits, endIsProven: reading.endIsProven }
    return {
      statement: { ...shown, opening: opening?.amount, closing: closing?.amount },
      fault: undefined,
      isTable: true,
    }
  } catch (error) {
    if (!(error instanceof StatementRefusal)) throw error
    const { reason, line } = error
    return { statement: undefined, fault: { row: undefined, line, column: undefined, message: reason }, isTable: true }
  }
}

function aboutFile(message: string): TrialFault {
  return { row: undefined, line: undefined, column: undefined, message }
}

interface Rows {
  columns: readonly string[]
  records: number
  rows: TriedRow[]
  faults: TrialFault[]
}

/** Undefined where the records cannot be told apart: the reading of the whole then says why. */
function rowsOf(sample: Uint8Array, profile: CsvProfile): Rows | undefined {
  let content: Content
  let [text, start] = ['', 0]
  let records: ReturnType<typeof recordsOf>['records']
  try {
    content = contentOf(sample)
    text = textOf({ ...content, encoding: profile.encoding ?? content.encoding })
    start = afterLines(text, profile.skip)
    records = recordsOf(text, start, { ...profile, footer: undefined }).records
  } catch (error) {
    if (error instanceof ReadingFault || error instanceof StatementRefusal) return undefined
    throw error
  }
  const footer = profile.footer === undefined ? undefined : new RegExp(profile.footer, 'u')
  const end = footer
    ? records.findIndex((record) => footer.test(text.slice(record.at, record.end).replace(/[\r\n]+$/, '')))
    : -1
  const [header, ...others] = end < 0 ? records : records.slice(0, end)
  if (!header) return undefined
  const columns = header.cells.map((name) => name.trim())
  const faults = headerFaults(columns, profile)
  const rows: TriedRow[] = []
  const lineAt = lineCounter(text)
  for (const [index, record] of others.entries()) {
    const place = { row: index + 1, line: lineAt(record.at) }
    const tried = tryRow(record, { columns, profile })
    for (const fault of tried.faults) if (faults.length <= trialLimits.faults) faults.push({ ...place, ...fault })
    if (index < trialLimits.rows) rows.push({ ...place, cells: record.cells, becomes: tried.becomes })
  }
  return { columns, records: others.length, rows, faults }
}

function headerFaults(columns: readonly string[], profile: CsvProfile): TrialFault[] {
  return Object.keys(profile.header).flatMap((wanted) => {
    const count = columns.filter((name) => name === wanted).length
    if (count === 1) return []
    const message = count === 0 ? 'The header has no such column.' : 'The header has this column twice.'
    return [{ row: undefined, line: undefined, column: wanted, message }]
  })
}

/** Line numbers of places that only grow. */
function lineCounter(text: string): (at: number) => number {
  let [seen, line] = [0, 1]
  return (at) => {
    for (; seen < at; seen += 1) {
      const unit = text.charCodeAt(seen)
      if (unit === 10 || (unit === 13 && text.charCodeAt(seen + 1) !== 10)) line += 1
    }
    return line
  }
}

const amountFields: readonly CsvField[] = ['amount', 'debit', 'credit', 'balance']
const dayFields: readonly CsvField[] = ['bookingDay', 'valueDay']

function tryRow(
  record: { cells: string[]; at: number },
  { columns, profile }: { columns: readonly string[]; profile: CsvProfile },
): { faults: { column: string | undefined; message: string }[]; becomes: TriedRow['becomes'] } {
  const faults: { column: string | undefined; message: string }[] = []
  const attempt = <T>(column: string | undefined, work: () => T): T | undefined => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof ReadingFault)) throw error
      faults.push({ column, message: error.message })
      return undefined
    }
  }
  const fieldOf = (name: string) => (Object.hasOwn(profile.header, name) ? profile.header[name] : undefined)
  const row: Row | undefined = attempt(undefined, () => rowOf(record, columns.length, columns.map(fieldOf)))
  if (!row) return { faults, becomes: undefined }
  const days: { [field in CsvField]?: string | undefined } = {}
  for (const name of columns) {
    const field = fieldOf(name)
    const cell = field === undefined ? undefined : row.cells[field]
    if (field === undefined || cell === undefined) continue
    if (amountFields.includes(field)) attempt(name, () => numberOf(row, cell, profile))
    if (dayFields.includes(field)) days[field] = attempt(name, () => dayIn(row, cell, profile.date))
  }
  const amount = faults.length > 0 ? undefined : attempt(undefined, () => amountOf(row, profile))
  if (amount && row.cells.bookingDay === undefined) faults.push({ column: undefined, message: 'A row has no day.' })
  if (faults.length > 0 || !amount || days.bookingDay === undefined) return { faults, becomes: undefined }
  const text = decimalText(signed(amount.sign, amount.minor), profile.currency)
  return { faults, becomes: { day: days.bookingDay, amount: text, valueDay: days.valueDay } }
}
