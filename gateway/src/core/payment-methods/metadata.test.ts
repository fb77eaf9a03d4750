import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { metadataLimits } from './metadata.ts'
import { readPayin, readPayout } from './read-request.ts'

const options = { checks: 'strict', now: new Date('2030-01-01T00:00:00Z') } as const
const payin = { service_code: 'SPEI_MX', amount: 10, reference: 'order-1' }
const cardNumber = '4111111111111111'
const card = {
  ...{ service_code: 'CC1_IG_TRUST_WW_EUR', amount: 10, reference: 'ORDER00000000000000001' },
  ...{ payer_name: 'A', payer_lastname: 'B', payer_phone: '+5491122334455', payer_email: 'a@example.com' },
  ...{ payer_address: 'Calle 1', payer_city: 'Rosario', payer_state_iso_code: 'S', payer_country_iso: 'AR' },
  ...{ payer_zip_code: '2000', payer_ip_address: '203.0.113.7', payer_card_number: cardNumber },
  ...{ payer_card_type: 'VISA', payer_card_holder_name: 'A B', payer_card_security_code: '123' },
  ...{ payer_card_exp_month: '12', payer_card_exp_year: '2034' },
}

function read(metadata: unknown, body: object = payin) {
  return readPayin({ ...body, metadata }, options)
}

function accepted(metadata: unknown, body?: object) {
  const result = read(metadata, body)
  assert.ok(result.ok, JSON.stringify(result.ok ? '' : result.problems))
  return { metadata: result.request.metadata, warnings: result.warnings.map(({ code, param }) => `${param} ${code}`) }
}

function refused(metadata: unknown, body?: object): string[] {
  const result = read(metadata, body)
  assert.ok(!result.ok)
  return result.problems.map(({ code, param }) => `${param} ${code}`)
}

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']))

describe('metadata', () => {
  it('is kept as sent up to its limits, in every form of a request, and may be left out', () => {
    const full = {
      ...many(metadataLimits.keys - 1),
      ['k'.repeat(metadataLimits.keyLength)]: 'ñ'.repeat(metadataLimits.valueLength),
    }
    assert.deepEqual(accepted(full), { metadata: full, warnings: [] })
    assert.deepEqual(accepted({ 'order id': '', ключ: ' x ' }).metadata, { 'order id': '', ключ: ' x ' })
    for (const nothing of [undefined, null, {}]) assert.equal(accepted(nothing).metadata, undefined)
    assert.deepEqual(accepted({ order: '7' }, card).metadata, { order: '7' })
    const body = {
      service_code: 'PIX_BR',
      amount: 1,
      reference: 'p',
      account: '529.982.247-25',
      account_doc_id: '529.982.247-25',
    }
    const payout = readPayout({ ...body, metadata: { order: '7' } }, options)
    assert.deepEqual(payout.ok && payout.request.metadata, { order: '7' })
  })

  it('is refused by every wrong key with the reason', () => {
    assert.deepEqual(refused('order=7'), ['metadata invalid_type'])
    assert.deepEqual(refused(['order']), ['metadata invalid_type'])
    assert.deepEqual(refused(many(metadataLimits.keys + 1)), ['metadata too_long'])
    const wrong = {
      ...{
        number: 7,
        nested: { a: 'b' },
        none: null,
        long: 'x'.repeat(metadataLimits.valueLength + 1),
        bell: '\u0007',
      },
      ...{ 'a:b': 'x', 'a[b]': 'x', ' ': 'x', ['k'.repeat(metadataLimits.keyLength + 1)]: 'x', good: 'x' },
    }
    assert.deepEqual(refused(wrong).toSorted(), [
      'metadata.  too_short',
      'metadata.a:b invalid_format',
      'metadata.a[b] invalid_format',
      'metadata.bell invalid_format',
      `metadata.${'k'.repeat(metadataLimits.keyLength + 1)} too_long`,
      'metadata.long too_long',
      'metadata.nested invalid_type',
      'metadata.none invalid_type',
      'metadata.number invalid_type',
    ])
  })

  it('may hold an order number that reads as a card number, with a warning, but never the card of its request', () => {
    const order = { order_id: cardNumber }
    assert.deepEqual(accepted(order), { metadata: order, warnings: ['metadata.order_id looks_like_card_number'] })
    assert.deepEqual(refused(order, card), ['metadata.order_id invalid_format'])
    assert.deepEqual(refused({ note: `paid with 4111-1111 1111x1111`.replace('x', '') }, card), [
      'metadata.note invalid_format',
    ])
    assert.deepEqual(refused({ [cardNumber]: 'x' }, card).length, 1)
    assert.deepEqual(accepted({ order_id: '5555555555554444' }, card).warnings, [
      'metadata.order_id looks_like_card_number',
    ])
  })

  it('has no keys of card data, on any request: a security code is known by its key only', () => {
    for (const key of [
      'payer_card_security_code',
      'CVV',
      'cvc-2',
      'Security Code',
      'card_number',
      'Código de seguridad',
      'ＣＶＶ',
    ]) {
      assert.deepEqual(refused({ [key]: '123', good: 'x' }), [`metadata.${key} invalid_format`])
      assert.deepEqual(refused({ [key]: '123' }, card), [`metadata.${key} invalid_format`])
    }
    const own = { gift_card_number: '77', cvv_result: 'M' }
    assert.deepEqual(accepted(own, card), { metadata: own, warnings: [] })
  })
})
