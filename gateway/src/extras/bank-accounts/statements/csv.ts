import { Buffer } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import { decimalText, minorOf, minorOfDecimal, shown, signed, sums } from './amounts.ts'
import { type Content, textOf } from './content.ts'
import { dayReader } from './csv-dates.ts'
import type { CsvField, CsvProfile } from './csv-profile.ts'
import type { AccountDays } from './days.ts'
import {
  type Balance,
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
import { withoutEnds } from './text-lines.ts'

/** A record with the place where it begins. */
interface Row {
  at: number
  cells: Partial<Record<CsvField, string>>
}

interface TableRecord {
  cells: string[]
  at: number
  raw: string
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
  const rows = others.map((record) => rowOf(record, header.cells.length, columns))
  const account = accountOf(text.slice(0, start), profile)
  const { lines, opening, closing } = linesOf(rows, profile, dayReader(profile.date, days))
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

function afterLines(text: string, count: number): number {
  const pattern = /\r\n|\n|\r/g
  for (let line = 0; line < count; line += 1) {
    if (!pattern.exec(text))
      throw new ReadingFault(text.length, `The table ends before its header: the profile skips ${count} lines.`)
  }
  return pattern.lastIndex
}

function recordsOf(text: string, start: number, profile: CsvProfile): { records: TableRecord[]; hasFooter: boolean } {
  const table = text.slice(start)
  const bytesBefore = (bytes: number) => start + Buffer.from(table).subarray(0, bytes).toString().length
  const records: TableRecord[] = []
  let [hasFooter, unit] = [false, start]
  const footer = profile.footer === undefined ? undefined : new RegExp(profile.footer, 'u')
  try {
    const found = parse(table, {
      delimiter: profile.delimiter,
      quote: profile.quote,
      raw: true,
      relax_column_count: true,
      skip_empty_lines: false,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: statementLimits.fieldCharacters,
    }) as unknown as { record: string[]; raw: string }[]
    for (const { record, raw } of found) {
      const at = unit
      unit += raw.length
      if (record.every((cell) => cell.trim() === '')) continue
      hasFooter ||= footer?.test(withoutEnds(raw, isLineEnd).slice(0, statementLimits.textCharacters)) === true
      if (!hasFooter) records.push({ cells: record, at, raw })
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const bytes = Number((error as unknown as { bytes?: number }).bytes ?? 0)
    throw new ReadingFault(bytesBefore(bytes), `The table cannot be read: ${error.message}`)
  }
  if (footer && !hasFooter)
    throw new ReadingFault(
      text.length,
      'The table ends without the record that its profile expects at the end: it is cut.',
    )
  return { records, hasFooter }
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d
}

function columnsOf(header: TableRecord, profile: CsvProfile): (CsvField | undefined)[] {
  const names = header.cells.map((name) => name.trim())
  for (const wanted of Object.keys(profile.header)) {
    const count = names.filter((name) => name === wanted).length
    if (count !== 1) {
      const reason = count === 0 ? 'is missing' : 'stands there twice'
      throw new ReadingFault(header.at, `The column "${shown(wanted)}" of the profile ${reason} in the header.`)
    }
  }
  return names.map((name) => (Object.hasOwn(profile.header, name) ? profile.header[name] : undefined))
}

function rowOf({ cells, at }: TableRecord, width: number, columns: readonly (CsvField | undefined)[]): Row {
  const isTooLong = cells.slice(width).some((cell) => cell.trim() !== '')
  if (cells.length < width || isTooLong) {
    throw new ReadingFault(at, `A row has ${cells.length} columns, and the header has ${width}.`)
  }
  const row: Row = { at, cells: {} }
  for (const [index, field] of columns.entries()) {
    const text = given(cells[index])
    if (field !== undefined && text !== undefined) row.cells[field] = text
  }
  return row
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

/** With signs, names of currencies and blanks. */
const amountCharacters = 60

const currencySigns = /^(?:\p{Sc}|R\$|U\$S|US\$|S\/\.?|[A-Z]{3})\s*/u

function numberOf(row: Row, text: string, { decimal, thousands, currency }: CsvProfile): bigint {
  if (text.length > amountCharacters) throw new ReadingFault(row.at, `"${shown(text)}" is no amount.`)
  const isInBrackets = /^\(.*\)$/.test(text)
  const bare = (isInBrackets ? text.slice(1, -1) : text).replace(/\u00a0|\u202f/g, ' ').trim()
  const [, before, number = '', after] =
    /^([+-]?)\s*(.*?)\s*([+-]?)$/s.exec(bare.replace(/^([+-]?)\s*/, '$1').replace(currencySigns, '')) ?? []
  const unsigned = number.replace(currencySigns, '')
  const separator = thousands === '' ? undefined : `[${thousands}]`
  const whole = separator === undefined ? '\\d+' : `(?:\\d{1,3}(?:${separator}\\d{3})+|\\d+)`
  const isNumber = new RegExp(`^${whole}(?:[${decimal}]\\d+)?$`).test(unsigned)
  if (!isNumber || (before !== '' && after !== '')) throw new ReadingFault(row.at, `"${shown(text)}" is no amount.`)
  const digits = thousands === '' ? unsigned : unsigned.replaceAll(thousands, '')
  const minor = minorOf(digits, currency, decimal)
  if (typeof minor === 'string') throw new ReadingFault(row.at, minor)
  return before === '-' || after === '-' || isInBrackets ? -minor : minor
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
    details: [],
    refs: {
      bankRef: cells.bankRef ?? firstMatch(cells.text, profile.reference),
      endToEndId: cells.endToEndId,
      customerRef: cells.customerRef,
    },
    text: shortText(cells.text ?? ''),
    party: {
      name: cells.partyName,
      document: cells.partyDocument ?? firstMatch(cells.text, profile.document),
      account: cells.partyAccount,
    },
    code: cells.code,
  }
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
