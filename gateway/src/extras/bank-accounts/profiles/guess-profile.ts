import {
  AccountDays,
  type CsvDraft,
  type CsvField,
  comparableNumber,
  dayReader,
  firstRecords,
  numberIn,
} from '@pasarela/bank-statements'
import { maskCardNumbers } from '../../../core/values/card-numbers.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'

/** The own account that a table is of. */
export interface TableAccount {
  name: string
  currency: CurrencyCode
  numbers: readonly string[]
}

/** A column of a table, and what its first rows hold, without card numbers. */
export interface TableColumn {
  name: string
  samples: readonly string[]
}

const samplesMax = 30
/** Banks put the holder and the period before the header. */
const headerWithin = 40

/**
 * Names of columns in Spanish, Portuguese and English, without accents; the first that fits decides. What may count as the
 * bank's own word about a payer or an order is not among them: a person says that.
 */
const names: readonly (readonly [CsvField, RegExp])[] = [
  ['sign', /^(d c|c d|dc|signo|sinal|tipo( de)? (movimiento|lancamento)|(debito|cargo) (credito|abono))$/],
  ['valueDay', /^((fecha|data)( de)?|f) valor$|^value date$/],
  ['balance', /\b(saldos?|balance)\b/],
  ['bookingDay', /^(fechas?|fec|data|date|dia|booking date)\b/],
  ['debit', /\b(debitos?|debe|cargos?|egresos?|retiros?|saidas?|salidas?|debits?)\b/],
  ['credit', /\b(creditos?|haber|abonos?|depositos?|ingresos?|entradas?|credits?)\b/],
  ['amount', /\b(importe|monto|valor|amount)\b/],
  ['text', /\b(descripcion|concepto|detalle|glosa|historico|descricao|lancamento|memo|description|movimiento)\b/],
]

const dayForms = [
  ...['dd/MM/yyyy', 'd/M/yyyy', 'yyyy-MM-dd', 'dd-MM-yyyy', 'dd.MM.yyyy', 'dd/MM/yy', 'dd-MM-yy', 'yyyyMMdd'],
  ...['yyyy/MM/dd', 'dd/MMM/yyyy', 'dd-MMM-yyyy', 'dd MMM yyyy', 'dd/MM/yyyy HH:mm:ss', 'dd/MM/yyyy HH:mm'],
  ...['yyyy-MM-dd HH:mm:ss', 'yyyy-MM-ddTHH:mm:ss', 'yyyy-MM-ddTHH:mm:ssX', 'MM/dd/yyyy'],
]
const marks = [
  { decimal: ',', thousands: '.' },
  { decimal: '.', thousands: ',' },
  { decimal: ',', thousands: ' ' },
  { decimal: '.', thousands: "'" },
] as const

/** What a table's beginning says about how its bank writes tables. A person looks at it: nothing of it is sure. */
export function guessProfile(text: string, { name, currency, numbers }: TableAccount): CsvDraft {
  const { delimiter, skip, cells } = headerIn(text)
  const header = Object.fromEntries(fieldsIn(cells))
  const columns = columnsIn(text, { delimiter, quote: '"', skip })
  const samplesOf = (...fields: CsvField[]) =>
    columns.flatMap((column) => (fields.some((field) => header[column.name] === field) ? column.samples : []))
  const mapped = Object.values(header)
  const amount = mapped.includes('debit') ? 'debit_credit' : mapped.includes('sign') ? 'sign_column' : 'signed'
  const numbersForm =
    marks.find((form) =>
      samplesOf('amount', 'debit', 'credit', 'balance').every(
        (cell) => typeof numberIn(cell, { ...form, currency, amount }) !== 'string',
      ),
    ) ?? marks[0]
  const { date, order } = daysIn(samplesOf('bookingDay'))
  const words = [...new Set(samplesOf('sign'))].filter((word) => word.length <= 40).slice(0, 10)
  const isDebit = (word: string) => /^(d|-|cargo|egreso|retiro|sa[ií]da|salida)/i.test(word)
  return {
    ...{ name: `${name} CSV`.slice(0, 100), currency, delimiter, skip, header, date, ...numbersForm, amount, order },
    ...accountIn(text.split(/\r\n|\n|\r/, skip), numbers),
    ...(amount === 'sign_column' && {
      debitWords: words.filter(isDebit),
      creditWords: words.filter((word) => !isDebit(word)),
    }),
  }
}

/** The columns of a table's beginning. Throws ReadingFault. */
export function columnsIn(text: string, form: Parameters<typeof firstRecords>[1]): TableColumn[] {
  const [header = [], ...rows] = firstRecords(text, form)
  return header.map((cell, index) => ({
    name: cell.trim(),
    samples: rows.slice(0, samplesMax).flatMap((row) => maskCardNumbers(row[index] ?? '').trim() || []),
  }))
}

/** The line with most known names is the header; without one, the first with most cells. */
function headerIn(text: string): { delimiter: string; skip: number; cells: string[] } {
  const lines = text.split(/\r\n|\n|\r/, headerWithin)
  const found = [';', '\t', '|', ','].flatMap((delimiter) =>
    lines.map((line, skip) => {
      const cells = line.split(delimiter).map((cell) => cell.replaceAll('"', '').trim())
      return { delimiter, skip, cells, score: fieldsIn(cells).length * lines.length + cells.length / line.length }
    }),
  )
  return found.reduce((best, each) => (each.cells.length > 1 && each.score > best.score ? each : best), {
    ...{ delimiter: ';', skip: 0, cells: [] as string[], score: 0 },
  })
}

function fieldsIn(cells: readonly string[]): [string, CsvField][] {
  const taken = new Set<CsvField>()
  return cells.flatMap((cell): [string, CsvField][] => {
    const plain = cell.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    const words = plain.replace(/[^a-z0-9]+/g, ' ').trim()
    const field = names.find(([each, pattern]) => !taken.has(each) && pattern.test(words))?.[0]
    if (field === undefined || cells.filter((each) => each === cell).length > 1) return []
    taken.add(field)
    return [[cell, field]]
  })
}

function daysIn(samples: readonly string[]): { date: string; order: 'asc' | 'desc' } {
  const readerOf = (form: string) => dayReader(form, new AccountDays(undefined))
  const date = dayForms.find((form) => samples.every(readerOf(form))) ?? 'dd/MM/yyyy'
  const [first = '', last = ''] = [samples[0], samples.at(-1)].map((day) => readerOf(date)(day ?? '') ?? '')
  return { date, order: first > last ? 'desc' : 'asc' }
}

/** Where the lines before the header hold the account's number, each file says itself which account it is of. */
function accountIn(lines: readonly string[], numbers: readonly string[]): Pick<CsvDraft, 'account' | 'accountPattern'> {
  for (const line of lines) {
    const [, label = '', number = ''] = /^(.{0,100}?)(\d[\d ./-]{3,58}\d)/.exec(line) ?? []
    if (label.trim() === '' || !numbers.includes(comparableNumber(number) ?? '')) continue
    return { accountPattern: `${label.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(\\d[\\d ./-]*\\d)` }
  }
  return { account: numbers[0] }
}
