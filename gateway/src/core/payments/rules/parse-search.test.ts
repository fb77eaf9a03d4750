import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { uuidOfCell, uuidV7 } from '../../platform/ids.ts'
import { parseTransactionSearch, readNominalAmount } from './parse-search.ts'

describe('a typed search text', () => {
  it('reads as an amount in every format of the region', () => {
    const forms: Record<string, [bigint, bigint | undefined]> = {
      '1500': [150_000n, 1_500n],
      '1500.5': [150_050n, undefined],
      '1500,50': [150_050n, undefined],
      '1.500': [150_000n, 1_500n],
      '1,500': [150_000n, 1_500n],
      '1.500,50': [150_050n, undefined],
      '1,500.00': [150_000n, 1_500n],
      '1.234.567,89': [123_456_789n, undefined],
      '$ 1500': [150_000n, 1_500n],
      'R$ 89,90': [8_990n, undefined],
      'S/ 12': [1_200n, 12n],
      '1500 ARS': [150_000n, 1_500n],
      'CLP 1500': [150_000n, 1_500n],
      '0,01': [1n, undefined],
    }
    for (const [text, [two, none]] of Object.entries(forms)) {
      assert.deepEqual(readNominalAmount(text), { two, none }, text)
    }
  })

  it('reads as no amount otherwise', () => {
    for (const text of [
      '',
      '0',
      '0.00',
      '-1',
      '1.2.3',
      '1.5000',
      '12.345.6',
      'abc',
      '1e5',
      '1'.repeat(40),
      '1,23,456',
    ]) {
      assert.equal(readNominalAmount(text), undefined, text)
    }
  })

  it('reads as a document with and without its separators, each form once', () => {
    assert.deepEqual(parseTransactionSearch(' 12.345.678-k ').documents, ['12.345.678-k', '12345678-K', '12345678K'])
    assert.deepEqual(parseTransactionSearch('20267565393').documents, ['20267565393'])
  })

  it('reads as no document without a digit', () => {
    assert.deepEqual(parseTransactionSearch('Ana Silva').documents, [])
    assert.deepEqual(parseTransactionSearch('ab 123 456').documents, ['ab 123 456', 'AB123456'])
  })

  it('reads as a bank’s id if it has a digit or no space', () => {
    assert.deepEqual(
      ['OP 18236', 'abcdef', 'Ana Silva'].map((text) => parseTransactionSearch(text).bankId),
      ['OP 18236', 'abcdef', undefined],
    )
  })

  it('reads as the beginning of a reference from three characters on, and as words of a name if it has a letter', () => {
    const begins = (text: string) => [parseTransactionSearch(text).referenceBegins, parseTransactionSearch(text).words]
    assert.deepEqual(begins('ab'), [undefined, []])
    assert.deepEqual(begins('Ábc'), ['Ábc', ['abc']])
    assert.deepEqual(begins('150'), ['150', []])
    assert.deepEqual(begins('J. Núñez Sepúlveda')[1], ['sepulveda', 'nunez'])
    assert.deepEqual(begins('aa bbb cccc dd eee ffff gg hhhhh')[1], ['hhhhh', 'cccc', 'ffff', 'bbb', 'eee', 'aa'])
  })

  it('reads as the beginning of an id from eight digits on, with the time in which such ids are made', () => {
    const read = (text: string) => parseTransactionSearch(text).idBeginning
    const id = uuidV7(new Date('2026-06-14T12:00:00Z'))
    const [first, more] = [read(id.slice(0, 8)), read(id.slice(0, 15).toUpperCase())]
    assert.deepEqual([first?.text, more?.text], [id.slice(0, 8), id.slice(0, 15)])
    assert.deepEqual(read(id.slice(0, 15).replaceAll('-', '')), more)
    for (const found of [first, more]) {
      assert.ok(found && found.from <= id && id <= found.to)
      assert.ok(found.since < new Date('2026-06-14T12:00:00Z') && new Date('2026-06-14T12:00:00Z') < found.until)
    }
    const ofCell = uuidOfCell('07', new Date('2026-06-14T12:00:00Z'))
    const cell = read(ofCell.slice(0, 13))
    assert.ok(cell && cell.since < new Date('2026-06-14T12:00:00Z') && new Date('2026-06-14T12:00:00Z') < cell.until)
    assert.deepEqual([read('0192ab1'), read('0192ab1z'), read('ffffffff'), read(id)], Array(4).fill(undefined))
  })
})
