import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Json, startBank } from './support/bank-process.ts'
import { eventually } from './support/eventually.ts'
import { payout } from './support/orders.ts'
import { startReceiver } from './support/receiver.ts'

test('payouts', { concurrency: true }, async (t: TestContext) => {
  const bank = await startBank(t)
  const receiver = await startReceiver(t)
  const put = (key: string, amount_minor: string, change: Json = {}) =>
    bank.put(key, payout({ amount_minor, notify_url: receiver.url, ...change }))
  const told = (key: string, count: number) =>
    eventually(`${count} notifications about ${key}`, () => receiver.about(key).length >= count && receiver.about(key))
  const types = async (key: string, count: number) => (await told(key, count)).map(({ body }) => body['type'])

  // Every claim has keys of its own, so all of them run at once against one bank.
  const claims: Promise<void>[] = []
  const claim = (name: string, prove: () => Promise<void>) => claims.push(t.test(name, prove))

  claim('an ordinary amount completes in the answer', async () => {
    const { body } = await put('ordinary', '1050')
    assert.deepEqual([body['state'], body['credited_minor']], ['completed', '1050'])
    assert.equal(await bank.executed('ordinary'), 1)
  })

  claim('777.01 is pending and completes later', async () => {
    assert.equal((await put('s01', '77701')).body['state'], 'pending')
    assert.deepEqual(await types('s01', 1), ['order.completed'])
  })

  claim('777.02 and 777.03 are rejected at once, each with its reason', async () => {
    assert.equal((await put('s02', '77702')).body['reason'], 'insufficient_funds')
    const wrong = await put('s03', '77703')
    assert.deepEqual([wrong.body['state'], wrong.body['reason']], ['rejected', 'invalid_account'])
  })

  claim('777.04 is accepted and rejected later', async () => {
    assert.equal((await put('s04', '77704')).body['state'], 'pending')
    assert.deepEqual(await types('s04', 1), ['order.rejected'])
    assert.equal(await bank.executed('s04'), 0)
  })

  claim('777.05 moves the money and never answers; the same key answers and moves nothing more', async () => {
    await assert.rejects(put('s05', '77705'))
    assert.equal((await bank.order('s05'))['state'], 'completed')
    assert.equal((await put('s05', '77705')).body['state'], 'completed')
    assert.equal(await bank.executed('s05'), 1)
  })

  claim('777.06 moves nothing, never answers and knows nothing', async () => {
    await assert.rejects(put('s06', '77706'))
    assert.equal((await bank.call('GET', '/v1/orders/s06')).status, 404)
    assert.equal(await bank.executed('s06'), 0)
  })

  claim('777.07 answers 503 first and completes on the same key', async () => {
    assert.equal((await put('s07', '77707')).status, 503)
    assert.equal((await put('s07', '77707')).body['state'], 'completed')
    assert.equal(await bank.executed('s07'), 1)
  })

  claim('777.08 completes and is returned', async () => {
    assert.equal((await put('s08', '77708')).body['state'], 'completed')
    assert.deepEqual(await types('s08', 1), ['order.reversed'])
    assert.equal((await bank.order('s08'))['state'], 'returned')
  })

  claim('777.09 is told three times, duplicated and out of order', async () => {
    await put('s09', '77709')
    assert.deepEqual(await types('s09', 3), ['order.completed', 'order.pending', 'order.completed'])
  })

  claim('777.13 is told by a forger first, and truly after that', async () => {
    await put('s13', '77713')
    assert.deepEqual(
      (await told('s13', 2)).map(({ genuine }) => genuine),
      [false, true],
    )
  })

  claim('777.14 is held, then completes', async () => {
    assert.equal((await put('s14', '77714')).body['state'], 'held')
    assert.deepEqual(await types('s14', 1), ['order.completed'])
  })

  claim('777.15 answers 429 with Retry-After first and then completes', async () => {
    const first = await put('s15', '77715')
    assert.equal(first.status, 429)
    assert.match(String(first.headers.get('retry-after')), /^\d+$/)
    assert.equal((await put('s15', '77715')).body['state'], 'completed')
  })

  claim('a clerk can return a part of a completed payout, but never more than it was', async () => {
    await put('partly', '1050')
    assert.equal((await bank.act('partly', 'return', { amount_minor: '50' })).body['reversed_minor'], '50')
    const tooMuch = await bank.act('partly', 'return', { amount_minor: '1001' })
    assert.deepEqual([tooMuch.status, tooMuch.body['error']], [409, 'amount_too_large'])
  })

  await Promise.all(claims)
})
