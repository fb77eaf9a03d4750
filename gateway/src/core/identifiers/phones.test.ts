import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readVectors } from '../../../test/vectors/read-vectors.ts'
import { isRefused } from './checked.ts'
import { checkMobile, checkPhone } from './phones.ts'

interface PhoneVector {
  input: string
  country: 'PE' | 'VE' | 'BR'
  valid: boolean
  normalised?: string
  usable: boolean
}

test('every phone vector has its stated result: usable is a mobile of its country, valid is any phone', () => {
  const vectors = readVectors<PhoneVector>('phones.json')
  assert.equal(vectors.length, 6)
  for (const vector of vectors) {
    const mobile = checkMobile(vector.country, vector.input)
    const phone = checkPhone(vector.input, vector.country)
    assert.equal(isRefused(mobile), !vector.usable, vector.input)
    assert.equal(phone.findings.length === 0, vector.valid, vector.input)
    if (vector.normalised !== undefined) assert.equal(phone.normalised, vector.normalised)
    if (vector.usable) assert.deepEqual(mobile.normalised, vector.normalised)
  }
})

test('mobiles are accepted with and without country code and leading zero, with any separators', () => {
  for (const raw of ['0412-1234567', '4121234567', '584121234567', '+58 412 123.45.67', '(0412) 123 45 67']) {
    assert.deepEqual(checkMobile('VE', raw), { type: 'MOBILE', normalised: '+584121234567', findings: [] }, raw)
  }
  for (const raw of ['987654321', '51987654321', '+51 987 654 321', '987-654-321']) {
    assert.deepEqual(checkMobile('PE', raw), { type: 'MOBILE', normalised: '+51987654321', findings: [] }, raw)
  }
})

test('all six Venezuelan mobile prefixes are known', () => {
  for (const prefix of ['0412', '0414', '0416', '0422', '0424', '0426']) {
    assert.ok(!isRefused(checkMobile('VE', `${prefix}1234567`)), prefix)
  }
})

test('a mobile of another country, a short number and a text are refused with the expected format', () => {
  assert.ok(isRefused(checkMobile('PE', '+584121234567')))
  assert.ok(isRefused(checkMobile('VE', '+51987654321')))
  assert.ok(isRefused(checkMobile('PE', 'call 987654321 now')))
  assert.ok(isRefused(checkMobile('VE', '1'.repeat(100))))
  assert.match(String(checkMobile('PE', '98765432').findings[0]?.message), /9 digits and starts with 9/)
})

test('checks of any phone only flag', () => {
  assert.deepEqual(checkPhone('11 2345-6789', 'AR').normalised, '+541123456789')
  assert.equal(checkPhone('+12025550123').normalised, '+12025550123')
  for (const [raw, country] of [
    ['12', 'AR'],
    ['no phone', 'AR'],
    ['987654321', undefined],
    ['987654321', 'XX'],
    ['9'.repeat(60), 'PE'],
  ] as const) {
    const result = checkPhone(raw, country)
    assert.deepEqual(
      result.findings.map((finding) => [finding.severity, finding.code]),
      [['soft', 'unusual']],
      raw,
    )
  }
})
