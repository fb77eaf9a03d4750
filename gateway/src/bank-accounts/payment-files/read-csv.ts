import { parse } from 'csv-parse/sync'
import { type CurrencyCode, currencyDecimals } from '../../values/currency.ts'
import type { CsvTemplate } from './csv-template.ts'
import type { ControlSums } from './payment.ts'

/**
 * Counts and adds up the payments in the bytes of a file, as a bank would read them. It shares no code with the writer.
 * Throws where a row or an amount is not what the template says.
 */
export function readCsvSums(content: Buffer, template: CsvTemplate, currency: CurrencyCode): ControlSums {
  const rows = parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content), {
    delimiter: template.delimiter,
    record_delimiter: template.line_end === 'crlf' ? '\r\n' : '\n',
    quote: template.quotes === 'never' ? null : '"',
    relax_column_count: false,
    bom: false,
  }) as unknown as string[][]
  const width = template.columns.length
  const place = template.columns.findIndex(({ value }) => value === 'amount')
  const payments = template.header ? rows.slice(1) : rows
  let totalMinor = 0n
  for (const [at, cells] of payments.entries()) {
    const cell = cells[place]
    if (cells.length !== width || cell === undefined) throw new Error(`row ${at + 1} has ${cells.length} columns`)
    totalMinor += minorOf(cell, template, currency)
  }
  return { count: payments.length, totalMinor }
}

function minorOf(cell: string, template: CsvTemplate, currency: CurrencyCode): bigint {
  const mark = template.decimal_mark
  const form = mark === null ? /^(\d+)$/ : mark === '.' ? /^(\d+)\.(\d\d)$/ : /^(\d+),(\d\d)$/
  const found = form.exec(cell)
  if (!found) throw new Error(`"${cell.slice(0, 40)}" is no amount of the template`)
  const written = BigInt(`${found[1] ?? ''}${found[2] ?? ''}`)
  const difference = currencyDecimals[currency] - template.decimals
  if (difference >= 0) return written * 10n ** BigInt(difference)
  const scale = 10n ** BigInt(-difference)
  if (written % scale !== 0n) throw new Error(`"${cell.slice(0, 40)}" is finer than ${currency}`)
  return written / scale
}
