import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchingTotpStep, newTotpSecret, totpCode, totpStep, totpUri } from './totp.ts'

/** The ASCII secret 12345678901234567890 of RFC 6238, appendix B, in base 32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** Appendix B, SHA-1, the last six of eight digits. */
const vectors: readonly [number, string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
]

test('the codes of RFC 6238, appendix B, come out', () => {
  for (const [seconds, code] of vectors) assert.equal(totpCode(secret, totpStep(seconds)), code, String(seconds))
})

test('the counter codes of RFC 4226, appendix D, come out', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
  assert.deepEqual(
    codes.map((_, step) => totpCode(secret, step)),
    codes,
  )
})

test('a code is accepted one step early or late, but not two', () => {
  const seconds = 1_234_567_890
  const step = totpStep(seconds)
  const found = [-2, -1, 0, 1, 2].map((off) => matchingTotpStep(secret, totpCode(secret, step + off), seconds))
  assert.deepEqual(found, [undefined, step - 1, step, step + 1, undefined])
})

test('text that is no code matches no step', () => {
  for (const wrong of ['', '00592', '0059240', 'abcdef', '٠٠٥٩٢٤'])
    assert.equal(matchingTotpStep(secret, wrong, 1_234_567_890), undefined)
})

test('a new secret has 160 bits, is unique, and is part of the address for the app', () => {
  const made = Array.from({ length: 50 }, () => newTotpSecret())
  assert.equal(new Set(made).size, 50)
  for (const each of made) assert.match(each, /^[A-Z2-7]{32}$/)
  const uri = new URL(totpUri(secret, 'ana+pay@shop.example'))
  assert.equal(uri.pathname, '/Pasarela:ana%2Bpay%40shop.example')
  assert.equal(uri.searchParams.get('secret'), secret)
})
