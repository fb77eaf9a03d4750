import { currencyDecimals } from '../../values/currency.ts'
import { type CsvColumn, type CsvTemplate, exactValues, isFormula } from './csv-template.ts'
import type { FileBatch, FileFault, FilePayment } from './payment.ts'

/** The bytes of a file, or every reason why it cannot be written. UTF-8 without a byte order mark. */
export type WrittenFile = { kind: 'written'; content: Buffer } | { kind: 'refused'; faults: readonly FileFault[] }

/** The same batch and template always give the same bytes. */
export function writeCsv(template: CsvTemplate, batch: FileBatch): WrittenFile {
  const faults: FileFault[] = []
  const rows = batch.payments.map((payment) =>
    template.columns.map((column) => {
      const cell = cellOf(column, { template, batch, payment })
      if ('fault' in cell) faults.push({ position: payment.position, message: `${nameOf(column)}: ${cell.fault}` })
      return 'text' in cell ? cell.text : ''
    }),
  )
  const head = template.header ? [template.columns.map(({ header }) => plain(header, template))] : []
  if (faults.length > 0) return { kind: 'refused', faults }
  const end = template.line_end === 'crlf' ? '\r\n' : '\n'
  const lines = [...head, ...rows].map((cells) => cells.map((text) => quoted(text, template)).join(template.delimiter))
  return { kind: 'written', content: Buffer.from(lines.map((line) => `${line}${end}`).join(''), 'utf8') }
}

type Cell = { text: string } | { fault: string }
interface Place {
  template: CsvTemplate
  batch: FileBatch
  payment: FilePayment
}

function nameOf({ value, header }: CsvColumn): string {
  return header === '' ? value : `${value} (${header})`
}

function cellOf(column: CsvColumn, place: Place): Cell {
  const { template } = place
  const raw = rawValue(column, place)
  if (typeof raw !== 'string') return raw
  if (raw === '' && column.required) return { fault: 'the payout has none, and the bank needs it' }
  if (raw === '') return { text: filled('', column) }
  const word = column.words === undefined ? raw : wordFor(column.words, raw)
  if (word === undefined) return { fault: `the bank has no word for ${shown(raw)}` }
  const isExact = exactValues.has(column.value)
  const text = isExact ? word : plain(word, template)
  if (isExact && text !== plain(text, template)) return { fault: 'holds what the bank’s table cannot hold' }
  if (text === '') return { fault: `nothing of it can be written: ${shown(raw)}` }
  const { max } = column
  if (max !== undefined && text.length > max) {
    if (!column.cut) return { fault: `has ${text.length} characters, and the bank takes ${max}` }
    return { text: text.slice(0, max).trimEnd() }
  }
  return { text: filled(text, column) }
}

/** A value such as `constructor` is no entry of the table. */
function wordFor(words: Readonly<Record<string, string>>, raw: string): string | undefined {
  return Object.hasOwn(words, raw) ? words[raw] : undefined
}

function filled(text: string, { zeros, max }: CsvColumn): string {
  return zeros && text !== '' ? text.padStart(max ?? 0, '0') : text
}

function rawValue(column: CsvColumn, { template, batch, payment }: Place): string | { fault: string } {
  switch (column.value) {
    case 'fixed':
      return column.text ?? ''
    case 'amount':
      return amountText(payment.amountMinor, { template, batch })
    case 'currency':
      return batch.currency
    case 'execution_day':
      return dayText(batch.executionDay, template.date_format)
    case 'instruction_key':
      return payment.instructionKey
    case 'reference':
      return payment.reference
    case 'message_id':
      return batch.messageId
    case 'batch_number':
      return String(batch.number)
    case 'position':
      return String(payment.position)
    default:
      return payment.beneficiary[column.value] ?? column.text ?? ''
  }
}

/** Exact: an amount that the bank's decimals cannot say refuses the file. No separator of thousands, ever. */
function amountText(minor: bigint, { template, batch }: Pick<Place, 'template' | 'batch'>): string | { fault: string } {
  const own = currencyDecimals[batch.currency]
  const scale = 10n ** BigInt(own)
  if (minor <= 0n) return { fault: 'an amount is above zero' }
  const [whole, part] = [minor / scale, minor % scale]
  if (template.decimals === 0) return part === 0n ? `${whole}` : { fault: 'the bank takes no decimals' }
  const digits = own === 0 ? '00' : String(part).padStart(2, '0')
  const text = `${whole}${template.decimal_mark ?? ''}${digits}`
  return template.decimal_mark === null ? text.replace(/^0+(?=\d)/, '') : text
}

function dayText(day: string, format: CsvTemplate['date_format']): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return format.replace('yyyy', year).replace('MM', month).replace('dd', date)
}

/** Text without control characters, formulas and, where the template says so, accents, delimiters and quotes. */
function plain(value: string, template: CsvTemplate): string {
  let text = value.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
  if (template.ascii) text = ascii(text)
  if (template.quotes === 'never') text = text.replaceAll(template.delimiter, ' ').replaceAll('"', ' ')
  text = text.replace(/ {2,}/g, ' ').trim()
  while (isFormula(text)) text = text.slice(1).trimStart()
  return text
}

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
}

function ascii(value: string): string {
  return [...value.normalize('NFKD').replace(/\p{M}/gu, '')]
    .map((each) => letters[each] ?? each)
    .join('')
    .replace(/[‘’´`]/g, "'")
    .replace(/[“”«»]/g, '"')
    .replace(/[‐-―]/g, '-')
    .replace(/[^\x20-\x7e]/g, ' ')
}

function quoted(text: string, { quotes, delimiter }: CsvTemplate): string {
  const isNeeded = quotes === 'always' || (quotes === 'when_needed' && (text.includes(delimiter) || text.includes('"')))
  return isNeeded ? `"${text.replaceAll('"', '""')}"` : text
}

/** A value within a message. */
function shown(value: string): string {
  return value.length > 40 ? `${value.slice(0, 40)}…` : value
}
