import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldCodes, httpStatusOf, Problem, type ProblemCode, problemCatalogue } from './problem.ts'

/** The group of an error by HTTP status (contract section 3). */
const groupOf: Record<number, string> = {
  400: 'invalid_request',
  401: 'authentication',
  403: 'permission',
  404: 'not_found',
  405: 'invalid_request',
  409: 'conflict',
  413: 'invalid_request',
  415: 'invalid_request',
  422: 'invalid_request',
  429: 'rate_limited',
  500: 'server_error',
  503: 'server_error',
}
const codes = Object.keys(problemCatalogue) as ProblemCode[]
const sentence = /^[A-Z"e][^\n]{10,120}[.…]$/

describe('the catalogue of errors', () => {
  it('groups every code by its HTTP status', () => {
    assert.ok(codes.length > 20)
    for (const code of codes) assert.equal(problemCatalogue[code].type, groupOf[httpStatusOf(code)], code)
    assert.equal(new Set(codes.map(httpStatusOf)).size, Object.keys(groupOf).length, 'every status is used')
  })

  it('has one complete, unique sentence for each error', () => {
    for (const texts of [codes.map((code) => problemCatalogue[code].message), Object.values(fieldCodes)]) {
      for (const text of texts) assert.match(text, sentence)
      assert.ok(texts.length > 20)
      assert.equal(new Set(texts).size, texts.length)
    }
  })

  it('asks for the same reference where a request may be repeated', () => {
    for (const code of codes.filter((each) => httpStatusOf(each) >= 500)) {
      assert.match(problemCatalogue[code].message, /same reference/)
    }
  })
})

describe('a problem', () => {
  it('has the message of its code by default', () => {
    const plain = new Problem('not_found')
    assert.equal(plain.message, problemCatalogue.not_found.message)
    assert.deepEqual([plain.name, plain.code, plain.fields, plain.facts], ['Problem', 'not_found', [], {}])
    assert.equal(plain.cause, undefined)
    assert.ok(plain instanceof Error)
  })

  it('keeps all details that it was given', () => {
    const cause = new Error('line cut')
    const fields = [{ code: 'too_long', param: 'reference', message: 'x' }] as const
    const known = new Problem('unavailable', {
      message: 'Later.',
      param: 'reference',
      fields,
      retryAfterSeconds: 5,
      facts: { transaction_id: 'id' },
      cause,
    })
    assert.deepEqual([known.message, known.param, known.retryAfterSeconds], ['Later.', 'reference', 5])
    assert.deepEqual([known.fields, known.facts, known.cause], [fields, { transaction_id: 'id' }, cause])
  })
})
