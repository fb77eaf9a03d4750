import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CurrencyCode } from '../../values/currency.ts'
import { type CsvTemplate, readCsvTemplate } from './csv-template.ts'
import type { FileBatch, FilePayment } from './payment.ts'
import { readCsvSums } from './read-csv.ts'
import { writeCsv } from './write-csv.ts'

const plainTemplate = {
  columns: [
    { header: 'Cuenta', value: 'account', max: 22, required: true },
    { header: 'Nombre', value: 'account_beneficiary', max: 20, cut: true },
    { header: 'Documento', value: 'account_doc_id' },
    { header: 'Importe', value: 'amount' },
    { header: 'Fecha', value: 'execution_day' },
    { header: 'Clave', value: 'instruction_key' },
    { header: 'Ref', value: 'reference' },
  ],
  ...{ delimiter: ';', header: true, decimal_mark: ',', decimals: 2, date_format: 'dd/MM/yyyy' },
}

function template(changes: object = {}): CsvTemplate {
  const read = readCsvTemplate({ ...plainTemplate, ...changes })
  assert.ok('template' in read, JSON.stringify(read))
  return read.template
}

const payment: FilePayment = {
  ...{ position: 1, instructionKey: 'K23456789ABCDEFG', reference: 'salary-2007', amountMinor: 123_456n },
  beneficiary: { account: '002010077777777771', account_beneficiary: 'José Núñez', account_doc_id: '390.533.447-05' },
}

function batch(payments: readonly FilePayment[], currency: CurrencyCode = 'MXN'): FileBatch {
  return { currency, messageId: 'PB23456789ABCD', number: 3, executionDay: '2030-06-14', payments }
}

function written(of: FileBatch, by = template()): Buffer {
  const made = writeCsv(by, of)
  assert.ok(made.kind === 'written', JSON.stringify(made))
  return made.content
}

function faultsOf(of: FilePayment, by = template()): string[] {
  const made = writeCsv(by, batch([of]))
  assert.ok(made.kind === 'refused')
  return made.faults.map(({ message }) => message)
}

/** Splits quoted text character by character: no code of the writer, the reader or their library. */
function cellsOf(content: Buffer, delimiter: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const text = content.toString('utf8')
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (isQuoted && character === '"' && text.charAt(at + 1) === '"') {
      cell += '"'
      at += 1
    } else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && character === delimiter) {
      rows.at(-1)?.push(cell)
      cell = ''
    } else if (!isQuoted && character === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      rows.push([])
    } else if (isQuoted || character !== '\r') cell += character
  }
  return rows.slice(0, -1)
}

test('a file has the columns of its template, in their order and form', () => {
  const text = written(batch([payment])).toString('utf8')
  assert.equal(
    text,
    'Cuenta;Nombre;Documento;Importe;Fecha;Clave;Ref\r\n' +
      '002010077777777771;Jose Nunez;390.533.447-05;1234,56;14/06/2030;K23456789ABCDEFG;salary-2007\r\n',
  )
  const bare = template({ delimiter: '|', header: false, line_end: 'lf', quotes: 'always', ascii: false })
  assert.equal(
    written(batch([payment]), bare)
      .toString('utf8')
      .split('|')[1],
    '"José Núñez"',
  )
})

test('amounts say exactly what is paid in every currency and form: whoever reads the file again finds the same sum', () => {
  const forms = [
    { decimal_mark: '.', decimals: 2, of: (cell: string) => hundredths(cell, '.') },
    { decimal_mark: ',', decimals: 2, of: (cell: string) => hundredths(cell, ',') },
    { decimal_mark: null, decimals: 2, of: (cell: string) => Number(cell) / 100 },
    { decimal_mark: null, decimals: 0, of: (cell: string) => Number(cell) },
  ]
  const samples: readonly [CurrencyCode, bigint, number][] = [
    ['CLP', 25_990n, 25_990],
    ['CLP', 1n, 1],
    ['PYG', 1_500_000n, 1_500_000],
    ['VES', 105n, 1.05],
    ['VES', 100_000_000n, 1_000_000],
    ['COP', 25_000_000n, 250_000],
    ['COP', 1n, 0.01],
    ['ARS', 999_999_999_999n, 9_999_999_999.99],
  ]
  for (const [currency, amountMinor, amount] of samples) {
    for (const { of, ...form } of forms) {
      const by = template(form)
      const made = writeCsv(by, batch([{ ...payment, amountMinor }], currency))
      if (form.decimals === 0 && amount % 1 !== 0) {
        assert.equal(made.kind, 'refused', `${currency} ${amount} without decimals`)
        continue
      }
      assert.ok(made.kind === 'written')
      const cell = cellsOf(made.content, ';')[1]?.[3] ?? ''
      assert.equal(of(cell), amount, `${currency} ${cell}`)
      assert.deepEqual(readCsvSums(made.content, by, currency), { count: 1, totalMinor: amountMinor })
    }
  }
})

function hundredths(cell: string, mark: string): number {
  const [whole = '', part = ''] = cell.split(mark)
  assert.equal(part.length, 2)
  return (Number(whole) * 100 + Number(part)) / 100
}

test('any text stays in its cell and computes nothing, and what names money is written as it is or not at all', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 })
  const arbitrary = fc.record({ name: text, reference: text, account: fc.oneof(text, fc.constant('0021')) })
  const quotes = fc.constantFrom('when_needed', 'always', 'never')
  fc.assert(
    fc.property(arbitrary, quotes, fc.constantFrom(';', ',', '|', '\t'), (given, quoted, delimiter) => {
      const by = template({ quotes: quoted, delimiter, decimal_mark: '.' })
      const of = {
        ...payment,
        reference: given.reference,
        beneficiary: { ...payment.beneficiary, account_beneficiary: given.name, account: given.account },
      }
      const made = writeCsv(by, batch([of, { ...payment, position: 2 }]))
      if (made.kind === 'refused') {
        assert.ok(made.faults.every(({ position }) => position === 1))
        return
      }
      const rows = cellsOf(made.content, delimiter)
      assert.equal(rows.length, 3)
      for (const cells of rows) {
        assert.equal(cells.length, 7)
        for (const cell of cells) assert.doesNotMatch(cell, /^\s*[=+\-@]|[^\x20-\x7e]/)
      }
      assert.equal(rows[1]?.[0], given.account)
      assert.equal(rows[1]?.[3], '1234.56')
    }),
    { numRuns: 150 },
  )
})

test('accounts, documents and keys are refused instead of cut or changed; a name is cut where the template says so', () => {
  const long = {
    ...payment,
    beneficiary: { ...payment.beneficiary, account: '0'.repeat(23), account_beneficiary: 'A'.repeat(30) },
  }
  assert.deepEqual(faultsOf(long), ['account (Cuenta): has 23 characters, and the bank takes 22'])
  const cell = cellsOf(written(batch([{ ...long, beneficiary: { ...long.beneficiary, account: '1' } }])), ';')[1]
  assert.equal(cell?.[1], 'A'.repeat(20))
  for (const account of ['=1+1', '@cmd', '0021 ', 'ñ1', '']) {
    const of = { ...payment, beneficiary: { ...payment.beneficiary, account } }
    assert.equal(faultsOf(of).length, 1, account)
  }
  const phone = { ...payment, beneficiary: { ...payment.beneficiary, account: '+5511999998888' } }
  assert.equal(cellsOf(written(batch([phone])), ';')[1]?.[0], '+5511999998888')
  const kinds = { value: 'account_type', words: { CC: '01' } }
  const by = template({ columns: [...plainTemplate.columns, kinds] })
  assert.deepEqual(faultsOf({ ...payment, beneficiary: { ...payment.beneficiary, account_type: 'SVGS' } }, by), [
    'account_type: the bank has no word for SVGS',
  ])
  for (const word of ['constructor', 'toString', '__proto__']) {
    const faults = faultsOf({ ...payment, beneficiary: { ...payment.beneficiary, account_type: word } }, by)
    assert.deepEqual(faults, [`account_type: the bank has no word for ${word}`])
  }
})

test('a template that could lose money is refused with everything that is wrong', () => {
  const wrong: readonly [object, readonly string[]][] = [
    [{ delimiter: ',' }, ['decimal_mark']],
    [{ decimals: 0 }, ['decimal_mark']],
    [{ columns: [{ value: 'account' }, { value: 'fixed' }] }, ['columns', 'columns', 'columns.1.text']],
    [
      { columns: [{ value: 'reference' }, { value: 'amount' }, { value: 'amount' }] },
      ['columns', 'columns', 'columns'],
    ],
    [
      { columns: [...plainTemplate.columns, { value: 'account', cut: true }, { value: 'fixed', text: '=A1' }] },
      ['columns.7.cut', 'columns.7.max', 'columns.8.text'],
    ],
  ]
  for (const [changes, params] of wrong) {
    const read = readCsvTemplate({ ...plainTemplate, ...changes })
    assert.deepEqual('faults' in read ? read.faults.map(({ param }) => param) : [], params)
  }
  assert.ok('faults' in readCsvTemplate({ ...plainTemplate, colour: 'red' }))
})

test('the control reader takes nothing that is not exactly the template', () => {
  const good = written(batch([payment, { ...payment, position: 2, amountMinor: 1n }]))
  assert.deepEqual(readCsvSums(good, template(), 'MXN'), { count: 2, totalMinor: 123_457n })
  for (const [from, to] of [
    ['1234,56', '1.234,56'],
    ['1234,56', '1234.56'],
    ['1234,56', '-1234,56'],
    ['14/06', ';14/06'],
  ]) {
    const bad = Buffer.from(good.toString('utf8').replace(from ?? '', to ?? ''))
    assert.throws(() => readCsvSums(bad, template(), 'MXN'))
  }
})
