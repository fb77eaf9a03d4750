import { contentOf, textOf } from './content.ts'
import type { CsvField } from './csv-profile.ts'

/**
 * What a sample lets one suppose about its table. Lists hold every value that the sample allows, the likely one first:
 * more than one means that the sample does not decide. A person does, always.
 */
export interface CsvProposal {
  encoding: 'utf-8' | 'windows-1252'
  delimiters: readonly string[]
  /** Lines before the header. */
  skip: number
  columns: readonly string[]
  /** Cells of the first rows after the header. */
  rows: readonly (readonly string[])[]
  /** Name of the column → field, by its name alone. */
  header: Readonly<Record<string, CsvField>>
  dates: readonly string[]
  decimals: readonly ('.' | ',')[]
  thousands: '' | '.' | ',' | ' ' | "'"
  amount: 'signed' | 'debit_credit' | 'sign_column'
  /** Undefined: all days are equal, or none can be read. */
  order: 'asc' | 'desc' | undefined
}

/** Lines that are looked at, and rows that are shown. */
const looked = { lines: 200, rows: 20 } as const

/** Names of columns as banks of the ten countries write them, without accents. The first pattern that fits wins. */
const names: readonly (readonly [CsvField, RegExp])[] = [
  ['valueDay', /^(fecha (de )?valor|data (de )?valor|value date|f\.? ?valor)$/],
  [
    'bookingDay',
    /^(fecha|data|date|fecha (de )?(operacion|movimiento|contable|proceso)|data (do )?(lancamento|movimento)|booking date|dia)$/,
  ],
  ['debit', /^(debitos?|cargos?|egresos?|retiros?|saidas?|debe|debits?|withdrawals?)( .*)?$/],
  ['credit', /^(creditos?|abonos?|ingresos?|depositos?|entradas?|haber|credits?|deposits?)( .*)?$/],
  ['balance', /^(saldos?|balance)( .*)?$/],
  ['sign', /^(d\/c|c\/d|tipo|signo|dc)$/],
  ['amount', /^(importe|monto|valor|amount|quantia)( .*)?$/],
  ['partyDocument', /^(cuit|cuil|rfc|ruc|rut|nit|cedula|cpf|cnpj|documento)( .*)?$/],
  ['partyAccount', /^(cbu|cvu|clabe|cci|cuenta (de )?(origen|contraparte)|conta (de )?origem)( .*)?$/],
  ['partyName', /^(nombre|ordenante|razon social|nome|titular|beneficiario|originante)( .*)?$/],
  ['customerRef', /^(referencia|comprobante|nro\.? (de )?(documento|comprobante)|folio|reference)( .*)?$/],
  ['text', /^(concepto|descripcion|detalle|glosa|movimiento|historico|descricao|description|leyenda|texto)( .*)?$/],
]

/** Looks at a sample. Decides nothing. Throws StatementRefusal for an empty or too large one. */
export function proposeCsv(sample: Uint8Array): CsvProposal {
  const content = contentOf(sample)
  const lines = textOf(content).split(/\r\n|\n|\r/, looked.lines)
  const delimiters = delimitersOf(lines)
  const delimiter = delimiters[0] ?? ';'
  const table = lines.map((line) => cellsOf(line, delimiter))
  const skip = headerLine(table)
  const columns = (table[skip] ?? []).map((cell) => cell.trim())
  const rows = table.slice(skip + 1).filter((cells) => cells.length === columns.length)
  const header = headerOf(columns)
  const cellsIn = (wanted: readonly CsvField[]) =>
    columns.flatMap((name, index) => {
      const field = header[name]
      return field !== undefined && wanted.includes(field) ? rows.map((cells) => (cells[index] ?? '').trim()) : []
    })
  const days = cellsIn(['bookingDay']).filter((cell) => cell !== '')
  const dates = datesOf(days)
  const fields = new Set(Object.values(header))
  return {
    ...{ encoding: content.encoding, delimiters, skip, columns, header, dates },
    rows: rows.slice(0, looked.rows),
    ...marksOf(cellsIn(['amount', 'debit', 'credit', 'balance'])),
    amount:
      fields.has('debit') && fields.has('credit') ? 'debit_credit' : fields.has('sign') ? 'sign_column' : 'signed',
    order: orderOf(days, dates[0]),
  }
}

/** Those that cut most lines into equally many cells, the best first. */
function delimitersOf(lines: readonly string[]): string[] {
  const scores = [';', ',', '\t', '|'].map((delimiter) => {
    const counts = new Map<number, number>()
    for (const line of lines) {
      const count = cellsOf(line, delimiter).length
      if (count > 1) counts.set(count, (counts.get(count) ?? 0) + 1)
    }
    const score = Math.max(0, ...[...counts].map(([cells, times]) => times * cells))
    return { delimiter, score }
  })
  return scores
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ delimiter }) => delimiter)
}

/** Cells of a line. A quoted cell that holds a line's end is cut: this only looks. */
function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = []
  let [cell, isQuoted] = ['', false]
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === delimiter && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  return [...cells, cell]
}

/** The first line with the usual number of cells and without a number among them. */
function headerLine(table: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>()
  for (const { length } of table) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  const usual = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0]
  const found = table.findIndex(
    (cells) =>
      cells.length === usual &&
      cells.filter((cell) => cell.trim() !== '').length > 1 &&
      cells.every((cell) => !/^\s*[-+$]?\s*\d/.test(cell)),
  )
  return Math.max(0, found)
}

function headerOf(columns: readonly string[]): Record<string, CsvField> {
  const header: Record<string, CsvField> = {}
  const used = new Set<CsvField>()
  for (const name of columns) {
    const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
    const field = names.find(([each, pattern]) => !used.has(each) && pattern.test(plain))?.[0]
    if (field === undefined || name === '' || Object.hasOwn(header, name)) continue
    header[name] = field
    used.add(field)
  }
  return header
}

const shapes = [
  { pattern: /^(\d{4})([-/.])(\d{2})\2(\d{2})$/, format: (mark: string) => [`yyyy${mark}MM${mark}dd`] },
  {
    pattern: /^(\d{2})([-/.])(\d{2})\2(\d{4})$/,
    format: (mark: string) => [`dd${mark}MM${mark}yyyy`, `MM${mark}dd${mark}yyyy`],
  },
  {
    pattern: /^(\d{2})([-/.])(\d{2})\2(\d{2})$/,
    format: (mark: string) => [`dd${mark}MM${mark}yy`, `MM${mark}dd${mark}yy`],
  },
  {
    pattern: /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/,
    format: (mark: string) => [`d${mark}M${mark}yyyy`, `M${mark}d${mark}yyyy`],
  },
] as const

/** Every form by which all days of the sample can be read. */
function datesOf(days: readonly string[]): string[] {
  for (const { pattern, format } of shapes) {
    const marks = new Set(days.map((day) => pattern.exec(day)?.[2]))
    const [mark] = marks
    if (marks.size !== 1 || mark === undefined) continue
    return format(mark).filter((each) => days.every((day) => numbersOf(day, each) !== undefined))
  }
  return []
}

/** Year, month and day as one number that grows with time. */
function numbersOf(day: string, format: string): number | undefined {
  const parts = day.split(/[-/.]/).map(Number)
  const order = format.split(/[-/.]/)
  const at = (letter: string) => parts[order.findIndex((part) => part.startsWith(letter))] ?? 0
  const [year, month, date] = [at('y'), at('M'), at('d')]
  return month >= 1 && month <= 12 && date >= 1 && date <= 31 ? (year * 100 + month) * 100 + date : undefined
}

function orderOf(days: readonly string[], format: string | undefined): 'asc' | 'desc' | undefined {
  if (format === undefined) return undefined
  const [first, last] = [days[0], days.at(-1)].map((day) => (day === undefined ? undefined : numbersOf(day, format)))
  if (first === undefined || last === undefined || first === last) return undefined
  return first < last ? 'asc' : 'desc'
}

/** The marks that the amounts allow. `1.234` alone may be either. */
function marksOf(cells: readonly string[]): Pick<CsvProposal, 'decimals' | 'thousands'> {
  const amounts = cells.map((cell) => cell.replace(/[^\d.,' ]/g, '').trim()).filter((cell) => /\d/.test(cell))
  const isDecimal = (mark: '.' | ',') => {
    const other = mark === '.' ? ',' : '.'
    return amounts.every((cell) => {
      const [whole = '', ...fractions] = cell.split(mark)
      const groups = whole.split(other)
      return (
        fractions.length <= 1 &&
        !(fractions[0] ?? '').includes(other) &&
        groups.slice(1).every((group) => group.replace(/[' ]/g, '').length === 3)
      )
    })
  }
  const has = (text: string) => amounts.some((cell) => cell.includes(text))
  const twoDigits = (mark: '.' | ',') => amounts.some((cell) => new RegExp(`[${mark}]\\d{1,2}$`).test(cell))
  const possible = ([',', '.'] as const).filter(isDecimal)
  const decimals = possible.toSorted((a, b) => Number(twoDigits(b)) - Number(twoDigits(a)))
  const certain = decimals.filter(twoDigits)
  const kept = certain.length === 1 ? certain : decimals
  const [decimal] = kept
  const other = decimal === '.' ? ',' : '.'
  return { decimals: kept, thousands: has(other) ? other : has("'") ? "'" : has(' ') ? ' ' : '' }
}
