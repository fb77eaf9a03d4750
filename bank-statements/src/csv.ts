import { Buffer } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import { decimalText, minorOfDecimal, shown, signed, sums } from './amounts.ts'
import { type Content, textOf } from './content.ts'
import { numberIn } from './csv-amounts.ts'
import { dayReader } from './csv-dates.ts'
import type { CsvField, CsvProfile } from './csv-profile.ts'
import type { AccountDays } from './days.ts'
import {
  type Balance,
  type BankField,
  type Doubt,
  given,
  type LineSign,
  type Reading,
  ReadingFault,
  type Statement,
  type StatementLine,
  shortText,
  statementLimits,
} from './statement.ts'
import { textDigest, withoutEnds } from './text-lines.ts'

/** A record with the place where it begins. */
interface Row {
  at: number
  inDoubt: boolean
  cells: Partial<Record<CsvField, string>>
}

interface TableRecord {
  cells: string[]
  at: number
  raw: string
  /** For each cell `1` where it stands in quotes or is empty, else `0`. */
  quoted: string
  /** A quote in it has no end in the table: what its cells are can be read in two ways. */
  holdsOpenQuote: boolean
}

interface Amount {
  sign: LineSign
  minor: bigint
}

/** Reads a table of one account with its bank's profile. With a balance column every row is proven by the one before. */
export function readCsv(
  content: Content,
  profile: CsvProfile,
  days: AccountDays,
): Omit<Reading, 'markers'> & { balanceRows: number } {
  const text = textOf(content)
  const start = afterLines(text, profile.skip)
  const { records, hasFooter } = recordsOf(text, start, profile)
  const [header, ...others] = records
  if (!header) throw new ReadingFault(start, 'The table has no header.')
  if (others.length > statementLimits.linesPerFile) throw new ReadingFault(start, 'The table holds too many lines.')
  const columns = columnsOf(header, profile)
  const dayOf = dayReader(profile.date, days)
  const swallowing = swallowingRows(others, columns, { profile, isDay: (day) => dayOf(day) !== undefined })
  const rows = rowsOf(others, header.cells.length, columns).map((row, index) =>
    swallowing.has(others[index] as TableRecord) ? { ...row, inDoubt: true } : row,
  )
  const account = accountOf(text.slice(0, start), profile)
  const { lines, opening, closing } = linesOf(rows, profile, dayOf)
  const endsWithLine = /[\r\n]$/.test(text) || hasFooter
  const lastIsProven =
    closing !== undefined && others.at(-1)?.cells.length === header.cells.length && columns.at(-1) === 'balance'
  if (!endsWithLine && !lastIsProven) {
    throw new ReadingFault(text.length, 'The last line of the table has no end and may be half of one.')
  }
  const { currency } = profile
  const total = sums({ currency, opening, closing, lines })
  const sorted = lines.map(({ bookingDay }) => bookingDay ?? '').sort()
  const isTrivial = opening?.kind === 'computed' && lines.length < 2
  const statement: Statement = {
    kind: 'booked',
    account,
    accountNumbers: [account],
    currency,
    from: sorted[0],
    to: sorted.at(-1),
    opening,
    closing,
    entries: lines.length,
    lines,
    ...total,
    addsUp: isTrivial ? undefined : total.addsUp,
    doubts: [...total.doubts, ...signDoubts(rows, profile)],
  }
  const balanceRows = rows.length - lines.length
  return {
    format: 'csv',
    version: 'csv',
    encoding: content.encoding,
    statements: [statement],
    hasInstants: days.sawInstant,
    endIsProven: hasFooter,
    balanceRows,
  }
}

/** Whether the header of a table has all columns of a profile. */
export function hasHeaderOf(text: string, { skip, delimiter, quote, header }: CsvProfile): boolean {
  const lines = text.slice(0, statementLimits.fieldCharacters).split(/\r\n|\n|\r/)
  const names = (lines[skip] ?? '').split(delimiter).map((cell) => comparableName(cell.replaceAll(quote, '')))
  return Object.keys(header).every((wanted) => names.includes(comparableName(wanted)))
}

/** The cells of the first records behind the skipped lines of `text`, the beginning of a table. Throws ReadingFault. */
export function firstRecords(text: string, form: Pick<CsvProfile, 'delimiter' | 'quote' | 'skip'>): string[][] {
  const records = parsedRecords(text, afterLines(text, form.skip), form)
  return records.map(({ cells }) => cells).filter((cells) => cells.some((cell) => cell.trim() !== ''))
}

/** One letter with its accent may be one character or two. */
function comparableName(name: string): string {
  return name.trim().normalize('NFC')
}

function afterLines(text: string, count: number): number {
  const pattern = /\r\n|\n|\r/g
  for (let line = 0; line < count; line += 1) {
    if (!pattern.exec(text))
      throw new ReadingFault(text.length, `The table ends before its header: the profile skips ${count} lines.`)
  }
  return pattern.lastIndex
}

function recordsOf(text: string, start: number, profile: CsvProfile): { records: TableRecord[]; hasFooter: boolean } {
  const found = parsedRecords(text, start, profile).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (profile.footer === undefined) return { records: found, hasFooter: false }
  const footer = new RegExp(profile.footer, 'u')
  const isFooter = ({ raw }: TableRecord) =>
    footer.test(withoutEnds(raw, isLineEnd).slice(0, statementLimits.textCharacters))
  // The last one: a text of a payer may look like it.
  const last = found.findLastIndex(isFooter)
  if (last < 0) {
    const reason = 'The table ends without the record that its profile expects at the end: it is cut.'
    throw new ReadingFault(text.length, reason)
  }
  const row = found.slice(last + 1).find(({ cells }) => cells.length >= (found[0]?.cells.length ?? 0))
  if (row) throw new ReadingFault(row.at, 'A row stands behind the record that its profile expects at the end.')
  return { records: found.slice(0, last), hasFooter: true }
}

/**
 * Where a quote is not closed and the bank puts no cell in quotes, quotes are characters of texts. The rows that hold one are in
 * doubt.
 */
function parsedRecords(
  text: string,
  start: number,
  profile: Pick<CsvProfile, 'delimiter' | 'quote'>,
  hasQuotes = true,
): TableRecord[] {
  const table = Buffer.from(text.slice(start))
  const records: TableRecord[] = []
  let [unit, byte, quoted] = [start, 0, '']
  try {
    parse(table, {
      delimiter: profile.delimiter,
      quote: hasQuotes ? profile.quote : null,
      raw: true,
      info: true,
      relax_column_count: true,
      // Without quotes around texts, a quote is a part of them.
      relax_quotes: true,
      skip_empty_lines: false,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: statementLimits.fieldCharacters,
      cast: (value, { quoting }) => {
        quoted += quoting || value === '' ? '1' : '0'
        return value
      },
      on_record: (found) => {
        const { record, raw, info } = found as unknown as { record: string[]; raw: string; info: { bytes: number } }
        records.push({
          cells: record,
          at: unit,
          raw,
          quoted,
          holdsOpenQuote: !hasQuotes && raw.includes(profile.quote),
        })
        unit += table.subarray(byte, info.bytes).toString().length
        ;[byte, quoted] = [info.bytes, '']
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'
    const others = hasQuotes && isOpen ? parsedRecords(text, start, profile, false) : []
    const isWrapped = (cell: string) =>
      cell.length > 1 && cell.startsWith(profile.quote) && cell.endsWith(profile.quote)
    if (others.length > 0 && !others.some(({ cells }) => cells.some(isWrapped))) return others
    const bytes = Number((error as unknown as { bytes?: number }).bytes ?? 0)
    const at = start + table.subarray(0, bytes).toString().length
    throw new ReadingFault(at, `The table cannot be read: ${error.message}`)
  }
  return records
}

/**
 * Which rows may hold others: two payers may have begun and ended a quote around them. A text in quotes runs over several
 * lines there, and one of these begins as a row does. Balances show what is left out, so that only the row is in doubt;
 * without them the table is refused. Of a bank that puts all texts in quotes it is a text.
 */
function swallowingRows(
  rows: readonly TableRecord[],
  columns: readonly (CsvField | undefined)[],
  { profile, isDay }: { profile: CsvProfile; isDay: (text: string) => boolean },
): ReadonlySet<TableRecord> {
  const texts = columns.flatMap((field, index) => (field === 'text' ? [index] : []))
  const isQuoted = ({ quoted }: TableRecord) => texts.every((index) => quoted.charAt(index) !== '0')
  if (profile.quotesTexts && rows.every(isQuoted)) return new Set()
  const day = columns.indexOf('bookingDay')
  const isRowLike = (line: string) => {
    const cells = line.split(profile.delimiter)
    return cells.length > 1 && (cells.length <= day || isDay(cells[day]?.replaceAll(profile.quote, '').trim() ?? ''))
  }
  const found = rows.filter(({ cells }) =>
    cells.some((cell) =>
      cell
        .split(/[\r\n]/)
        .slice(1)
        .some(isRowLike),
    ),
  )
  const [first] = found
  if (first && !columns.includes('balance')) {
    throw new ReadingFault(first.at, 'A text in quotes runs over several lines and may hold rows of the table.')
  }
  return new Set(found)
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d
}

function columnsOf(header: TableRecord, profile: CsvProfile): (CsvField | undefined)[] {
  const names = header.cells.map(comparableName)
  const fields = new Map(Object.entries(profile.header).map(([name, field]) => [comparableName(name), field]))
  for (const wanted of fields.keys()) {
    const count = names.filter((name) => name === wanted).length
    if (count !== 1) {
      const reason = count === 0 ? 'is missing' : 'stands there twice'
      throw new ReadingFault(header.at, `The column "${shown(wanted)}" of the profile ${reason} in the header.`)
    }
  }
  return names.map((name) => fields.get(name))
}

/**
 * Some banks end every row with a delimiter. A row with more cells than the others may hold a delimiter of a payer, which moves
 * what is behind it: balances prove amounts alone. Without them, or with one row, all with more cells may.
 */
function rowsOf(records: readonly TableRecord[], width: number, columns: readonly (CsvField | undefined)[]): Row[] {
  const [first, second] = records
  const isUsual =
    columns.includes('balance') &&
    second !== undefined &&
    records.every(({ cells }) => cells.length === first?.cells.length)
  return records.map(({ cells, at, holdsOpenQuote }) => {
    const isTooLong = cells.slice(width).some((cell) => cell.trim() !== '')
    if (cells.length < width || isTooLong) {
      throw new ReadingFault(at, `A row has ${cells.length} columns, and the header has ${width}.`)
    }
    const row: Row = { at, inDoubt: holdsOpenQuote || (cells.length > width && !isUsual), cells: {} }
    for (const [index, field] of columns.entries()) {
      const text = given(cells[index])
      if (field !== undefined && text !== undefined) row.cells[field] = text
    }
    return row
  })
}

function accountOf(head: string, profile: CsvProfile): string {
  if (profile.account !== undefined) return profile.account.replace(/\s/g, '')
  const found = firstMatch(head, profile.accountPattern)?.replace(/\s/g, '')
  if (found === undefined || found === '')
    throw new ReadingFault(0, 'The lines before the header do not hold the account.')
  return found
}

function linesOf(
  rows: readonly Row[],
  profile: CsvProfile,
  dayOf: (text: string) => string | undefined,
): { lines: StatementLine[]; opening?: Balance; closing?: Balance } {
  const { currency } = profile
  const lines: StatementLine[] = []
  const ordered = profile.order === 'asc' ? rows : rows.toReversed()
  let [opening, before]: [Balance | undefined, bigint | undefined] = [undefined, undefined]
  const balanceOf = (kind: string, minor: bigint): Balance => ({ kind, amount: decimalText(minor, currency), currency })
  for (const [index, row] of ordered.entries()) {
    const amount = amountOf(row, profile)
    const balance = row.cells.balance === undefined ? undefined : numberOf(row, row.cells.balance, profile)
    if (!amount) {
      const isEdge = index === 0 || index === ordered.length - 1
      if (balance === undefined || !isEdge) throw new ReadingFault(row.at, 'A row has no amount.')
      if (before !== undefined && before !== balance) throw mismatch(row, before, balance, currency)
      opening ??= balanceOf('column', balance)
      before = balance
      continue
    }
    lines.push(lineOf(row, amount, { profile, dayOf }))
    const change = signed(amount.sign, amount.minor)
    if (balance === undefined) {
      if (Object.values(profile.header).includes('balance')) throw new ReadingFault(row.at, 'A row has no balance.')
      continue
    }
    opening ??= balanceOf('computed', balance - change)
    const expected = (before ?? minorOfDecimal(opening.amount)) + change
    if (expected !== balance) throw mismatch(row, expected, balance, currency)
    before = balance
  }
  if (profile.order === 'desc') lines.reverse()
  for (const [index, line] of lines.entries()) Object.assign(line, { position: index + 1, entry: index + 1 })
  return { lines, ...(opening && { opening }), ...(before !== undefined && { closing: balanceOf('column', before) }) }
}

function mismatch(row: Row, expected: bigint, found: bigint, currency: string): ReadingFault {
  const [wanted, told] = [decimalText(expected, currency), decimalText(found, currency)]
  return new ReadingFault(row.at, `The balance of this row is ${told}. The row before and its amount give ${wanted}.`)
}

function amountOf(row: Row, profile: CsvProfile): Amount | undefined {
  const { amount, debit, credit, sign } = row.cells
  if (profile.amount === 'debit_credit') {
    const [out, into] = [debit, credit].map((text) => (text === undefined ? 0n : numberOf(row, text, profile)))
    if (out === undefined || into === undefined || (debit === undefined && credit === undefined)) return undefined
    if (out !== 0n && into !== 0n) throw new ReadingFault(row.at, 'A row has a debit and a credit.')
    // Some banks write debits with a minus in their own column.
    if (into < 0n) throw new ReadingFault(row.at, 'A credit is negative.')
    return out === 0n ? { sign: 'C', minor: into } : { sign: 'D', minor: out < 0n ? -out : out }
  }
  if (amount === undefined) return undefined
  const minor = numberOf(row, amount, profile)
  if (profile.amount === 'signed') return { sign: minor < 0n ? 'D' : 'C', minor: minor < 0n ? -minor : minor }
  const isOf = (words: readonly string[]) => words.some((word) => word.toLowerCase() === sign?.toLowerCase())
  const [isDebit, isCredit] = [isOf(profile.debitWords), isOf(profile.creditWords)]
  if (isDebit === isCredit) throw new ReadingFault(row.at, `"${shown(sign ?? '')}" says neither debit nor credit.`)
  if (minor < 0n && isCredit) throw new ReadingFault(row.at, 'A credit is negative.')
  return { sign: isDebit ? 'D' : 'C', minor: minor < 0n ? -minor : minor }
}

function numberOf(row: Row, text: string, profile: CsvProfile): bigint {
  const minor = numberIn(text, profile)
  if (typeof minor === 'string') throw new ReadingFault(row.at, minor)
  return minor
}

function lineOf(
  row: Row,
  { sign, minor }: Amount,
  { profile, dayOf }: { profile: CsvProfile; dayOf: (text: string) => string | undefined },
): StatementLine {
  const { cells } = row
  const dayIn = (text: string) => {
    const day = dayOf(text)
    if (day === undefined) throw new ReadingFault(row.at, `"${shown(text)}" is no day of the form ${profile.date}.`)
    return day
  }
  if (cells.bookingDay === undefined) throw new ReadingFault(row.at, 'A row has no day.')
  const patternRef = cells.customerRef === undefined ? firstMatch(cells.text, profile.reference) : undefined
  return {
    position: 0,
    entry: 0,
    bookingDay: dayIn(cells.bookingDay),
    valueDay: cells.valueDay === undefined ? undefined : dayIn(cells.valueDay),
    sign,
    amount: decimalText(minor, profile.currency),
    currency: profile.currency,
    reversal: false,
    booked: true,
    isSingle: true,
    inDoubt: row.inDoubt,
    bankFields: bankFieldsOf(cells, patternRef !== undefined),
    details: [],
    refs: {
      bankRef: cells.bankRef,
      endToEndId: cells.endToEndId,
      customerRef: cells.customerRef ?? patternRef,
    },
    text: shortText(cells.text ?? ''),
    textDigest: textDigest([cells.text ?? '', cells.partyAccount ?? '']),
    party: {
      name: cells.partyName,
      document: cells.partyDocument ?? firstMatch(cells.text, profile.document),
      account: cells.partyAccount,
    },
    code: cells.code,
  }
}

/** What a pattern takes out of a text may have been typed by a payer. */
function bankFieldsOf(cells: Row['cells'], hasPatternRef: boolean): BankField[] {
  const columns = { name: 'partyName', document: 'partyDocument', account: 'partyAccount' } as const
  const found = (['name', 'document', 'account'] as const).filter((field) => cells[columns[field]] !== undefined)
  return hasPatternRef ? found : [...found, 'ids']
}

/** The pattern is the operator's and the text is not: it sees the beginning of the text alone. */
function firstMatch(text: string | undefined, pattern: string | undefined): string | undefined {
  if (text === undefined || pattern === undefined) return undefined
  const found = new RegExp(pattern, 'u').exec(text.slice(0, statementLimits.textCharacters))
  return given(found?.[1] ?? found?.[0])
}

/** A column of debits that has some with a minus and some without may hold credits. */
function signDoubts(rows: readonly Row[], profile: CsvProfile): Doubt[] {
  const words = profile.debitWords.map((word) => word.toLowerCase())
  const debits = rows.flatMap((row) => {
    const { amount, debit, sign = '' } = row.cells
    const text = profile.amount === 'debit_credit' ? debit : words.includes(sign.toLowerCase()) ? amount : undefined
    return profile.amount === 'signed' || text === undefined ? [] : numberOf(row, text, profile)
  })
  const [negative, positive] = [
    debits.filter((minor) => minor < 0n).length,
    debits.filter((minor) => minor > 0n).length,
  ]
  if (negative === 0 || positive === 0) return []
  return [{ rule: 'sign', said: `${negative} debits with a minus`, found: `${positive} debits without` }]
}
