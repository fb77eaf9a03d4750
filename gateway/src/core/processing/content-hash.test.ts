import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPayin, readPayout } from '../payment-methods/read-request.ts'
import { secretBox } from '../platform/secret-box.ts'
import { contentHash } from './create-transaction.ts'

const box = secretBox(Buffer.alloc(32, 7))
const options = { checks: 'strict', now: new Date('2030-01-01T00:00:00Z') } as const

const payin = { service_code: 'BT_AR', amount: 100.5, reference: 'order-1', payer_doc_id: '20-26756539-3' }
const payout = {
  ...{ service_code: 'PIX_BR', amount: '12.30', reference: 'p-1' },
  ...{ account: '529.982.247-25', account_doc_id: '529.982.247-25' },
}
const card = {
  ...{ service_code: 'CC1_IG_TRUST_WW_EUR', amount: 10, reference: 'ORDER00000000000000001' },
  ...{ payer_name: 'A', payer_lastname: 'B', payer_phone: '+5491122334455', payer_email: 'a@example.com' },
  ...{ payer_address: 'Calle 1', payer_city: 'Rosario', payer_state_iso_code: 'S', payer_country_iso: 'AR' },
  ...{ payer_zip_code: '2000', payer_ip_address: '203.0.113.7', payer_card_number: '4111111111111111' },
  ...{ payer_card_type: 'VISA', payer_card_holder_name: 'A B', payer_card_security_code: '123' },
  ...{ payer_card_exp_month: '12', payer_card_exp_year: '2034' },
}

function hashOf(body: object, read: typeof readPayin | typeof readPayout = readPayin): string {
  const result = read(body, options)
  assert.ok(result.ok, JSON.stringify(result.ok ? '' : result.problems))
  return contentHash(box, result.request).toString('hex')
}

describe('the hash of a request’s content', () => {
  it('is the same in every release, also for a request without metadata: a repetition across an upgrade is a replay', () => {
    assert.equal(hashOf(payin), '1a55682e908102b4305a1a200c98055d068d8d432dba0bfac2d78fa45df329e0')
    assert.equal(hashOf(payout, readPayout), '15ddb790d5b4bf751e56f1743133aea62afe2bb4c36ad0b76be3c6f77ad02958')
    assert.equal(hashOf(card), '59cbe7df008f5e85d171de9c814fce8422bb736306739a0dc8ffddb5e04bf4ff')
    for (const empty of [undefined, null, {}]) assert.equal(hashOf({ ...payin, metadata: empty }), hashOf(payin))
  })

  it('leaves expired_at out', () => {
    for (const expired_at of ['2030-01-02T00:00:00Z', '2031-05-06']) {
      assert.equal(hashOf({ ...payin, expired_at }), hashOf(payin))
      assert.equal(hashOf({ ...payout, expired_at }, readPayout), hashOf(payout, readPayout))
    }
  })

  it('differs with the metadata, whatever the order of its keys', () => {
    const noted = hashOf({ ...payin, metadata: { order: '7', shop: 'b' } })
    assert.notEqual(noted, hashOf(payin))
    assert.equal(hashOf({ ...payin, metadata: { shop: 'b', order: '7' } }), noted)
    for (const other of [
      { order: '7' },
      { order: '7', shop: 'c' },
      { order: 'b', shop: '7' },
      { 'order,7': 'shop,b' },
    ]) {
      assert.notEqual(hashOf({ ...payin, metadata: other }), noted)
    }
  })
})
