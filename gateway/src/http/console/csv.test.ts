import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvLine } from './csv.ts'

describe('a line of an export', () => {
  it('lets no text begin a formula', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r', '\n']) {
      const line = csvLine([`${start}1+1`])
      assert.match(line, /^"?'/, JSON.stringify(line))
    }
  })

  it('keeps our own numbers and instants as they are', () => {
    assert.equal(
      csvLine([{ exact: '-12.50' }, { exact: '2026-01-31T12:00:00.000Z' }, null]),
      '-12.50,2026-01-31T12:00:00.000Z,\r\n',
    )
  })

  it('quotes commas, quotes and line ends, and nothing else', () => {
    assert.equal(csvLine(['a', 'b,c', 'say "x"', 'two\nlines', 'ñandú']), 'a,"b,c","say ""x""","two\nlines",ñandú\r\n')
  })
})
