import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openWorld } from '../support/world.ts'

const body = { service_code: 'BT_AR', amount: 100.5, reference: 'r-1', payer_doc_id: '20-26756539-3' }

describe('the same reference again', () => {
  const world = openWorld()
  const send = async (changes: Record<string, unknown> = {}, path = 'payin_hth', headers = {}) =>
    await world.call('POST', `/api/v1/payments/${path}`, { body: { ...body, ...changes }, headers })

  it('with the same content replays the original, however it is written', async () => {
    const first = await send()
    assert.equal(first.headers.get('idempotent-replayed'), null)
    for (const same of [{}, { payer_doc_id: '20267565393' }, { amount: '100.50' }]) {
      const again = await send(same)
      assert.equal(again.status, 200, JSON.stringify(again.body))
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.equal(again.body.data.transaction_id, first.body.data.transaction_id)
    }
  })

  it('with other content is a conflict that names the fields and the transaction', async () => {
    const first = await send({ reference: 'r-2' })
    const changed = await send({ reference: 'r-2', amount: 101, payer_doc_id: '30-50001091-2' })
    assert.equal(changed.status, 409)
    assert.equal(changed.body.status, 'fail')
    assert.equal(changed.body.error.code, 'reference_conflict')
    assert.equal(changed.body.error.transaction_id, first.body.data.transaction_id)
    assert.deepEqual(changed.body.error.fields, ['amount', 'payer_doc_id'])
    assert.match(changed.body.message, /amount, payer_doc_id differ \(sent before: 100\.50 ARS\)/)
    assert.doesNotMatch(JSON.stringify(changed.body), /20267565393/)
    const spanish = await send({ reference: 'r-2', payer_name: 'Ana' }, 'payin_hth', { 'accept-language': 'es' })
    assert.deepEqual(spanish.body.error.fields, ['payer_name'])
    assert.match(spanish.body.message, /difiere el campo payer_name\. /)
  })

  it('with an expiry that was computed anew replays the original and its expiry, with a warning', async () => {
    const expired_at = '2090-01-01T00:00:00Z'
    const first = await send({ reference: 'r-7', expired_at })
    for (const [sent, warns] of [
      ['2090-01-01T00:00:07Z', true],
      [undefined, false],
      [expired_at, false],
    ] as const) {
      const again = await send({ reference: 'r-7', expired_at: sent })
      assert.deepEqual([again.status, again.body.data], [200, first.body.data])
      assert.equal(again.body.warnings?.[0]?.param, warns ? 'expired_at' : undefined)
    }
    const changed = await send({ reference: 'r-7', expired_at: '2090-01-02', amount: 101 })
    assert.deepEqual(changed.body.error.fields, ['amount'])
  })

  it('a refused request does not use it up', async () => {
    const refused = await send({ reference: 'r-3', amount: -1 })
    assert.equal(refused.status, 422)
    const accepted = await send({ reference: 'r-3' })
    assert.equal(accepted.status, 200)
    assert.equal(accepted.headers.get('idempotent-replayed'), null)
  })

  it('pay-ins and payouts have spaces of their own', async () => {
    const payin = await send({ reference: 'r-4' })
    const payout = await send(
      { reference: 'r-4', account_type: 'CBU', account: '2850590940090418135201', payer_doc_id: undefined },
      'payout_hth',
    )
    assert.equal(payout.status, 200, JSON.stringify(payout.body))
    assert.notEqual(payin.body.data.transaction_id, payout.body.data.transaction_id)
  })

  it('50 at once create one transaction, pay-in and payout alike', async () => {
    const payout = { account_type: 'CBU', account: '2850590940090418135201', payer_doc_id: undefined }
    for (const [path, changes] of [
      ['payin_hth', {}],
      ['payout_hth', payout],
    ] as const) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, async () => await send({ reference: `r-5-${path}`, ...changes }, path)),
      )
      assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200])
      assert.equal(new Set(answers.map((answer) => answer.body.data.transaction_id)).size, 1)
      assert.equal(answers.filter((answer) => answer.headers.get('idempotent-replayed') === null).length, 1)
    }
    const summary = JSON.stringify(await world.bank('GET', '/control/summary'))
    assert.ok(!/"executed":([2-9]|\d\d)/.test(summary), summary)
  })

  it('50 at once with two contents create one and refuse the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => await send({ reference: 'r-6', amount: index % 2 ? 7 : 8 })),
    )
    const accepted = answers.filter((answer) => answer.status === 200)
    assert.equal(new Set(accepted.map((answer) => answer.body.data.transaction_id)).size, 1)
    assert.equal(new Set(accepted.map((answer) => answer.body.data.amount)).size, 1)
    assert.equal(answers.filter((answer) => answer.status === 409).length, 25)
  })

  it('replays a pay-in that is repeated after its own expiry, and refuses a new one that comes too late', async () => {
    const body = {
      service_code: 'BT_AR',
      amount: 777.01,
      reference: 'late repetition',
      payer_doc_id: '20267565393',
      expired_at: new Date(Date.now() + 600_000).toISOString(),
    }
    const first = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    assert.equal(first.status, 200, JSON.stringify(first.body))
    const moved = await world.call('POST', '/api/v1/test/clock', { body: { advance_seconds: 700 } })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    const again = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    assert.equal(again.status, 200, JSON.stringify(again.body))
    assert.equal(again.body.data.transaction_id, first.body.data.transaction_id)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    const other = await world.call('POST', '/api/v1/payments/payin_hth', { body: { ...body, amount: 5 } })
    assert.equal(other.status, 409)
    const fresh = await world.call('POST', '/api/v1/payments/payin_hth', { body: { ...body, reference: 'fresh' } })
    assert.equal(fresh.body.errors[0].code, 'expired_at_past')
  })
})
