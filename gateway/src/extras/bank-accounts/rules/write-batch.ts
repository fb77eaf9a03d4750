import type { CurrencyCode } from '../../../core/values/currency.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { BatchColumn, BatchSource, BatchTemplate } from './batch-template.ts'

/** A payment of a file. `amountMinor` in the smallest units of its currency. */
export interface BatchItem {
  amountMinor: bigint
  currency: CurrencyCode
  /** What is known of whom it pays, and the short reference. */
  values: Readonly<Partial<Record<BatchSource, string>>>
}

/** Why a value cannot stand in the file. `position` from 1; 0 is the header. */
export interface BatchFault {
  position: number
  field: string
  why: 'formula' | 'control' | 'delimiter' | 'encoding' | 'too_long' | 'missing'
}

const lineEnds = { crlf: '\r\n', lf: '\n' } as const

/** The cells of a file, row by row, and every reason why they cannot be written. Nothing is cut or replaced. */
export function batchCells(
  template: BatchTemplate,
  items: readonly BatchItem[],
  executionDay: string,
): { rows: readonly (readonly string[])[]; faults: readonly BatchFault[] } {
  const { columns } = template
  const rows = items.map((item) => columns.map((column) => cellOf(template, column, { item, executionDay })))
  const faults = rows.flatMap((row, at) =>
    columns.flatMap((column, index): BatchFault[] => {
      const why = faultOf(template, column, row[index] ?? '')
      return why ? [{ position: at + 1, field: column.source, why }] : []
    }),
  )
  const header = columns.map((column) => column.header)
  const headerFaults = header.flatMap((text): BatchFault[] => {
    const why = template.header ? textFault(template, text) : undefined
    return why ? [{ position: 0, field: text, why }] : []
  })
  return { rows: template.header ? [header, ...rows] : rows, faults: [...headerFaults, ...faults] }
}

/** The bytes of rows without faults. */
export function batchBytes(template: BatchTemplate, rows: readonly (readonly string[])[]): Buffer {
  const { delimiter, quote, lineEnd, encoding } = template
  const isSplit = (text: string) => text.includes(delimiter) || text.includes('"')
  const cell = (text: string) =>
    quote === 'always' || (quote === 'needed' && isSplit(text)) ? `"${text.replaceAll('"', '""')}"` : text
  const text = rows.map((row) => row.map(cell).join(delimiter) + lineEnds[lineEnd]).join('')
  if (encoding !== 'windows-1252') return Buffer.from(encoding === 'utf-8-bom' ? `\uFEFF${text}` : text)
  return Buffer.from(Array.from(text, (character) => windows1252.get(character) ?? 0))
}

function cellOf(
  { decimal, date }: BatchTemplate,
  { source, text }: BatchColumn,
  { item, executionDay }: { item: BatchItem; executionDay: string },
): string {
  if (source === 'text') return (text ?? '').replaceAll('{reference}', () => item.values.reference ?? '')
  if (source === 'currency') return item.currency
  if (source === 'execution_day') {
    const [year = '', month = '', day = ''] = executionDay.split('-')
    return date.replace('YYYY', year).replace('MM', month).replace('DD', day)
  }
  if (source !== 'amount') return item.values[source] ?? ''
  const amount = item.amountMinor
  return decimal === 'none' ? amount.toString() : formatAmount(amount, item.currency).replace('.', decimal)
}

/** Without these nobody can pay, and no line of the bank finds its payout. */
const needed: readonly BatchSource[] = ['account', 'reference', 'amount']

function faultOf(template: BatchTemplate, { source, max }: BatchColumn, text: string): BatchFault['why'] | undefined {
  if (text === '') return needed.includes(source) ? 'missing' : undefined
  if (max !== undefined && [...text].length > max) return 'too_long'
  return textFault(template, text)
}

/** A number of a telephone, such as a Pix key, is no formula. */
const telephone = /^\+\d+$/
/** Also in full width, and after blanks, quotes and invisible marks, which spreadsheets leave out. */
const formula = /^[\s\p{Z}\p{Cf}"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u

function textFault({ quote, delimiter, encoding }: BatchTemplate, text: string): BatchFault['why'] | undefined {
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)) return 'control'
  if (formula.test(text) && !telephone.test(text)) return 'formula'
  if (quote === 'never' && (text.includes(delimiter) || text.includes('"'))) return 'delimiter'
  if (encoding === 'windows-1252' && Array.from(text).some((character) => !windows1252.has(character)))
    return 'encoding'
  return undefined
}

/** The byte of each character. Five bytes are control characters there, which no text has. */
const windows1252 = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]),
)
