import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inspect } from 'node:util'
import { type ReadOptions, readPayin } from '../read-request.ts'
import { cc1IgTrustWwEur } from './cc1-ig-trust-ww-eur.ts'
import { nestedPaths } from './nested-form.ts'

const now = new Date('2026-11-20T12:00:00Z')
const strict: ReadOptions = { checks: 'strict', now }
const lenient: ReadOptions = { checks: 'lenient', now }
const nested = cc1IgTrustWwEur.payin.example

/** The example in the flat form of the spec's table. */
const flat: Record<string, unknown> = {
  service_code: 'CC1_IG_TRUST_WW_EUR',
  ...nested.customerDetails.contactDetails,
  payer_name: 'PAGADOR',
  payer_lastname: 'DE PRUEBA',
  ...nested.transactionDetails.paymentDetails,
  payer_card_number: '4111111111111111',
  payer_card_type: 'VISA',
  payer_card_holder_name: 'PAGADOR DE PRUEBA',
  payer_card_security_code: '012',
  payer_card_exp_month: '12',
  payer_card_exp_year: '2034',
}

function told(change: Record<string, unknown>, options: ReadOptions = strict): string[] {
  const result = readPayin({ ...flat, ...change }, options)
  if (!result.ok) return result.problems.map(({ param, code }) => `${param} ${code}`)
  return result.warnings.map(({ param, code }) => `~${param} ${code}`)
}

function accepted(body: Record<string, unknown>) {
  const result = readPayin(body, strict)
  assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.problems))
  return result.request
}

describe('the card of an accepted request', () => {
  test('is returned once, inside its secret', async () => {
    const { card } = accepted({ ...flat, payer_card_exp_year: 34, payer_card_exp_month: 3 })
    assert.ok(card)
    assert.equal(card.brand, 'VISA')
    assert.equal(card.holder, 'PAGADOR DE PRUEBA')
    assert.equal(card.expiryMonth, 3)
    assert.equal(card.expiryYear, 2034)
    assert.deepEqual(await card.secret.use((...both) => Promise.resolve(both)), ['4111111111111111', '012'])
  })

  test('leaves number, code and expiry out of everything that can be stored or shown', () => {
    const request = accepted({ ...flat, payer_card_security_code: '369', payer_card_exp_year: '2039' })
    const { method: _method, ...shown } = request
    assert.deepEqual(
      Object.keys(request.details).filter((name) => /number|code$|exp_/.test(name)),
      ['payer_state_iso_code', 'payer_zip_code'],
    )
    assert.equal(request.details['card_bin'], '411111')
    assert.equal(request.details['card_last4'], '1111')
    assert.doesNotMatch(inspect(shown, { depth: 9, showHidden: true }), /4111111111111111|369/)
  })

  test('may come as JSON numbers, as the table of the spec types them', async () => {
    const { card, details } = accepted({
      ...flat,
      payer_card_number: 4111111111111111,
      payer_card_security_code: 12,
      payer_card_exp_month: 12,
      payer_card_exp_year: 2034,
      payer_zip_code: 15001,
      payer_phone: 51987654321,
      payer_country_iso: 'per',
    })
    assert.ok(card)
    assert.deepEqual(await card.secret.use((...both) => Promise.resolve(both)), ['4111111111111111', '012'])
    assert.equal(details['payer_zip_code'], '15001')
    assert.equal(details['payer_country_iso'], 'PE')
  })
})

describe('card rules refuse on test points too', () => {
  for (const [because, change, expected] of [
    ['the Luhn digit', { payer_card_number: '4111111111111112' }, 'payer_card_number invalid_check_digit'],
    ['the brand of the number', { payer_card_number: '6011111111111117' }, 'payer_card_number invalid_format'],
    ['a malformed number', { payer_card_number: '4111-x' }, 'payer_card_number invalid_format'],
    [
      'a number that lost digits',
      { payer_card_number: Number('4000000000000000006') },
      'payer_card_number use_a_string',
    ],
    ['a number of the wrong type', { payer_card_number: ['4111111111111111'] }, 'payer_card_number invalid_type'],
    ['the other brand', { payer_card_type: 'mastercard' }, 'payer_card_type card_type_mismatch'],
    ['an unknown brand', { payer_card_type: 'AMEX' }, 'payer_card_type not_allowed'],
    ['a code of 4 digits', { payer_card_security_code: '1234' }, 'payer_card_security_code invalid_format'],
    ['a code of 2 digits as text', { payer_card_security_code: '12' }, 'payer_card_security_code invalid_format'],
    ['month 0', { payer_card_exp_month: 0 }, 'payer_card_exp_month invalid_format'],
    ['a year of 3 digits', { payer_card_exp_year: '203' }, 'payer_card_exp_year invalid_format'],
    ['last month', { payer_card_exp_month: 10, payer_card_exp_year: 26 }, 'payer_card_exp_year card_expired'],
    ['an e-mail without @', { payer_email: 'payer' }, 'payer_email invalid_format'],
    ['a postal code with signs', { payer_zip_code: '15#01' }, 'payer_zip_code invalid_format'],
    ['an unknown country', { payer_country_iso: 'ZZ' }, 'payer_country_iso invalid_format'],
    ['a short reference', { reference: 'ORDER0000000000000001' }, 'reference invalid_format'],
    ['a reference with a dash', { reference: 'ORDER-0000000000000001' }, 'reference invalid_format'],
  ] as const) {
    test(because, () => {
      for (const options of [strict, lenient]) assert.deepEqual(told(change, options), [expected])
    })
  }

  test('but a card is valid through the last day of its month', () => {
    assert.deepEqual(told({ payer_card_exp_month: '11', payer_card_exp_year: '26' }), [])
  })

  test('and no message repeats a value of a card field', () => {
    const body = {
      ...flat,
      payer_card_number: '4111111111111112',
      payer_card_security_code: '98765',
      payer_card_exp_year: '1987',
    }
    const result = readPayin({ ...body, '4111111111111111': 1, payer_card_type: '5555555555554444' }, lenient)
    assert.ok(!result.ok)
    assert.equal(result.problems.length, 4)
    assert.doesNotMatch(JSON.stringify(result), /4111|98765|1987|5555/)
  })
})

describe('unusual payer data is flagged and never refused', () => {
  for (const [because, change, expected] of [
    ['an unassigned phone number', { payer_phone: '123' }, '~payer_phone unusual'],
    ['a text as phone', { payer_phone: 'none' }, '~payer_phone unusual'],
    ['a state that the country does not have', { payer_state_iso_code: 'QQQ' }, '~payer_state_iso_code unusual'],
    ['a year far ahead', { payer_card_exp_year: '2099' }, '~payer_card_exp_year unusual'],
  ] as const) {
    test(because, () => assert.deepEqual(told(change), [expected]))
  }
})

describe('the two forms of a card pay-in', () => {
  const problemsOf = (body: object) => {
    const result = readPayin(body, lenient)
    return result.ok ? [] : result.problems.map(({ param, code }) => `${param} ${code}`)
  }
  test('must not be mixed', () => {
    const { customerDetails: _, ...others } = nested
    assert.deepEqual(problemsOf({ ...others, payer_name: 'PAGADOR' }), ['payer_name mixed_forms'])
  })

  test('may repeat a value, which warns, and must not contradict each other', () => {
    for (const body of [
      { ...nested, payer_name: 'PAGADOR' },
      { payer_name: ' PAGADOR ', ...nested },
    ]) {
      const result = readPayin(body, lenient)
      assert.ok(result.ok)
      const repeats = result.warnings.map(({ code, message }) => `${code} ${String(message).split(' ')[1]}`)
      assert.ok(repeats.includes('unusual repeats'), repeats.join())
    }
    assert.deepEqual(problemsOf({ ...nested, payer_name: 'OTRO' }), ['customerDetails.payer_name contradiction'])
    const urls = { url_handler_redirect: 'https://shop.example/back' }
    const other = 'https://shop.example/other'
    assert.deepEqual(problemsOf({ ...flat, urls, url_handler_redirect: other }), [
      'urls.url_handler_redirect contradiction',
    ])
  })

  test('share the object urls: the flat form may have it', () => {
    const address = 'https://shop.example/back'
    const request = accepted({ ...flat, urls: { url_handler_redirect: address } })
    assert.equal(request.redirectUrl, address)
    assert.equal(accepted({ ...flat, url_handler_redirect: address }).redirectUrl, address)
    const wrong = readPayin({ ...flat, urls: 'https://shop.example/back' }, lenient)
    assert.ok(!wrong.ok)
    assert.deepEqual(
      wrong.problems.map(({ param, code }) => `${param} ${code}`),
      ['urls invalid_type'],
    )
  })

  test('report problems with the path of the field', () => {
    const { transactionDetails, ...others } = nested
    const cardDetails = { ...transactionDetails.cardDetails, payer_card_number: 1, payer_card_numbr: 1 }
    const result = readPayin({ ...others, transactionDetails: { ...transactionDetails, cardDetails } }, strict)
    assert.ok(!result.ok)
    assert.deepEqual(
      result.problems.map(({ param, code }) => `${param} ${code}`),
      ['transactionDetails.cardDetails.payer_card_number invalid_format'],
    )
    assert.match(
      String(result.warnings[0]?.message),
      /did you mean transactionDetails\.cardDetails\.payer_card_number\?/,
    )
    assert.equal(result.warnings[0]?.param, 'transactionDetails.cardDetails.payer_card_numbr')
  })

  test('name the right path of a field in the wrong object', () => {
    const { transactionDetails, ...others } = nested
    const { amount, ...paymentDetails } = transactionDetails.paymentDetails
    const body = { ...others, transactionDetails: { ...transactionDetails, paymentDetails, amount } }
    const result = readPayin(body, strict)
    assert.ok(!result.ok)
    assert.deepEqual(
      result.problems.map(({ param, code }) => `${param} ${code}`),
      ['transactionDetails.paymentDetails.amount required'],
    )
    assert.match(String(result.warnings[0]?.message), /send it as transactionDetails\.paymentDetails\.amount/)
  })

  test('with something else than an object report that alone', () => {
    const result = readPayin({ ...nested, customerDetails: 'PAGADOR' }, strict)
    assert.ok(!result.ok)
    assert.deepEqual(
      result.problems.map(({ param, code }) => `${param} ${code}`),
      ['customerDetails invalid_type'],
    )
  })

  test('accept expired_at beside the amount, and at the top', () => {
    const { transactionDetails, ...others } = nested
    const paymentDetails = { ...transactionDetails.paymentDetails, expired_at: '2026-11-21' }
    for (const body of [
      { ...nested, expired_at: '2026-11-21' },
      { ...others, transactionDetails: { ...transactionDetails, paymentDetails } },
      { ...flat, expired_at: '2026-11-21' },
    ]) {
      assert.equal(accepted(body).expiresAt.toISOString(), '2026-11-21T23:59:59.999Z')
    }
  })

  test('are not accepted for another service code', () => {
    const result = readPayin({ ...nested, service_code: 'BT_AR' }, strict)
    assert.ok(!result.ok)
    assert.match(String(result.warnings[0]?.message), /belongs to the nested form of card pay-ins/)
  })

  test('have a path for every field', () => {
    const names = [...Object.keys(cc1IgTrustWwEur.payin.required), ...Object.keys(cc1IgTrustWwEur.payin.optional)]
    assert.deepEqual(new Set(Object.keys(nestedPaths)), new Set([...names, 'amount', 'reference', 'expired_at']))
  })
})

describe('the redirect address', () => {
  const redirect = (url_handler_redirect: unknown, options: ReadOptions = lenient) =>
    told({ url_handler_redirect }, options)

  test('is optional, and passed on as sent', () => {
    assert.equal(accepted(flat).redirectUrl, undefined)
    assert.equal(accepted(nested).redirectUrl, 'https://shop.example/return')
    assert.equal(accepted(nested).details['url_handler_redirect'], 'https://shop.example/return')
  })

  test('without https is flagged, or refused if the point requires https', () => {
    const http = 'http://shop.example/return'
    assert.deepEqual(redirect(http, strict), ['~url_handler_redirect insecure_redirect'])
    const demanding = { ...lenient, requireHttpsRedirect: true }
    assert.deepEqual(redirect(http, demanding), ['url_handler_redirect insecure_redirect'])
    assert.deepEqual(redirect('https://shop.example/', demanding), [])
  })

  test('is only http or https, without a user, and at most 2048 characters', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'shop.example',
      '/return',
      'https:/shop.example/',
      'https:shop.example',
      'https:\\\\shop.example/',
      'https:///shop.example/',
      'https://a:b@shop.example/',
    ]) {
      assert.deepEqual(redirect(url), ['url_handler_redirect invalid_format'])
    }
    const long = `https://shop.example/${'a'.repeat(2027)}`
    assert.deepEqual(redirect(long), [])
    assert.deepEqual(redirect(`${long}a`), ['url_handler_redirect too_long'])
    assert.deepEqual(redirect(12), ['url_handler_redirect invalid_type'])
  })
})
