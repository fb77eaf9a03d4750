import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvLine } from './csv.ts'

const operators = ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20']

describe('a line of an export', () => {
  it('lets no text begin a formula, behind blanks and characters without a shape neither', () => {
    const before = [
      '',
      ' ',
      '\t',
      '\r',
      '\n',
      '\r\n',
      '\u00A0',
      '\u3000',
      '\u200B',
      '\uFEFF',
      '\u0001',
      '\u007F',
      '"',
      "'",
      ' "\t ',
    ]
    for (const start of before) {
      for (const operator of operators) {
        const line = csvLine([`${start}${operator}1+1`])
        assert.ok(line.includes(`'${operator}1+1"`), JSON.stringify(line))
      }
    }
  })

  it('lets none begin in the middle of a text, where a spreadsheet may separate', () => {
    for (const separator of [';', ',', '\t', '\n', '\r', '; ', ',\t', ';"', '";""']) {
      for (const operator of operators) {
        const line = csvLine([`a${separator}${operator}1+1`])
        assert.ok(line.includes(`'${operator}1+1"`), JSON.stringify(line))
      }
    }
  })

  it('leaves an operator inside a word alone', () => {
    assert.equal(csvLine(['a=b', 'x-y', 'me@shop.example', '1+1']), '"a=b","x-y","me@shop.example","1+1"\r\n')
  })

  it('keeps our own numbers and instants as they are', () => {
    assert.equal(
      csvLine([{ exact: '-12.50' }, { exact: '2026-01-31T12:00:00.000Z' }, null]),
      '-12.50,2026-01-31T12:00:00.000Z,\r\n',
    )
  })

  it('quotes every text', () => {
    assert.equal(
      csvLine(['a', 'b,c', 'd;e', 'say "x"', 'two\nlines', 'ñandú', '0042', '']),
      '"a","b,c","d;e","say ""x""","two\nlines","ñandú","0042",""\r\n',
    )
  })
})
