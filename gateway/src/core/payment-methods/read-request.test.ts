import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../../test/support/test-seed.ts'
import { methodFor, methods } from './index.ts'
import { type ReadOptions, readPayin, readPayout } from './read-request.ts'

const now = new Date('2026-11-20T12:00:00Z')
const strict: ReadOptions = { checks: 'strict', now }
const lenient: ReadOptions = { checks: 'lenient', now }
const payin = { service_code: 'BT_CO', amount: 10, reference: 'r-1', payer_doc_id: '1004922993', payer_name: 'PAGADOR' }
const speiPayin = { service_code: 'SPEI_MX', amount: 10, reference: 'r-1' }

/** `param code` of every problem, or of every warning where the body was accepted. */
function reported(
  body: unknown,
  options: ReadOptions = strict,
  read: typeof readPayin | typeof readPayout = readPayin,
) {
  const result = read(body, options)
  return (result.ok ? result.warnings : result.problems).map(({ param, code }) => `${param} ${code}`)
}

function accepted(body: unknown, options: ReadOptions = strict) {
  const result = readPayin(body, options)
  assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.problems))
  return result
}

describe('the body', () => {
  test('must be an object', () => {
    for (const body of [undefined, null, 1, true, 'text', [], [payin]])
      assert.deepEqual(reported(body), [' invalid_type'])
  })

  test('must name a service code', () => {
    for (const [value, code] of [
      [undefined, 'required'],
      [null, 'required'],
      ['', 'required'],
      [12, 'invalid_type'],
      [['BT_AR'], 'invalid_type'],
      ['BT_ZZ', 'unknown_service_code'],
      ['constructor', 'unknown_service_code'],
    ]) {
      const result = readPayin({ ...payin, service_code: value }, strict)
      assert.ok(!result.ok && result.unknownServiceCode)
      assert.deepEqual(
        result.problems.map((problem) => [problem.param, problem.code]),
        [['service_code', code]],
      )
    }
  })

  test('takes no letters that only look like those of a code', () => {
    const lookAlike = readPayin({ ...speiPayin, service_code: 'SPE\u0131_MX' }, lenient)
    assert.equal(lookAlike.ok ? undefined : lookAlike.unknownServiceCode, true)
    const alias = { ...methodFor('BT_AR')?.payout?.example, account_type: 'AL\u0131AS' }
    const refused = readPayout(alias, lenient)
    assert.deepEqual(!refused.ok && refused.problems.map(({ code }) => code), ['not_allowed'])
  })

  test('takes the service code in any case', () => {
    const [first, second] = ['BT_CO', ' bt_Co '].map((code) => readPayin({ ...payin, service_code: code }, strict))
    assert.ok(first?.ok && second?.ok)
    assert.deepEqual(second.request, first.request)
  })

  test('with a service code of a country that has others is told those', () => {
    const result = readPayin({ ...payin, service_code: 'PSE_CO' }, strict)
    assert.ok(!result.ok)
    assert.match(String(result.problems[0]?.message), /did you mean BT_CO\?/)
    const venezuela = readPayin({ ...payin, service_code: 'XX_VE' }, strict)
    assert.ok(!venezuela.ok)
    assert.match(String(venezuela.problems[0]?.message), /did you mean BT_VE or PM_VE\?/)
  })

  test('with an amount as a text that looks like thousands is warned, and read exactly', () => {
    const warned = (amount: unknown, code = 'BT_CL') => {
      const body = { service_code: code, amount, reference: 'r', payer_doc_id: '12.345.678-5' }
      const result = readPayin(body, strict)
      assert.ok(result.ok, JSON.stringify(result.ok ? '' : result.problems))
      return [result.request.amountMinor, result.warnings.filter(({ param }) => param === 'amount').length]
    }
    assert.deepEqual(warned('250.000'), [250n, 1])
    assert.deepEqual(warned(250.0), [250n, 0])
    assert.deepEqual(warned('250000'), [250_000n, 0])
    assert.deepEqual(warned('250.00'), [250n, 0])
    assert.deepEqual(warned('1250.000'), [1250n, 0])
  })

  test('with a currency is told that of the service code', () => {
    const [warning] = accepted({ ...speiPayin, currency: 'USD' }).warnings
    assert.match(String(warning?.message), /currency is not a known field and was ignored: SPEI_MX is in MXN/)
  })

  test('is spoken of by the names that were sent', () => {
    const payout = { service_code: 'BT_PE', amount: 1, reference: 'r', inter_bank_code: '0113660001' }
    const result = readPayout(payout, strict)
    const found = result.ok ? undefined : result.problems.find(({ param }) => param === 'inter_bank_code')
    assert.match(String(found?.message), /^inter_bank_code/)
    const card = {
      service_code: 'CC1_IG_TRUST_WW_EUR',
      transactionDetails: { paymentDetails: { amount: ['1'] } },
      customerDetails: { payer_name: ['a'], contactDetails: { payer_email: { a: 1 } } },
    }
    const nested = readPayin(card, strict)
    const paths = nested.ok ? [] : nested.problems.filter(({ param }) => param?.includes('.'))
    assert.ok(paths.length > 0)
    for (const { param, message } of paths) assert.ok(String(message).startsWith(param), `${param}: ${message}`)
  })

  test('with a misspelt service code is told the nearest one', () => {
    const result = readPayin({ ...payin, service_code: 'bt-co' }, strict)
    assert.ok(!result.ok)
    assert.match(String(result.problems[0]?.message), /did you mean BT_CO\?/)
  })

  test('must not use prototype names, at any depth', () => {
    const body = JSON.parse(
      '{"service_code":"SPEI_MX","amount":1,"reference":"r","__proto__":{"a":1},"x":[{"constructor":1}]}',
    )
    assert.deepEqual(reported(body).sort(), ['__proto__ forbidden_name', 'x.0.constructor forbidden_name'])
    assert.deepEqual(reported({ ...speiPayin, prototype: null }, lenient), ['prototype forbidden_name'])
  })

  test('has every wrong field reported at once', () => {
    const body = { service_code: 'BT_CO', amount: 1.234, reference: 5, payer_doc_id: true, expired_at: 'soon' }
    assert.deepEqual(reported(body), [
      'expired_at invalid_format',
      'amount amount_precision',
      'reference invalid_type',
      'payer_doc_id invalid_type',
      'payer_name required',
    ])
  })

  test('never makes the reader throw, for any value of a field', () => {
    const names = ['payer_doc_id', 'payer_name', 'amount', 'reference', 'account', 'account_type', 'account_doc_id']
    const odd = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double())
    fc.assert(
      fc.property(fc.constantFrom(...methods), fc.dictionary(fc.constantFrom(...names, 'x'), odd), (method, fields) => {
        const body = { ...('payout' in method ? method.payout : method.payin).example, ...fields }
        for (const read of [readPayin, readPayout]) for (const options of [strict, lenient]) read(body, options)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a field', () => {
  test('that is null or blank counts as missing', () => {
    for (const value of [null, '', '   ']) {
      assert.deepEqual(reported({ ...payin, payer_name: value }), ['payer_name required'])
      assert.deepEqual(reported({ ...speiPayin, payer_name: value }), [])
    }
  })

  test('of the wrong JSON type is refused on every point', () => {
    for (const value of [true, [], {}, 12]) {
      assert.deepEqual(reported({ ...payin, payer_name: value }, lenient), ['payer_name invalid_type'])
    }
  })

  test('is trimmed', () => {
    assert.equal(accepted({ ...payin, payer_name: '  PAGADOR \n' }).request.details['payer_name'], 'PAGADOR')
  })

  test('with control characters, NUL or half a character is refused on every point', () => {
    for (const value of ['PAGA\u0000DOR', 'PAGA\nDOR', 'PAGA\u0085DOR', 'PAGA\ud800DOR', '\udc00PAGADOR']) {
      assert.deepEqual(reported({ ...payin, payer_name: value }, lenient), ['payer_name invalid_format'])
      assert.deepEqual(reported({ ...payin, account: value }, lenient), ['account invalid_format'])
      assert.deepEqual(reported({ ...payin, reference: value }, lenient), ['reference invalid_format'])
    }
    assert.deepEqual(reported({ ...payin, payer_name: 'PAGADOR 😀 ÑÁ' }), [])
  })

  test('with invisible characters is taken and flagged, unless it is an identifier, which is read without them', () => {
    const sent = {
      ...payin,
      payer_name: 'PAGA\u200bDOR',
      reference: 'a\u202eb',
      account_beneficiary: 'x\u2060',
      metadata: { a: '\u200f' },
    }
    const { request, warnings } = accepted({ ...sent, payer_doc_id: `\u200b${payin.payer_doc_id}` })
    assert.deepEqual(warnings.map(({ param, code }) => `${param} ${code}`).toSorted(), [
      'account_beneficiary unusual',
      'metadata.a unusual',
      'payer_name unusual',
      'reference unusual',
    ])
    assert.equal(request.details['payer_name'], sent.payer_name)
  })

  test('may have exactly its length', () => {
    assert.deepEqual(reported({ ...payin, payer_name: 'N'.repeat(100) }, lenient), [])
    assert.deepEqual(reported({ ...payin, payer_name: 'N'.repeat(101) }, lenient), ['payer_name too_long'])
    assert.deepEqual(reported({ ...payin, payer_doc_id: '1'.repeat(33) }, lenient), ['payer_doc_id too_long'])
  })

  test('that is missing and was sent under a similar name is reported with both names', () => {
    const { payer_doc_id: id, ...others } = payin
    const result = readPayin({ ...others, payer_docid: id }, strict)
    assert.ok(!result.ok)
    assert.match(String(result.problems[0]?.message), /payer_doc_id is required for BT_CO.*payer_docid was sent/)
    assert.match(String(result.warnings[0]?.message), /did you mean payer_doc_id\?/)
  })
})

describe('a document', () => {
  test('may be a JSON number', () => {
    assert.equal(accepted({ ...payin, payer_doc_id: 1004922993 }).request.details['payer_doc_id'], '1004922993')
  })

  test('as a number beyond 2^53-1 must be a string', () => {
    for (const value of [2 ** 53, 1e21, Number.POSITIVE_INFINITY]) {
      assert.deepEqual(reported({ ...payin, payer_doc_id: value }, lenient), ['payer_doc_id use_a_string'])
    }
  })

  test('is not negative and has no decimals', () => {
    for (const value of [-1, 12345.5]) {
      assert.deepEqual(reported({ ...payin, payer_doc_id: value }, lenient), ['payer_doc_id invalid_format'])
    }
  })
})

describe('reference', () => {
  test('is kept byte for byte', () => {
    const reference = ' Órden/1 é '
    assert.equal(accepted({ ...speiPayin, reference }).request.reference, reference)
  })

  test('has 1 to 255 characters', () => {
    assert.deepEqual(reported({ ...speiPayin, reference: 'r'.repeat(255) }), [])
    assert.deepEqual(reported({ ...speiPayin, reference: 'r'.repeat(256) }), ['reference too_long'])
    assert.deepEqual(reported({ ...speiPayin, reference: '' }), ['reference required'])
    assert.deepEqual(reported({ ...speiPayin, reference: 7 }), ['reference invalid_type'])
  })
})

describe('amount', () => {
  test('becomes minor units of the currency, from a number or its text', () => {
    for (const amount of [263.9, '263.90', ' 263.9 ']) {
      assert.equal(accepted({ ...speiPayin, amount }).request.amountMinor, 26390n)
    }
  })

  test('that is invalid is refused on every point', () => {
    for (const [amount, code] of [
      [null, 'required'],
      [true, 'invalid_type'],
      [{}, 'invalid_type'],
      ['1,5', 'invalid_format'],
      [0, 'amount_too_small'],
      [-1, 'amount_too_small'],
      [0.001, 'amount_precision'],
      [1e21, 'amount_too_large'],
      ['99999999999.991', 'amount_precision'],
      ['99999999999.99', undefined],
      ['100000000000', 'amount_too_large'],
    ]) {
      assert.deepEqual(reported({ ...speiPayin, amount }, lenient), code ? [`amount ${code}`] : [])
    }
  })

  test('ends where its service code does', () => {
    const pix = { ...methodFor('PIX_BR')?.payin?.example, amount: '10000000000' }
    const refused = readPayin(pix, lenient)
    assert.equal(String(!refused.ok && refused.problems[0]?.message), 'amount is at most 9999999999.99 BRL')
    assert.deepEqual(reported({ ...pix, amount: '9999999999.99' }), [])
  })
})

describe('expired_at', () => {
  test('is in the future and before 2100', () => {
    for (const [value, code] of [
      ['2026-11-20T12:00:00Z', 'expired_at_past'],
      ['2026-11-19', 'expired_at_past'],
      ['2100-01-01T00:00:00Z', 'expired_at_too_far'],
      ['2026-02-30T00:00:00Z', 'invalid_format'],
      ['tomorrow', 'invalid_format'],
      [1790000000, 'invalid_type'],
    ]) {
      assert.deepEqual(reported({ ...speiPayin, expired_at: value }, lenient), [`expired_at ${code}`])
    }
    assert.deepEqual(reported({ ...speiPayin, expired_at: '2099-12-31T23:59:59.999999999Z' }), [])
  })

  test('is UTC without a suffix, and a date alone means the end of that day', () => {
    const at = (value: string) => accepted({ ...speiPayin, expired_at: value }).request.expiresAt.toISOString()
    assert.equal(at('2026-11-20T12:00:00.001'), '2026-11-20T12:00:00.001Z')
    assert.equal(at('2026-11-20T12:00:00.001999999Z'), '2026-11-20T12:00:00.001Z')
    assert.equal(at('2026-11-20'), '2026-11-20T23:59:59.999Z')
  })

  test('is in the details only if the merchant sent it', () => {
    assert.deepEqual(accepted(speiPayin).request.details, {})
    const sent = accepted({ ...speiPayin, expired_at: '2026-12-01T00:00:00+01:00' })
    assert.deepEqual(sent.request.details, { expired_at: '2026-11-30T23:00:00.000Z' })
  })
})

describe('a name that this service code does not have', () => {
  test('is kept where the spec has it for another code', () => {
    const body = { ...speiPayin, payer_city: ' Lima ', account_bank: 'Any Bank', payer_zip_code: 1310 }
    const result = accepted(body)
    assert.deepEqual(result.warnings, [])
    assert.deepEqual(result.request.details, { payer_city: 'Lima', account_bank: 'Any Bank', payer_zip_code: '1310' })
  })

  test('must still be text or a number of at most 255 characters', () => {
    assert.deepEqual(reported({ ...speiPayin, account: {} }, lenient), ['account invalid_type'])
    assert.deepEqual(reported({ ...speiPayin, account: true }, lenient), ['account invalid_type'])
    assert.deepEqual(reported({ ...speiPayin, account: 'a'.repeat(256) }, lenient), ['account too_long'])
    assert.deepEqual(reported({ ...speiPayin, account: 1e22 }, lenient), ['account use_a_string'])
    assert.deepEqual(reported({ ...speiPayin, account: null }, lenient), [])
  })

  test('is dropped with a warning where it is card data', () => {
    const result = accepted({ ...speiPayin, payer_card_number: '4111111111111111', payer_card_security_code: 12 })
    assert.deepEqual(result.request.details, {})
    assert.deepEqual(
      result.warnings.map(({ param, code }) => `${param} ${code}`),
      ['payer_card_number unknown_field', 'payer_card_security_code unknown_field'],
    )
    assert.doesNotMatch(JSON.stringify(result.warnings), /4111|012/)
  })

  test('is ignored with a warning and the nearest known name if no code has it', () => {
    const result = accepted({ ...speiPayin, payerDocId: '1', colour: { deep: [1] } })
    assert.deepEqual(result.request.details, {})
    assert.deepEqual(JSON.parse(JSON.stringify(result.warnings)), [
      {
        code: 'unknown_field',
        param: 'payerDocId',
        message: 'payerDocId is not a known field and was ignored: did you mean payer_doc_id?',
      },
      { code: 'unknown_field', param: 'colour', message: 'colour is not a known field and was ignored' },
    ])
  })

  test('is reported a limited number of times', () => {
    const strangers = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`stranger${index}`, 1]))
    assert.equal(accepted({ ...speiPayin, ...strangers }).warnings.length, 20)
  })

  test('keeps expired_at of a payout as text', () => {
    const body = { ...methods[0].payout.example, expired_at: '2020-01-01' }
    const result = readPayout(body, strict)
    assert.ok(result.ok)
    assert.equal(result.request.details['expired_at'], '2020-01-01')
  })
})
