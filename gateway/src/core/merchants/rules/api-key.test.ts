import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, generateApiKey, parseApiKey } from './api-key.ts'

/** Computed with Python's zlib. */
const known = [
  'pas_test_Abc123Def456_0123456789ABCDEFGHIJKLMNOPQRSTUVW2s7fgD',
  'pas_live_zzzzzzzzzzzz_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz4S7LQy',
]

test("the checksum is gzip's CRC-32", () => {
  assert.equal(crc32(Buffer.from('123456789')), 0xcbf43926)
})

test('keys whose checksum was computed elsewhere are read', () => {
  assert.deepEqual(
    known.map((text) => parseApiKey(text)),
    [
      { environment: 'test', keyId: 'Abc123Def456', text: known[0] },
      { environment: 'live', keyId: 'zzzzzzzzzzzz', text: known[1] },
    ],
  )
})

test('a new key has the documented form and can be parsed', () => {
  for (const environment of ['test', 'live'] as const) {
    const key = generateApiKey(environment)
    assert.match(key.text, new RegExp(`^pas_${environment}_[0-9A-Za-z]{12}_[0-9A-Za-z]{39}$`))
    assert.deepEqual(parseApiKey(key.text), key)
  }
})

test('no two keys are alike in id or secret', () => {
  const keys = Array.from({ length: 200 }, () => generateApiKey('test'))
  assert.equal(new Set(keys.map((key) => key.keyId)).size, 200)
  assert.equal(new Set(keys.map((key) => key.text.slice(-39))).size, 200)
})

test('one changed character after the environment fails the checksum', () => {
  const { text } = generateApiKey('live')
  for (let place = 'pas_live_'.length; place < text.length; place++) {
    if (text[place] === '_') continue
    const other = text[place] === 'a' ? 'b' : 'a'
    assert.equal(parseApiKey(text.slice(0, place) + other + text.slice(place + 1)), undefined, `place ${place}`)
  }
})

test('a test key cannot be renamed into a live key', () => {
  assert.equal(parseApiKey(generateApiKey('test').text.replace('pas_test_', 'pas_live_')), undefined)
})

test('what is not a key at all is refused', () => {
  const { text } = generateApiKey('test')
  for (const wrong of ['', 'pas_test_', text.slice(1), `${text}0`, ` ${text}`, text.replace('pas_test', 'pas_demo')]) {
    assert.equal(parseApiKey(wrong), undefined, JSON.stringify(wrong))
  }
})
