import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvLine } from './csv.ts'

const operators = ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20']

describe('a line of an export', () => {
  it('prevents a formula at the start of a text, also after spaces and invisible characters', () => {
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

  it('prevents a formula in the middle of a text, where a spreadsheet may split it', () => {
    for (const separator of [';', ',', '\t', '\n', '\r', '; ', ',\t', ';"', '";""']) {
      for (const operator of operators) {
        const line = csvLine([`a${separator}${operator}1+1`])
        assert.ok(line.includes(`'${operator}1+1"`), JSON.stringify(line))
      }
    }
  })

  it('leaves out zero width and marks of writing direction', () => {
    assert.equal(csvLine(['\u2067Ana\u202e\u200b Paz\u2069\u2069']), '"Ana Paz"\r\n')
  })

  it('does not change an operator inside a word', () => {
    assert.equal(csvLine(['a=b', 'x-y', 'me@shop.example', '1+1']), '"a=b","x-y","me@shop.example","1+1"\r\n')
  })

  it('does not change exact numbers and instants', () => {
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
