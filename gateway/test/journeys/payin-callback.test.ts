import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { methods } from '../../src/core/payment-methods/index.ts'
import type { PaymentMethod } from '../../src/core/payment-methods/payment-method.ts'
import type { ReceivedRequest } from '../support/https-receiver.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'

const microseconds = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/

/** Hours until expiry where the merchant names none. */
const defaultHours: Record<string, number> = { PIX_BR: 24, YP_PE: 24, PM_VE: 24, SPEI_MX: 24, DEBIN_AR: 48 }

describe('pay-ins', () => {
  const world = openWorld({ receives: true })

  const create = async (body: Record<string, unknown>): Promise<Wire> => {
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal(answer.body.status, 'success')
    return answer.body.data
  }
  const callbackOf = async (id: string, status: string): Promise<ReceivedRequest> =>
    await eventually(
      async () =>
        world.receiver.requests.find(({ body }) => body.includes(id) && body.includes(`"status":"${status}"`)),
      `the callback ${status} of ${id}`,
    )

  function verify(request: ReceivedRequest): Wire {
    const body = JSON.parse(request.body)
    const { auth_api_token: token, auth_point_id: point, webhook_secret: secret } = world.demo
    assert.equal(body.security_hash, createHmac('sha256', token).update(`${body.api_key}${point}`).digest('hex'))
    assert.ok(Number.isInteger(body.api_key) && body.api_key >= 1 && body.api_key <= 9_999_999_999)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    assert.deepEqual(new Webhook(secret).verify(request.body, headers), body)
    assert.throws(() =>
      new Webhook(secret).verify(request.body.replace('COMPLETED', 'ERROR').replace('"m', '"n'), headers),
    )
    assert.equal(request.method, 'POST')
    assert.equal(request.headers['content-type'], 'application/json')
    return body
  }

  const payins = (methods as readonly PaymentMethod[]).filter((method) => method.payin && method.payin.kind !== 'card')

  it('exist for the 13 codes of the spec or more', () => assert.ok(payins.length >= 13))

  for (const method of payins) {
    it(`${method.code}: PENDING with the spec's fields, paid by the bank, told by HTTPS, COMPLETED`, async () => {
      const data = await create({ ...method.payin?.example, reference: `journey-${method.code}` })
      const base = [
        'transaction_id',
        'reference',
        'amount',
        'currency',
        'status',
        'created_at',
        'updated_at',
        'expired_at',
      ]
      const target = ['bank', 'num', 'type', 'beneficiary', 'doc_id', 'reference'].map(
        (name) => `target_account_${name}`,
      )
      const own = method.code === 'PIX_BR' ? ['pix_br_code'] : method.code === 'SPEI_MX' ? ['clabe'] : []
      assert.deepEqual(new Set(Object.keys(data)), new Set([...base, ...target, ...own, 'payment_url']))
      assert.equal(data.status, 'PENDING')
      assert.equal(data.currency, method.currency)
      for (const name of ['created_at', 'updated_at', 'expired_at']) assert.match(data[name], microseconds)
      const hours = (Date.parse(data.expired_at) - Date.parse(data.created_at)) / 3_600_000
      assert.equal(Math.round(hours), defaultHours[method.code] ?? 72)
      assert.equal(data.target_account_num === null, method.code === 'DEBIN_AR')

      const request = await callbackOf(data.transaction_id, 'COMPLETED')
      const callback = verify(request)
      assert.equal(callback.reference, data.reference)
      assert.equal(callback.pay_type, 'payin')
      assert.match(callback.updated_at, microseconds)
      const hasAmount = /"amount":\d+\.\d{2}[,}]/.test(request.body)
      assert.equal(hasAmount, ['PIX_BR', 'BT_AR'].includes(method.code), request.body)
      assert.equal('amount' in callback, hasAmount)

      const read = await world.call('GET', `/api/v1/payments/${data.transaction_id}`)
      assert.equal(read.body.data.status, 'COMPLETED')
      assert.equal(read.body.data.reason, 'paid')
      assert.equal(read.body.data.credited_amount, data.amount)
      assert.deepEqual(
        [read.body.data.history.at(0).status, read.body.data.history.at(-1).status],
        ['PENDING', 'COMPLETED'],
      )
    })
  }

  const bt = (amount: number, reference: string, changes = {}) => ({
    service_code: 'BT_AR',
    amount,
    reference,
    payer_doc_id: '20-26756539-3',
    ...changes,
  })

  it('777.01 stays PENDING, and is EXPIRED with a callback when its time has passed', async () => {
    const expiredAt = new Date(Date.now() + 2_500).toISOString()
    const data = await create(bt(777.01, 'scenario-01', { expired_at: expiredAt }))
    const body = verify(await callbackOf(data.transaction_id, 'EXPIRED'))
    assert.ok(body.updated_at >= expiredAt.slice(0, 23))
  })

  it('777.02 and 777.03 become ERROR with the reason, 777.04 after a while', async () => {
    const created = []
    for (const [amount, reason] of [
      [777.02, 'insufficient_funds'],
      [777.03, 'invalid_account'],
      [777.04, undefined],
    ] as const) {
      created.push({ data: await create(bt(amount, `scenario-${amount}`)), reason })
    }
    for (const { data, reason } of created) {
      verify(await callbackOf(data.transaction_id, 'ERROR'))
      const read = await world.call('GET', `/api/v1/payments/${data.transaction_id}`)
      if (reason) assert.equal(read.body.data.reason, reason)
    }
  })

  it('cancelled by the merchant: EXPIRED, told, and the bank’s book says so; a second cancel is refused', async () => {
    const data = await create(bt(777.01, 'to-cancel'))
    const path = `/api/v1/payments/${data.transaction_id}`
    const cancelled = await world.call('POST', `${path}/cancel`, { body: {} })
    assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
    assert.equal(cancelled.body.data.status, 'EXPIRED')
    verify(await callbackOf(data.transaction_id, 'EXPIRED'))
    const order = await world.bank('GET', `/v1/orders/${data.transaction_id}`)
    assert.ok(order.state === 'cancelled' || order.error === 'not_found', JSON.stringify(order))
    const again = await world.call('POST', `${path}/cancel`, { body: {} })
    assert.equal(again.status, 409)
    assert.equal(again.body.error.code, 'not_in_this_state')
  })

  it('a callback can be sent again: same webhook-id, another time, still verifiable', async () => {
    const { body: list } = await world.call('GET', '/api/v1/payments?reference=journey-BT_AR')
    const id = list.data.items[0].transaction_id
    const before = world.receiver.requests.filter(({ body }) => body.includes(id)).length
    const resent = await world.call('POST', `/api/v1/payments/${id}/callbacks/resend`, { body: {} })
    assert.equal(resent.status, 200, JSON.stringify(resent.body))
    const all = await eventually(async () => {
      const found = world.receiver.requests.filter(({ body }) => body.includes(id))
      return found.length > before ? found : undefined
    }, 'the callback comes again')
    assert.equal(new Set(all.map(({ headers }) => headers['webhook-id'])).size, 1)
    for (const request of all) verify(request)
    const log = await eventually(async () => {
      const found = await world.call('GET', `/api/v1/payments/${id}/callbacks`)
      return JSON.stringify(found.body).split('"200"').length > 1 ||
        /"(status_code|code|http_status)":200/.test(JSON.stringify(found.body))
        ? found
        : undefined
    }, 'the attempts are listed')
    assert.ok(!JSON.stringify(log.body).includes(world.demo.auth_api_token))
  })
})
