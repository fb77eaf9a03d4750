import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problem } from '../values/problem.ts'
import { jsonDepthMax, readJsonObject } from './json-body.ts'

const read = (text: string | Buffer) => readJsonObject(Buffer.from(text as string))

function refusal(text: string | Buffer): string {
  try {
    read(text)
  } catch (error) {
    assert.ok(error instanceof Problem)
    assert.equal(error.code, 'invalid_json')
    return error.message
  }
  assert.fail('the body was accepted')
}

describe('a body', () => {
  it('is read as UTF-8, with or without a byte order mark', () => {
    assert.deepEqual(read('{"a":"é€😀","b":[1,{"c":null}]}'), { a: 'é€😀', b: [1, { c: null }] })
    assert.deepEqual(read('\uFEFF{"a":1}'), { a: 1 })
  })

  it('of duplicate names keeps the last', () => assert.deepEqual(read('{"a":1,"a":2}'), { a: 2 }))

  it('may have a number beyond the double’s range, which the field’s own check refuses', () => {
    assert.deepEqual(read('{"amount":1e400}'), { amount: Number.POSITIVE_INFINITY })
  })

  it('may be exactly as deep as allowed; brackets inside texts do not count', () => {
    const deep = `${'{"a":'.repeat(jsonDepthMax - 1)}{}${'}'.repeat(jsonDepthMax - 1)}`
    assert.ok(read(deep))
    assert.ok(read(`{"a":"${'[{\\"'.repeat(100)}"}`))
    assert.match(refusal(`{"a":${deep}}`), /deeper than 16 levels, at line 1, column 81/)
  })

  it('of a million brackets is refused before parsing', () => {
    assert.match(refusal('['.repeat(1_000_000)), /deeper than 16/)
    assert.match(refusal('{"a":'.repeat(10_000)), /deeper than 16/)
  })

  for (const [what, text, words] of [
    ['empty', '', /empty/],
    ['an array', '[1]', /object, not an array/],
    ['null', 'null', /object, not null/],
    ['a text', '"secret"', /object, not a string/],
    ['a number', '12', /object, not a number/],
    ['cut off', '{"a":1', /ends too early at line 1, column 7/],
    ['not JSON', 'amount=4111111111111111', /unexpected character at line 1, column 1\./],
    ['wrong on its third line', '{\n "a": 1,\n "b": 012\n}', /line 3, column 7/],
    ['with a raw control character in a text', '{"a":"x\u0000y"}', /line 1, column 8/],
    ['with a comment', '{"a":1 /* x */}', /column 8/],
    ['with two values', '{"a":1}{"b":2}', /column 8/],
  ] as const) {
    it(`${what} is refused with the position of the fault and without quoting the body`, () => {
      const message = refusal(text)
      assert.match(message, words)
      assert.ok(!/4111|secret|"a"/.test(message), message)
    })
  }

  it('that is not UTF-8 is refused', () => {
    assert.match(refusal(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])), /UTF-8/)
    assert.match(refusal(Buffer.from('{"a":1}', 'utf16le')), /not valid JSON/)
  })

  for (const name of ['__proto__', 'constructor', 'prototype']) {
    it(`with the name ${name} is refused at any depth and in any notation`, () => {
      const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`
      for (const text of [`{"${name}":{"a":1}}`, `{"x":[{"y":{"${name}":1}}]}`, `{"${escaped}":1}`]) {
        assert.ok(refusal(text).includes(name))
      }
      assert.ok(read(`{"a":"${name}"}`), 'as a value it is an ordinary text')
    })
  }
})
