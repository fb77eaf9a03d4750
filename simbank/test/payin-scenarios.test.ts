import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Json, startBank } from './support/bank-process.ts'
import { eventually } from './support/eventually.ts'
import { payin } from './support/orders.ts'
import { startReceiver } from './support/receiver.ts'

test('pay-ins', { concurrency: true }, async (t: TestContext) => {
  const bank = await startBank(t)
  const receiver = await startReceiver(t)
  const put = (key: string, amount_minor: string, change: Json = {}) =>
    bank.put(key, payin({ amount_minor, notify_url: receiver.url, ...change }))
  const completed = (key: string) =>
    eventually(`${key} is completed`, async () => {
      const order = await bank.order(key)
      return order['state'] === 'completed' && order
    })
  const told = (key: string, count: number) =>
    eventually(`${count} notifications about ${key}`, () => receiver.about(key).length >= count && receiver.about(key))
  const types = async (key: string, count: number) => (await told(key, count)).map(({ body }) => body['type'])

  // Every claim has keys of its own, so all of them run at once against one bank.
  const claims: Promise<void>[] = []
  const claim = (name: string, prove: () => Promise<void>) => claims.push(t.test(name, prove))

  claim('an ordinary amount is pending first, then paid in full and told once', async () => {
    const { status, body } = await put('ordinary', '1050')
    assert.equal(status, 200)
    assert.equal(body['state'], 'pending')
    const order = await completed('ordinary')
    assert.equal(order['credited_minor'], '1050')
    assert.match(String(order['end_to_end_id']), /^E\d{8}\d{12}[A-Za-z0-9]{11}$/)
    assert.deepEqual(await types('ordinary', 1), ['order.completed'])
    assert.equal(await bank.executed('ordinary'), 1)
  })

  claim('the order carries the account of its instructions, or one that the bank makes', async () => {
    const given = { account: '0170099220000067797370', bank: 'Test Bank', holder: 'Shop', reference: 'R-1' }
    const announced = (await put('announced', '1050', { instructions: given })).body['next'] as { account: Json }
    assert.equal(announced.account['number'], given.account)
    assert.equal(announced.account['reference'], 'R-1')
    const made = (await put('made', '1050', { kind: 'qr', country: 'ZZ', currency: 'XTS' })).body['next']
    assert.match(String((made as { account: Json }).account['number']), /^\d{22}$/)
  })

  claim('777.01 stays pending until somebody pays', async () => {
    await put('s01', '77701')
    await put('after-s01', '1050')
    await completed('after-s01')
    assert.equal((await bank.order('s01'))['state'], 'pending')
    assert.equal((await bank.act('s01', 'pay')).body['state'], 'completed')
  })

  claim('777.02 and 777.03 are declined at once, each with its reason', async () => {
    const poor = await put('s02', '77702')
    assert.deepEqual([poor.body['state'], poor.body['reason']], ['rejected', 'insufficient_funds'])
    const wrong = await put('s03', '77703')
    assert.deepEqual([wrong.body['state'], wrong.body['reason']], ['rejected', 'invalid_account'])
    assert.equal(await bank.executed('s02'), 0)
  })

  claim('777.04 is declined later', async () => {
    assert.equal((await put('s04', '77704')).body['state'], 'pending')
    assert.deepEqual(await types('s04', 1), ['order.rejected'])
    assert.equal((await bank.order('s04'))['reason'], 'declined')
  })

  claim('777.04 that somebody pays before stays paid', async () => {
    // On a busy machine the decline may come before the payer does: then with another order.
    let paid = ''
    for (let attempt = 1; paid === '' && attempt <= 20; attempt++) {
      const key = `s04-paid-${attempt}`
      await put(key, '77704')
      if ((await bank.act(key, 'pay')).body['state'] === 'completed') paid = key
    }
    assert.notEqual(paid, '', 'a payer was in time')
    await put('s04-after', '77704')
    await types('s04-after', 1)
    assert.equal((await bank.order(paid))['state'], 'completed')
    assert.deepEqual(await types(paid, 1), ['order.completed'])
  })

  claim('777.05 moves the money and never answers; the inquiry tells', async () => {
    await assert.rejects(put('s05', '77705', { kind: 'pull' }))
    assert.equal((await bank.order('s05'))['state'], 'completed')
    assert.equal((await put('s05', '77705', { kind: 'pull' })).body['state'], 'completed')
    assert.equal(await bank.executed('s05'), 1)
    assert.equal(receiver.about('s05').length, 0)
  })

  claim('777.06 forgets the order and never answers', async () => {
    await assert.rejects(put('s06', '77706', { kind: 'wallet' }))
    const { status, body } = await bank.call('GET', '/v1/orders/s06')
    assert.deepEqual([status, body], [404, { error: 'not_found' }])
  })

  claim('777.05 and 777.06 are ordinary where the instructions do not come in the answer', async () => {
    assert.equal((await put('local05', '77705')).status, 200)
    assert.equal((await put('local06', '77706', { kind: 'clabe' })).status, 200)
    await completed('local06')
  })

  claim('777.07 answers 503 first and is paid on the same key', async () => {
    assert.equal((await put('s07', '77707')).status, 503)
    assert.equal((await bank.call('GET', '/v1/orders/s07')).status, 404)
    assert.equal((await put('s07', '77707')).status, 200)
    await completed('s07')
  })

  claim('777.08 is paid and reversed', async () => {
    await put('s08', '77708')
    assert.deepEqual(await types('s08', 2), ['order.completed', 'order.reversed'])
    const order = await bank.order('s08')
    assert.deepEqual([order['state'], order['reason'], order['reversed_minor']], ['reversed', 'reversed', '77708'])
  })

  claim('777.09 is told three times, duplicated and out of order', async () => {
    await put('s09', '77709')
    assert.deepEqual(await types('s09', 3), ['order.completed', 'order.pending', 'order.completed'])
    const [first, older, again] = receiver.about('s09')
    assert.ok(first && older && again)
    assert.equal(first.body['id'], again.body['id'])
    assert.equal((older.body['order'] as Json)['state'], 'pending')
    assert.ok(String(older.body['occurred_at']) < String(first.body['occurred_at']))
    assert.equal(await bank.executed('s09'), 1)
  })

  claim('777.10 is underpaid and 777.11 overpaid by a tenth', async () => {
    await Promise.all([put('s10', '77710'), put('s11', '77711')])
    assert.equal((await completed('s10'))['credited_minor'], '69939')
    assert.equal((await completed('s11'))['credited_minor'], '85482')
  })

  claim('777.13 is told by a forger first, and truly after that', async () => {
    await put('s13', '77713')
    const [forged, genuine] = await told('s13', 2)
    assert.deepEqual([forged?.genuine, genuine?.genuine], [false, true])
    assert.equal(forged?.body['type'], 'order.completed')
    assert.notEqual(forged?.body['id'], genuine?.body['id'])
  })

  claim('777.14 is held first, then paid', async () => {
    assert.equal((await put('s14', '77714')).body['state'], 'held')
    await completed('s14')
  })

  claim('777.15 is paid twice', async () => {
    await put('s15', '77715')
    assert.deepEqual(await types('s15', 2), ['order.completed', 'order.completed'])
    const order = await bank.order('s15')
    assert.equal(order['credited_minor'], String(2 * 77715))
    assert.equal((order['payments'] as Json[]).length, 2)
  })

  claim('without decimals the scenario stands in the last five digits', async () => {
    const body = { country: 'CL', currency: 'CLP', decimals: 0 }
    assert.equal((await put('clp', '1277702', body)).body['reason'], 'insufficient_funds')
    assert.equal((await put('clp-plain', '777020', body)).body['state'], 'pending')
  })

  claim('an expired pay-in is not paid any more and stays pending', async () => {
    await put('expired', '1050', { expires_at: new Date(Date.now() + 20).toISOString() })
    await eventually('the payment is refused', async () =>
      (await bank.book('expired')).some((entry) => entry['type'] === 'payment_refused' && entry['why'] === 'expired'),
    )
    assert.equal((await bank.order('expired'))['state'], 'pending')
    assert.equal((await bank.act('expired', 'pay')).status, 409)
    assert.equal((await bank.act('expired', 'pay_late')).body['state'], 'completed')
  })

  await Promise.all(claims)
})

test('777.12 is paid after its expiry, even when it was cancelled before', async (t: TestContext) => {
  const bank = await startBank(t)
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  await bank.put('s12', payin({ amount_minor: '77712', expires_at }))
  assert.equal((await bank.call('POST', '/v1/orders/s12/cancel')).body['state'], 'cancelled')
  await bank.call('POST', '/control/clock', { offset_ms: 3_601_000 })
  const order = await eventually('the late payment', async () => {
    const now = await bank.order('s12')
    return now['state'] === 'completed' && now
  })
  assert.ok(String(order['executed_at']) > expires_at)
})
