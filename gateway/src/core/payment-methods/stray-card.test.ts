import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readVectors } from '../../../test/vectors/read-vectors.ts'
import { passesLuhn } from '../values/card-numbers.ts'
import { methodFor, methods } from './index.ts'
import type { Operation, PaymentMethod } from './payment-method.ts'
import { type ReadOptions, readPayin, readPayout } from './read-request.ts'
import { fieldsOf } from './registry.ts'

const now = new Date('2026-11-20T12:00:00Z')
const lenient: ReadOptions = { checks: 'lenient', now }
const card = '5200828282828210'
const other = '4111111111111111'
const spellings = [
  other,
  `${other} 12/30 123`,
  `1 ${other}`,
  'ref 004 4111 1111 1111 1111',
  '4111--1111--1111--1111',
  '4111,1111/1111_1111',
  '4111\u00a01111\u00a01111\u00a01111',
  '４１１１１１１１１１１１１１１１',
]

/** A flat body that all points accept. */
function bodyOf(operation: Operation): Record<string, unknown> {
  if (operation.kind !== 'card') return { ...operation.example }
  const own = Object.fromEntries(fieldsOf(operation).map(([name, field]) => [name, field.example]))
  return {
    ...own,
    payer_card_number: card,
    payer_card_type: 'MASTERCARD',
    service_code: operation.example['service_code'],
    amount: 10,
    reference: 'ORDER00000000000000001',
  }
}

const operations = (methods as readonly PaymentMethod[]).flatMap((method) => [
  ...(method.payin ? [{ code: method.code, operation: method.payin, read: readPayin }] : []),
  ...(method.payout ? [{ code: method.code, operation: method.payout, read: readPayout }] : []),
])

describe('a card number in a request', () => {
  for (const { code, operation, read } of operations) {
    it(`is refused in every field of ${code} ${operation.kind}, in any notation, and never stored`, () => {
      const names = fieldsOf(operation).filter(([, field]) => !field.secret && !field.allowed)
      for (const [name] of names) {
        for (const spelling of spellings) {
          const text = name === 'url_handler_redirect' ? `https://shop.example/r?card=${spelling}` : spelling
          const result = read({ ...bodyOf(operation), [name]: text }, lenient)
          const isAccount = name === 'account' && result.ok && /^\d{16}$/.test(result.request.details['account'] ?? '')
          if (isAccount) continue
          assert.ok(!result.ok, `${name}: ${text}`)
          assert.ok(
            result.problems.some(({ param }) => param === name),
            `${name}: ${text}: ${JSON.stringify(result.problems)}`,
          )
          assert.ok(!JSON.stringify(result).includes('1111'), `${name}: ${text}`)
        }
      }
    })
  }

  it('is left out of a field of another service code', () => {
    for (const name of ['payer_address', 'payer_phone', 'account', 'payer_card_type', 'payer_card_holder_name']) {
      for (const spelling of spellings) {
        const result = readPayin({ ...methodFor('BT_AR')?.payin?.example, [name]: spelling }, lenient)
        assert.ok(result.ok, spelling)
        assert.equal(result.request.details[name], undefined, `${name}: ${spelling}`)
        assert.ok(!JSON.stringify(result.warnings).includes('1111'))
      }
    }
  })

  it('is refused if the reference or another field repeats the card of the request', () => {
    const operation = methodFor('CC1_IG_TRUST_WW_EUR')?.payin
    assert.ok(operation, 'the card method')
    for (const change of [
      { reference: `A${card}B1234` },
      { reference: `12${card}3456` },
      { url_handler_redirect: `https://shop.example/return/x${card}y` },
      { payer_phone: `+${card}` },
      { payer_doc_id: `X${card}` },
    ]) {
      const result = readPayin({ ...bodyOf(operation), ...change }, lenient)
      assert.ok(!result.ok, JSON.stringify(change))
      assert.deepEqual(
        result.problems.map(({ param, code }) => `${param} ${code}`),
        [`${Object.keys(change)[0]} invalid_format`],
      )
    }
  })
})

describe('a value that is not refused as a card number', () => {
  it('is the example of any service code, and any valid account or document', () => {
    for (const { code, operation, read } of operations) {
      assert.ok(read(operation.example, { checks: 'strict', now }).ok, code)
    }
    const accounts = readVectors<{ type: string; input: string; outcome: string }>('accounts.json')
    const codes: Readonly<Record<string, string>> = {
      AR: 'BT_AR',
      MX: 'SPEI_MX',
      PE: 'BT_PE',
      VE: 'BT_VE',
      EC: 'BT_EC',
    }
    let looked = 0
    for (const { type, input, outcome } of accounts) {
      const method = methodFor(codes[type.slice(0, 2)] ?? '')
      if (!method?.payout || outcome !== 'accept') continue
      looked += 1
      const result = readPayout({ ...method.payout.example, account: input }, lenient)
      const told = result.ok ? [] : result.problems.map(({ message }) => String(message))
      assert.deepEqual(
        told.filter((message) => message.includes('card number')),
        [],
        input,
      )
    }
    assert.ok(looked > 5, `${looked} accounts`)
  })

  it('is a valid identifier that looks like one: an account of 16 digits, a CNPJ of 14, a phone of 13', () => {
    const account = readPayout({ ...methodFor('BT_CL')?.payout?.example, account: other }, lenient)
    assert.ok(account.ok, 'a Chilean account may have 16 digits')
    const unusual = readPayout({ ...methodFor('BT_CO')?.payout?.example, account: other }, lenient)
    assert.ok(!unusual.ok, 'accounts of this Colombian bank do not')
    const cnpj = cardLikeCnpj()
    const pix = readPayin({ ...methodFor('PIX_BR')?.payin?.example, payer_doc_id: cnpj }, { checks: 'strict', now })
    assert.ok(pix.ok, cnpj)
    const operation = methodFor('CC1_IG_TRUST_WW_EUR')?.payin
    assert.ok(operation, 'the card method')
    const germans = Array.from({ length: 10 }, (_, digit) => `+49151123456${digit}8`)
    assert.ok(
      germans.some((phone) => passesLuhn(phone.slice(1))),
      'one of ten',
    )
    for (const payer_phone of germans) {
      assert.ok(readPayin({ ...bodyOf(operation), payer_phone }, lenient).ok, payer_phone)
    }
    const payer_ip_address = '2400:2400:2400:2400::1'
    assert.ok(readPayin({ ...bodyOf(operation), payer_ip_address }, lenient).ok, payer_ip_address)
  })

  it('is a reference with letters beside its number, or of another length', () => {
    const example = methodFor('BT_AR')?.payin?.example
    for (const reference of [
      `P${other}`,
      '20261120123456789012',
      '0190b1a4-1111-7111-8111-111111111111',
      'INV-4512-77',
    ]) {
      assert.ok(readPayin({ ...example, reference }, lenient).ok, reference)
    }
  })

  it('is a reference that reads as a card number: it is accepted as sent, with a warning', () => {
    for (const { code, operation, read } of operations.filter(({ operation: { kind } }) => kind !== 'card')) {
      for (const reference of spellings) {
        const result = read({ ...operation.example, reference }, { checks: 'strict', now })
        assert.ok(result.ok, `${code}: ${reference}`)
        assert.equal(result.request.reference, reference)
        const warnings = result.warnings.filter(({ param }) => param === 'reference')
        assert.deepEqual(
          warnings.map(({ code }) => code),
          ['looks_like_card_number'],
        )
        assert.ok(!JSON.stringify(warnings).includes('1111'))
      }
    }
  })
})

/** A CNPJ with right check digits whose 14 digits read as a Diners Club number. */
function cardLikeCnpj(): string {
  for (let number = 0; number < 10_000; number++) {
    const body = `36${String(number).padStart(6, '0')}0001`
    const check = (digits: string) => {
      const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (2 + (place % 8)), 0)
      return sum % 11 < 2 ? 0 : 11 - (sum % 11)
    }
    const first = `${body}${check(body)}`
    const cnpj = `${first}${check(first)}`
    if (passesLuhn(cnpj)) return cnpj
  }
  throw new Error('no such CNPJ was found')
}
