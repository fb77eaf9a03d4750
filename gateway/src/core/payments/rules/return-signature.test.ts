import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { it } from 'node:test'
import { returnSignature } from './return-signature.ts'

it('the return address is signed over transaction, reference, status and time, joined by dots', () => {
  const values = { transaction_id: 't', reference: 'r.1', status: 'COMPLETED', ts: '1700000000' }
  const expected = createHmac('sha256', 'whsec_x').update('t.r.1.COMPLETED.1700000000').digest('hex')
  assert.equal(returnSignature('whsec_x', values), expected)
  assert.notEqual(returnSignature('whsec_x', { ...values, status: 'ERROR' }), expected)
})
