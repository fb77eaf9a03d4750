import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import {
  type BatchColumn,
  type BatchTemplate,
  batchDates,
  batchDecimals,
  batchDelimiters,
  batchEncodings,
  batchLineEnds,
  batchQuotes,
  templateFaults,
  usualTemplate,
} from './batch-template.ts'
import { readBatch } from './read-batch.ts'
import { type BatchItem, batchBytes, batchCells } from './write-batch.ts'

const columns: readonly BatchColumn[] = [
  { header: 'Nombre', source: 'holder' },
  { header: 'Cuenta', source: 'account', max: 22 },
  { header: 'Monto', source: 'amount' },
  { header: 'Fecha', source: 'execution_day' },
  { header: 'Texto', source: 'text', text: 'Pago {reference}' },
]
const item = (changes: object = {}, amountMinor = 123_450n, currency: CurrencyCode = 'MXN'): BatchItem => ({
  ...{ amountMinor, currency },
  values: { holder: 'Peña Nieto', account: '002180700312345678', reference: 'P22K47XM', ...changes },
})
const template = (changes: Partial<BatchTemplate> = {}): BatchTemplate => ({ ...usualTemplate, columns, ...changes })

/** What another reader finds in the file. */
function fileOf(given: BatchTemplate, items: readonly BatchItem[]): string[][] {
  const { rows, faults } = batchCells(given, items, '2030-06-14')
  assert.deepEqual(faults, [])
  const bytes = batchBytes(given, rows)
  assert.equal(bytes.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf)), given.encoding === 'utf-8-bom')
  const text = new TextDecoder(given.encoding === 'windows-1252' ? 'windows-1252' : 'utf-8').decode(bytes)
  const end = given.lineEnd === 'crlf' ? '\r\n' : '\n'
  assert.ok(text.endsWith(end) && (given.lineEnd === 'crlf' || !text.includes('\r')))
  const quote = given.quote === 'never' ? null : '"'
  return parse(text, { delimiter: given.delimiter, record_delimiter: end, quote })
}

const faultsOf = (given: BatchTemplate, values: object) =>
  batchCells(given, [item(), item(values)], '2030-06-14').faults.map((each) => Object.values(each).join(' '))

describe('a payment file', () => {
  it('says the same to another reader and to the second one here, whatever its template', () => {
    const quoted = [item({ holder: 'Ruiz; "El, Ñato" | Cía\u00a0SA' }), item({ holder: 'Ana' }, 5n)]
    const plain = [item(), item({ holder: 'Ana' }, 5n)]
    for (const delimiter of batchDelimiters)
      for (const quote of batchQuotes)
        for (const decimal of batchDecimals)
          for (const encoding of batchEncodings)
            for (const lineEnd of batchLineEnds)
              for (const header of [true, false]) {
                const given = template({ delimiter, quote, decimal, encoding, lineEnd, header })
                if (templateFaults(given).length > 0) continue
                const items = quote === 'never' ? plain : quoted
                const rows = fileOf(given, items)
                if (header) assert.deepEqual(rows.shift(), ['Nombre', 'Cuenta', 'Monto', 'Fecha', 'Texto'])
                const amounts = decimal === 'none' ? ['123450', '5'] : [`1234${decimal}50`, `0${decimal}05`]
                const expected = items.map(({ values }, at) => [
                  ...[values.holder, values.account, amounts[at], '2030-06-14', 'Pago P22K47XM'],
                ])
                assert.deepEqual(rows, expected)
                const bytes = batchBytes(given, batchCells(given, items, '2030-06-14').rows)
                assert.deepEqual(readBatch(given, bytes, 'MXN'), { rows: expected, totalMinor: 123_455n })
              }
  })

  it('has amounts without decimals where the currency has none, and days in the form of the bank', () => {
    for (const currency of ['CLP', 'PYG'] as const) {
      const given = template({ decimal: ',' })
      const rows = fileOf(given, [item({}, 1_500n, currency)])
      assert.equal(rows[1]?.[2], '1500')
      assert.equal(readBatch(given, batchBytes(given, rows), currency).totalMinor, 1_500n)
    }
    const days = batchDates.map((date) => fileOf(template({ date }), [item()])[1]?.[3])
    assert.deepEqual(days, ['2030-06-14', '14/06/2030', '14-06-2030', '20300614', '14062030'])
  })

  it('takes no text as structure: what could be one is named by payment and field, and nothing is cut', () => {
    const cases: readonly (readonly [holder: string, why: string])[] = [
      ...['=1+1', '+SUM(A1)', '-2', '@x', ' =1', '"=1', '＝1'].map((text) => [text, 'formula'] as const),
      ...['a\r\nb', 'a\tb', 'a\u0000', 'a\u202eb', '\u200b=1', 'a\u2028b', 'a\u0085b'].map(
        (text) => [text, 'control'] as const,
      ),
    ]
    for (const [holder, why] of cases) assert.deepEqual(faultsOf(template(), { holder }), [`2 holder ${why}`])
    const never = template({ quote: 'never', delimiter: ';', encoding: 'windows-1252' })
    assert.deepEqual(faultsOf(never, { holder: 'a;b' }), ['2 holder delimiter'])
    assert.deepEqual(faultsOf(never, { holder: 'a"b' }), ['2 holder delimiter'])
    assert.deepEqual(faultsOf(never, { holder: 'Łukasz' }), ['2 holder encoding'])
    assert.deepEqual(faultsOf(template(), { account: '0'.repeat(23) }), ['2 account too_long'])
    assert.deepEqual(faultsOf(template(), { account: undefined }), ['2 account missing'])
    assert.deepEqual(faultsOf(template(), { account: '+5511987654321' }), [])
  })

  it('has a template by which it can be paid and read again', () => {
    const without = (source: string) => template({ columns: columns.filter((column) => column.source !== source) })
    assert.deepEqual(templateFaults(usualTemplate), [])
    for (const source of ['amount', 'account', 'text']) assert.equal(templateFaults(without(source)).length, 1, source)
    assert.equal(templateFaults(template({ quote: 'never', decimal: ',' })).length, 1)
  })

  it('is read by nothing that wrote it: a byte less, a cell more and an amount that is none are found', () => {
    const given = template({ header: false })
    const read = (text: string) => readBatch(given, Buffer.from(text), 'MXN')
    const row = '"A","1","12.50","2030-06-14","x"\r\n'
    assert.equal(read(row + row).totalMinor, 2_500n)
    for (const wrong of [
      row.slice(0, -1),
      row.replace('12.50', '12.5'),
      row.replace('"A"', '"A","B"'),
      row.replace('"x"', '"x'),
    ])
      assert.throws(() => read(wrong), wrong)
  })
})
