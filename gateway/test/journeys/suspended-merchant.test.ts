import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openForm } from '../support/link-pages.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'

describe('a suspended merchant', () => {
  const world = openWorld()
  let references = 0
  const pay = async (reference = `payment-${++references}`) =>
    await world.call('POST', '/api/v1/payments/payin_hth', {
      body: { service_code: 'BT_AR', amount: 100, reference, payer_doc_id: '20-26756539-3' },
    })

  it('creates nothing but refunds, and goes on where it left', async () => {
    const people = await world.operators()
    const paid = (await pay('before')).body.data.transaction_id
    await eventually(async () => {
      const { status } = (await world.call('GET', `/api/v1/payments/${paid}`)).body.data
      return status === 'COMPLETED' || undefined
    }, 'the payment')
    const link = { reference: 'link', title: 'Course', amount: 777.01, currency: 'ARS' }
    const { url } = (await world.call('POST', '/api/v1/payment-links', { body: link })).body.data
    const point = await world.db.query('select merchant_id from points where id = $1', [world.demo.auth_point_id])
    const suspend = async (suspended: boolean): Promise<Wire> =>
      await people.propose({
        ...{ action: 'merchant_suspend', evidence: 'seen' },
        input: { merchant_id: point.rows[0].merchant_id, suspended },
      })
    const input = { merchant_id: point.rows[0].merchant_id, suspended: true }
    const body = { action: 'merchant_suspend', input }
    const { data: seen } = (await people.ana.call('POST', '/console/operator/proposals/foresee', { body })).body
    assert.deepEqual(seen.settings, [{ name: 'suspended', label: null, before: 'false', after: 'true' }])
    assert.match(seen.warnings[0], /refunds are still made/)
    assert.equal((await suspend(true)).state, 'done', 'by one person, where all money is test money')
    // Settings of a point are cached for five seconds.
    await eventually(async () => (await pay()).body.error?.code === 'point_suspended' || undefined, 'the suspension')
    assert.equal((await pay('before')).status, 200, 'a repeated reference is answered')
    const another = await world.call('POST', '/api/v1/payment-links', { body: { ...link, reference: 'another' } })
    assert.deepEqual([another.status, another.body.error.code], [403, 'point_suspended'])
    assert.match((await openForm(url)).text, /takes no payments now/)
    const refund = await world.call('POST', `/api/v1/payments/${paid}/refunds`, { body: { reference: 'back' } })
    assert.equal(refund.status, 201, JSON.stringify(refund.body))
    await suspend(false)
    await eventually(async () => (await pay()).status === 200 || undefined, 'payments again')
  })
})
