import { type CurrencyCode, currencyDecimals } from '../../../core/values/currency.ts'
import type { BatchTemplate } from './batch-template.ts'

/** What a payment file says to whoever reads it. `totalMinor` in the smallest units of its currency. */
export interface ReadBatch {
  /** Without the header. */
  rows: readonly (readonly string[])[]
  totalMinor: bigint
}

/**
 * Reads the bytes of a payment file again, by its template and by nothing that wrote them. Throws where they are no table of
 * the template's columns, or an amount is none. Linear in the bytes.
 */
export function readBatch(template: BatchTemplate, bytes: Uint8Array, currency: CurrencyCode): ReadBatch {
  const { encoding, columns, header } = template
  const label = encoding === 'windows-1252' ? encoding : 'utf-8'
  const text = new TextDecoder(label, { fatal: true }).decode(bytes)
  const all = recordsIn(text, template)
  const rows = header ? all.slice(1) : all
  if (rows.some((row) => row.length !== columns.length)) throw new Error('a row has another number of cells')
  const at = columns.findIndex(({ source }) => source === 'amount')
  const totalMinor = rows.reduce((sum, row) => sum + minorOf(row[at] ?? '', template, currency), 0n)
  return { rows, totalMinor }
}

function recordsIn(text: string, { delimiter, quote, lineEnd }: BatchTemplate): string[][] {
  const end = lineEnd === 'crlf' ? '\r\n' : '\n'
  const records: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length; ) {
    const cell = quote !== 'never' && text[at] === '"' ? quotedAt(text, at) : plainAt(text, at, [delimiter, end])
    row.push(cell.text)
    at = cell.end
    if (text.startsWith(end, at)) {
      records.push(row)
      row = []
      at += end.length
    } else if (text[at] === delimiter) at++
    else throw new Error('a cell does not end')
  }
  if (row.length > 0) throw new Error('the last row does not end')
  return records
}

function quotedAt(text: string, from: number): { text: string; end: number } {
  for (let at = from + 1; ; at += 2) {
    at = text.indexOf('"', at)
    if (at < 0) throw new Error('a quote does not end')
    if (text[at + 1] !== '"') return { text: text.slice(from + 1, at).replaceAll('""', '"'), end: at + 1 }
  }
}

function plainAt(text: string, from: number, ends: readonly string[]): { text: string; end: number } {
  let end = from
  while (end < text.length && !ends.some((each) => text.startsWith(each, end))) end++
  return { text: text.slice(from, end), end }
}

function minorOf(text: string, { decimal }: BatchTemplate, currency: CurrencyCode): bigint {
  const decimals = decimal === 'none' ? 0 : currencyDecimals[currency]
  const [whole = '', part = '', ...more] = text.split(decimals === 0 ? '\0' : decimal)
  if (more.length > 0 || part.length !== decimals || !/^\d+$/.test(whole + part)) throw new Error('an amount is none')
  return BigInt(whole + part)
}
