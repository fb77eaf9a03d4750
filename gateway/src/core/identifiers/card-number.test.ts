import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readVectors } from '../../../test/vectors/read-vectors.ts'
import { say } from '../texts/messages/say.ts'
import { brandOf, checkCardNumber, isCardExpired, normaliseYear } from './card-number.ts'

interface CardVector {
  pan: string
  brand: string | null
  luhn: boolean
  accepted: boolean
}

test('every card vector has its stated result, brand and Luhn digit', () => {
  const vectors = readVectors<CardVector>('cards.json')
  assert.equal(vectors.length, 10)
  for (const { pan, brand, luhn, accepted } of vectors) {
    const result = checkCardNumber(pan)
    assert.equal(result.findings.length === 0, accepted, pan)
    assert.equal(!result.findings.some((finding) => finding.code === 'invalid_check_digit'), luhn, pan)
    const taken = brand === 'visa' || brand === 'mastercard' ? brand.toUpperCase() : undefined
    assert.equal(result.brand, taken, pan)
    assert.equal(result.normalised, pan)
  }
})

test('spaces and dashes are dropped', () => {
  assert.deepEqual(checkCardNumber('4111 1111-1111 1111'), {
    normalised: '4111111111111111',
    brand: 'VISA',
    findings: [],
  })
})

test('fewer than 12 or more than 19 digits, and anything else, are refused', () => {
  for (const raw of [
    '41111111111',
    '41111111111111111111',
    '4111x11111111111',
    '',
    '4'.repeat(40),
    '４１１１１１１１１１１１１１１１',
    '411111111111111①',
  ]) {
    assert.deepEqual(checkCardNumber(raw).findings, [
      { severity: 'hard', code: 'invalid_format', message: say('id.card_length') },
    ])
  }
})

test('a brand has its own lengths', () => {
  assert.deepEqual(checkCardNumber('4222222222222').findings, [])
  assert.equal(
    String(checkCardNumber('411111111111116').findings[0]?.message),
    'a VISA number has 13, 16, 18 or 19 digits',
  )
  assert.equal(String(checkCardNumber('555555555555557').findings[0]?.message), 'a MasterCard number has 16 digits')
})

test('the MasterCard range of 2-series numbers ends with 2720', () => {
  assert.equal(brandOf('2221000000000009'), 'MASTERCARD')
  assert.equal(brandOf('2720990000000000'), 'MASTERCARD')
  assert.equal(brandOf('2220990000000000'), undefined)
  assert.equal(brandOf('2721000000000004'), undefined)
  assert.equal(brandOf('5010000000000000'), undefined)
  assert.equal(brandOf('5610000000000000'), undefined)
})

test('no message holds a digit of the card number', () => {
  for (const pan of ['4111111111111112', '6011111111111117', '378282246310005']) {
    for (const finding of checkCardNumber(pan).findings) assert.doesNotMatch(String(finding.message), /\d/)
  }
})

test('a card is valid through the last day of its month in the most lenient time zone', () => {
  const card = { month: 11, year: 2026 }
  assert.equal(isCardExpired({ ...card, now: new Date('2026-12-01T11:59:59.999Z') }), false)
  assert.equal(isCardExpired({ ...card, now: new Date('2026-12-01T12:00:00.000Z') }), true)
  const december = { month: 12, year: 26 }
  assert.equal(isCardExpired({ ...december, now: new Date('2026-12-31T23:00:00Z') }), false)
  assert.equal(isCardExpired({ ...december, now: new Date('2027-01-01T12:00:00Z') }), true)
})

test('a year of two digits is in this century', () => {
  assert.deepEqual(
    [normaliseYear(0), normaliseYear(27), normaliseYear(99), normaliseYear(2031)],
    [2000, 2027, 2099, 2031],
  )
})
