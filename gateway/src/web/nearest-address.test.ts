import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nearestAddress } from './nearest-address.ts'

const routes = [
  ['GET', '/api/v1/payments'],
  ['HEAD', '/api/v1/payments'],
  ['POST', '/api/v1/payments/payin_hth'],
  ['POST', '/api/v1/payments/payout_hth'],
  ['GET', '/api/v1/payments/:id'],
  ['POST', '/api/v1/payments/:id/cancel'],
  ['GET', '/api/v1/balances'],
  ['GET', '/api/v1/webhook'],
  ['PUT', '/api/v1/webhook'],
  ['GET', '/api/v1/test/inbox'],
  ['GET', '/console/payment'],
].map(([method = '', url = '']) => ({ method, url }))

const near = (method: string, url: string) => nearestAddress({ method, url }, routes)

describe('the nearest address', () => {
  it('is found where the front is missing, doubled or of another version', () => {
    assert.equal(near('POST', '/payments/payin_hth'), 'POST /api/v1/payments/payin_hth')
    assert.equal(near('POST', '/v1/payments/payin_hth'), 'POST /api/v1/payments/payin_hth')
    assert.equal(near('GET', '/api/v2/balances'), 'GET /api/v1/balances')
    assert.equal(near('GET', '/api/v1/api/v1/balances'), 'GET /api/v1/balances')
    assert.equal(near('GET', '//api/v1//balances'), 'GET /api/v1/balances')
  })

  it('is found for a misspelt, shortened or left out part', () => {
    assert.equal(near('GET', '/api/v1/payment'), 'GET /api/v1/payments')
    assert.equal(near('POST', '/api/v1/payments/payin-hth'), 'POST /api/v1/payments/payin_hth')
    assert.equal(near('POST', '/api/v1/payins'), 'POST /api/v1/payments/payin_hth')
    assert.equal(near('POST', '/api/v1/payout'), 'POST /api/v1/payments/payout_hth')
    assert.equal(near('POST', '/payments/payin'), 'POST /api/v1/payments/payin_hth')
    assert.equal(near('GET', '/api/v1/inbox'), 'GET /api/v1/test/inbox')
    assert.equal(near('POST', '/api/v1/payment/019a2b/cancle'), 'POST /api/v1/payments/{id}/cancel')
  })

  it('is found where the last part is missing, if nothing else is near', () => {
    const posts = routes.filter(({ method }) => method === 'POST')
    assert.equal(nearestAddress({ method: 'POST', url: '/api/v1/payments' }, posts), 'POST /api/v1/payments/payin_hth')
    assert.equal(near('GET', '/api/v1/payments'), 'GET /api/v1/payments')
  })

  it('has the method that was sent where the address has it, else one that it has', () => {
    assert.equal(near('PUT', '/api/v1/webhooks'), 'PUT /api/v1/webhook')
    assert.equal(near('GET', '/api/v1/webhooks'), 'GET /api/v1/webhook')
    assert.equal(near('DELETE', '/api/v1/balance'), 'GET /api/v1/balances')
  })

  it('is none for what is like nothing, too long, or only the address of a page', () => {
    for (const url of [
      '/',
      '/api/v1',
      '/favicon.ico',
      '/api/v1/nothing',
      '/api/v1/123',
      `/api/v1/${'p'.repeat(300)}`,
    ]) {
      assert.equal(near('GET', url), undefined, url)
    }
  })
})
