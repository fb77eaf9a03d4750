import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textsIn } from '../texts/language.ts'
import { type Language, languages } from '../texts/messages/languages.ts'
import { say } from '../texts/messages/say.ts'
import {
  type FieldCode,
  type FieldProblem,
  fieldCodes,
  Problem,
  type ProblemCode,
  problemCatalogue,
} from '../values/problem.ts'
import { allErrorCodes, meaningOf, problemBody } from './reply-problem.ts'

const precision: FieldProblem = {
  code: 'amount_precision',
  param: 'amount',
  message: 'amount has more decimals than CLP allows',
}
const missing: FieldProblem = { code: 'required', param: 'payer_doc_id', message: 'payer_doc_id is required for BT_CL' }

const bodyOf = (problem: Problem, language: Language = 'en') =>
  problemBody(problem, { language, publicUrl: 'https://pay.example', requestId: 'req_1', status: 'fail' })

describe('a refusal', () => {
  it('of one field is exactly the contract’s example', () => {
    assert.deepEqual(bodyOf(new Problem('validation_failed', { fields: [precision] })), {
      status: 'fail',
      message: 'amount has more decimals than CLP allows',
      data: null,
      error: {
        type: 'invalid_request',
        code: 'amount_precision',
        param: 'amount',
        message: 'amount has more decimals than CLP allows',
        doc_url: 'https://pay.example/docs/errors#amount_precision',
        request_id: 'req_1',
      },
      errors: [{ code: 'amount_precision', param: 'amount', message: 'amount has more decimals than CLP allows' }],
    })
  })

  it('of several fields lists them all', () => {
    const body = bodyOf(new Problem('validation_failed', { fields: [precision, missing] }))
    assert.equal(body.error.code, 'validation_failed')
    assert.equal(body.message, '2 fields are wrong: see errors.')
    assert.deepEqual(
      body.errors.map((one) => one.param),
      ['amount', 'payer_doc_id'],
    )
  })

  it('has further facts beside the code, which they cannot replace', () => {
    const facts = { transaction_id: 'T', fields: ['amount'], code: 'other', type: 'x' }
    const { error } = bodyOf(new Problem('reference_conflict', { facts, param: 'reference' }))
    assert.equal(error['transaction_id'], 'T')
    assert.deepEqual([error.code, error['type'], error['param']], ['reference_conflict', 'conflict', 'reference'])
  })

  it('of an internal error reveals nothing about its cause', () => {
    const body = JSON.stringify(bodyOf(new Problem('internal_error', { cause: new Error('relation "x" of host db1') })))
    assert.ok(!body.includes('relation') && !body.includes('stack'))
  })

  it('is translated to Spanish and Portuguese: the text changes, the code does not', () => {
    const one = new Problem('validation_failed', { fields: [precision] })
    assert.equal(bodyOf(one, 'es').message, 'amount: El monto tiene más decimales que la moneda.')
    assert.equal(bodyOf(one, 'es').error['detail'], 'amount has more decimals than CLP allows')
    assert.equal(bodyOf(one, 'es').error.code, 'amount_precision')
    assert.match(bodyOf(one, 'pt').errors[0]?.message ?? '', /casas decimais/)
    assert.equal(
      bodyOf(new Problem('not_found', { message: say('transaction.unknown') }), 'pt').message,
      'Essa transação não existe.',
    )
    assert.equal(
      bodyOf(new Problem('validation_failed', { fields: [precision, missing] }), 'es').message,
      '2 campos están mal: vea errors.',
    )
  })
})

describe('every code in another language', () => {
  const codes = Object.keys(problemCatalogue) as ProblemCode[]
  const ofFields = Object.keys(fieldCodes) as FieldCode[]
  for (const language of ['es', 'pt'] as const) {
    it(`has a ${language} text, and the English sentence as detail if it says more`, () => {
      for (const code of codes) {
        const plain = bodyOf(new Problem(code), language)
        assert.equal(plain.message, textsIn(language).problems[code])
        assert.equal(plain.error['detail'], undefined, code)
        const precise = bodyOf(new Problem(code, { message: 'Just so.' }), language)
        assert.deepEqual([precise.message, precise.error['detail']], [plain.message, 'Just so.'])
        assert.equal(bodyOf(new Problem(code, { message: 'Just so.' })).message, 'Just so.')
      }
      for (const code of ofFields) {
        const [field] = bodyOf(
          new Problem('validation_failed', { fields: [{ code, param: 'a.b', message: 'Just so.' }, precision] }),
          language,
        ).errors
        assert.deepEqual(field, {
          code,
          param: 'a.b',
          message: `a.b: ${textsIn(language).fields[code]}`,
          detail: 'Just so.',
        })
      }
    })
  }
})

describe('the table of codes', () => {
  it('lists each code once, with its status and its meaning in each language', () => {
    const codes = allErrorCodes()
    assert.equal(new Set(codes.map((one) => one.code)).size, codes.length)
    assert.ok(codes.length > 40)
    for (const { code, http } of codes) {
      assert.ok(http >= 400, code)
      const meanings = languages.map((language) => meaningOf(code, language))
      assert.equal(new Set([code, ...meanings]).size, 1 + languages.length, code)
    }
  })
})
