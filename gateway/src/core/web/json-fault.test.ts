import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../../test/support/test-seed.ts'
import { jsonFaultOffset } from './json-fault.ts'

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('the offset of a fault', () => {
  it('is undefined exactly if the platform’s parser accepts the text', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '\\u00e9',
      '0',
      '1.5',
      '-',
      'e9',
      'true',
      'null',
      ' ',
      'é',
    ]
    const broken = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(broken, fc.json()), (text) => {
        assert.equal(jsonFaultOffset(text) === undefined, parses(text), text)
      }),
      { numRuns: 3_000 },
    )
  })

  it('is the first character that makes the text invalid', () => {
    const starts = ['{"a":tru', '[1 2', '{"a" 1', '{a', '{"a":1,}', '[1,]', '"\\x"', '01', '{"a":1]']
    assert.deepEqual(starts.map(jsonFaultOffset), [5, 3, 5, 1, 7, 3, 1, 0, 6])
  })

  it('is the end of the text if the text stops too early', () => {
    for (const text of ['{', '["a', '{"a":', '[1,', '', '  ']) assert.equal(jsonFaultOffset(text), text.length)
  })

  it('is found in a long text without recursion', () => {
    assert.equal(jsonFaultOffset(`["${'\\n'.repeat(30_000)}",x]`), 60_004)
    assert.equal(jsonFaultOffset('['.repeat(60_000)), 60_000)
  })
})
