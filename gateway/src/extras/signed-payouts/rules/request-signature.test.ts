import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSignature, requestSignature, signatureMatches } from './request-signature.ts'

const parts = {
  method: 'POST',
  path: '/api/v1/payments/payout_hth',
  timestampText: '1767225600',
  nonce: 'nonce-0001',
  body: Buffer.from('{"amount":10.5}'),
}
/** Computed with Python's hmac. */
const expected = 'v1=f7415856171faa67896070490ca3879db52c932eb6c7e74ec606a664caf527e6'

test('the signature is the one that another implementation computes', () => {
  assert.equal(requestSignature('sig_example-secret', parts), expected)
  assert.equal(signatureMatches(expected, 'sig_example-secret', parts), true)
  assert.equal(signatureMatches(`v1=${expected.slice(3).toUpperCase()}`, 'sig_example-secret', parts), true)
})

test('every signed part counts', () => {
  const changes = [
    { method: 'PUT' },
    { path: '/api/v1/payments/payin_hth' },
    { timestampText: '1767225601' },
    { nonce: 'nonce-0002' },
    { body: Buffer.from('{"amount":10.6}') },
  ]
  for (const change of changes) {
    assert.equal(
      signatureMatches(expected, 'sig_example-secret', { ...parts, ...change }),
      false,
      JSON.stringify(change),
    )
  }
  assert.equal(signatureMatches(expected, 'sig_other-secret', parts), false)
})

test('only v1 with 64 hex digits has the form of a signature', () => {
  assert.equal(isSignature(expected), true)
  for (const wrong of ['', expected.slice(3), expected.replace('v1', 'v2'), expected.slice(0, -1), `${expected}0`]) {
    assert.equal(isSignature(wrong), false, wrong)
    assert.equal(signatureMatches(wrong, 'sig_example-secret', parts), false)
  }
})
