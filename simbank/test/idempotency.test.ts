import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Json, startBank } from './support/bank-process.ts'
import { cardPayin, payin, payout } from './support/orders.ts'

test('one key, one order', async (t: TestContext) => {
  const bank = await startBank(t)

  await t.test('fifty parallel calls with one key move the money once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => bank.put('fifty', payout())))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(new Set(answers.map(({ body }) => body['end_to_end_id'])).size, 1)
    assert.equal(await bank.executed('fifty'), 1)
    const { body } = await bank.call('GET', '/control/summary')
    assert.deepEqual((body['summary'] as Json)['fifty'], { direction: 'out', executed: 1, reversed: 0 })
  })

  await t.test('the same key with other content is a conflict, whatever differs', async () => {
    await bank.put('conflict', payout())
    for (const change of [{ amount_minor: '1051' }, { currency: 'USD' }, { beneficiary: { name: 'Another' } }]) {
      const { status, body } = await bank.put('conflict', payout(change))
      assert.deepEqual([status, body], [409, { error: 'key_conflict' }])
    }
    assert.equal((await bank.order('conflict'))['amount_minor'], '1050')
  })

  await t.test('the order of the fields and the address for news are not content', async () => {
    await bank.put('same', payout())
    const turned = Object.fromEntries(Object.entries(payout()).reverse())
    assert.equal((await bank.put('same', { ...turned, notify_url: 'http://127.0.0.1:9/other' })).status, 200)
  })

  await t.test('of a card the number counts and the security code does not', async () => {
    const card = cardPayin('4242424242424242')
    await bank.put('card', card)
    const otherCode = { ...(card['card'] as Json), security_code: '999' }
    assert.equal((await bank.put('card', { ...card, card: otherCode })).status, 200)
    assert.equal((await bank.put('card', cardPayin('4111111111111111'))).status, 409)
  })

  await t.test('a cancelled order stays cancelled, a paid one cannot be cancelled', async () => {
    await bank.put('unpaid', payin({ amount_minor: '77701' }))
    for (const _time of ['first', 'again']) {
      const { status, body } = await bank.call('POST', '/v1/orders/unpaid/cancel')
      assert.deepEqual([status, body['state']], [200, 'cancelled'])
    }
    assert.equal((await bank.act('unpaid', 'pay')).status, 409)
    await bank.put('paid', payout())
    const paid = await bank.call('POST', '/v1/orders/paid/cancel')
    assert.deepEqual([paid.status, paid.body['error']], [409, 'not_cancellable'])
    const unknown = await bank.call('POST', '/v1/orders/nobody/cancel')
    assert.deepEqual([unknown.status, unknown.body['tombstone']], [200, true])
  })

  await t.test('a batch gives each order its own result and repeats safely', async () => {
    const item = (key: string, change: Json = {}) => ({ key, ...payin(change) })
    const orders = [
      item('b1'),
      item('b2', { amount_minor: 'x' }),
      item('b1'),
      item('b1', { amount_minor: '7' }),
      item('b3'),
    ]
    for (const _time of ['first', 'again']) {
      const { status, body } = await bank.call('POST', '/v1/orders/batch', { orders })
      assert.equal(status, 200)
      const results = body['results'] as Json[]
      assert.deepEqual(
        results.map((result) => [result['key'], result['status']]),
        [
          ['b1', 200],
          ['b2', 422],
          ['b1', 200],
          ['b1', 409],
          ['b3', 200],
        ],
      )
    }
    assert.equal((await bank.book('b1')).filter((entry) => entry['type'] === 'order_received').length, 1)
  })

  await t.test('a batch with scenario 07 is refused once as a whole and taken the second time', async () => {
    const orders = [
      { key: 'w1', ...payin() },
      { key: 'w2', ...payin({ amount_minor: '77707' }) },
    ]
    assert.equal((await bank.call('POST', '/v1/orders/batch', { orders })).status, 503)
    assert.equal((await bank.call('GET', '/v1/orders/w1')).status, 404)
    assert.equal((await bank.call('POST', '/v1/orders/batch', { orders })).status, 200)
  })

  await t.test('a batch takes no payouts, no empty list and no more than 200 orders', async () => {
    const result = await bank.call('POST', '/v1/orders/batch', { orders: [{ key: 'out', ...payout() }] })
    assert.equal((result.body['results'] as Json[])[0]?.['status'], 422)
    for (const orders of [[], Array.from({ length: 201 }, (_, index) => ({ key: `k${index}`, ...payin() }))]) {
      assert.equal((await bank.call('POST', '/v1/orders/batch', { orders })).status, 422)
    }
  })
})
