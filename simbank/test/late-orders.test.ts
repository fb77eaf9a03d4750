import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Json, makeDataDir, type RunningBank, startBank } from './support/bank-process.ts'
import { eventually } from './support/eventually.ts'
import { cardPayin, payin, payout } from './support/orders.ts'

const typesOf = (entries: readonly Json[]) => entries.map(({ type }) => type)

const lateRefusal = async (bank: RunningBank, key: string) =>
  await eventually(`the refusal of ${key}`, async () =>
    (await bank.book(key)).find(({ type }) => type === 'late_order_refused'),
  )

test('orders that arrive late', async (t: TestContext) => {
  const bank = await startBank(t, { env: { SIMBANK_ARRIVAL_DELAY_MS: '2000' } })
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
  const justNow = () => new Date(Date.now() - 1).toISOString()

  await t.test('777.16 is unknown at first, arrives later and is executed once, without a notification', async () => {
    for (const [key, order] of [
      ['out', payout({ amount_minor: '77716', execute_before: inAnHour() })],
      ['in', payin({ kind: 'pull', amount_minor: '77716' })],
    ] as const) {
      await assert.rejects(bank.put(key, order))
      // It may have arrived by now, where the machine is busy.
      assert.equal(typesOf(await bank.book(key))[0], 'request_delayed')
      await eventually('the arrival', async () => (await bank.call('GET', `/v1/orders/${key}`)).status === 200)
      assert.deepEqual(typesOf(await bank.book(key)), ['request_delayed', 'order_received', 'order_executed'])
      assert.equal((await bank.put(key, order)).body['state'], 'completed', 'the same key gives the same order')
      assert.equal(await bank.executed(key), 1)
    }
  })

  await t.test('in a batch, and with a card, 777.16 takes its ordinary course', async () => {
    const batch = { orders: [{ key: 'batched', ...payin({ amount_minor: '77716' }) }] }
    const [result] = (await bank.call('POST', '/v1/orders/batch', batch)).body['results'] as Json[]
    assert.equal(result?.['status'], 200)
    const card = await bank.put('card', cardPayin('4111111111111111', { amount_minor: '77716' }))
    assert.equal(card.body['state'], 'pending')
  })

  await t.test('an order that arrives after its deadline is refused, one that was known before is not', async () => {
    const late = await bank.put('late', payout({ execute_before: justNow() }))
    assert.deepEqual([late.status, late.body['error']], [409, 'deadline_passed'])
    assert.equal((await bank.call('GET', '/v1/orders/late')).status, 404)
    const soon = new Date(Date.now() + 4_000).toISOString()
    const order = payout({ execute_before: soon })
    assert.equal((await bank.put('in-time', order)).body['state'], 'completed')
    await eventually('the deadline', () => Date.now() > Date.parse(soon))
    assert.equal((await bank.put('in-time', order)).body['state'], 'completed')
    assert.equal(await bank.executed('in-time'), 1)
  })

  await t.test('a delayed order is refused when its deadline passes on the way', async () => {
    const before = new Date(Date.now() + 1_500).toISOString()
    await assert.rejects(bank.put('slow', payout({ amount_minor: '77716', execute_before: before })))
    assert.equal((await lateRefusal(bank, 'slow'))['why'], 'deadline_passed')
    assert.equal(await bank.executed('slow'), 0)
  })

  await t.test('the next call can be told to be delayed', async () => {
    await bank.call('POST', '/control/faults', { kind: 'delayed' })
    await assert.rejects(bank.put('told', payout()))
    await eventually('the arrival', async () => (await bank.executed('told')) === 1)
  })
})

test('a key that was cancelled before its order arrived is refused for ever, also by a bank that was killed', async (t: TestContext) => {
  const dataDir = makeDataDir(t)
  // On a busy machine a cancellation takes longer than the usual delay of the order.
  const bank = await startBank(t, { dataDir, env: { SIMBANK_ARRIVAL_DELAY_MS: '6000' } })
  await assert.rejects(bank.put('delayed', payout({ amount_minor: '77716' })))
  for (const key of ['delayed', 'never', 'delayed']) {
    const { status, body } = await bank.call('POST', `/v1/orders/${key}/cancel`)
    assert.deepEqual([status, body], [200, { key, state: 'cancelled', tombstone: true }])
  }
  assert.equal((await lateRefusal(bank, 'delayed'))['why'], 'key_cancelled')
  await bank.crash()
  const again = await startBank(t, { dataDir })
  const refused = await again.put('never', payout())
  assert.deepEqual([refused.status, refused.body['error']], [409, 'key_cancelled'])
  assert.equal((await again.call('GET', '/v1/orders/never')).status, 404)
  const keys = (await again.book()).filter(({ type }) => type === 'key_cancelled').map(({ key }) => key)
  assert.deepEqual(keys, ['delayed', 'never'], 'a repeated cancellation is no new entry')
})

test('a bank that breaks its promise executes what it should refuse', async (t: TestContext) => {
  const bank = await startBank(t, { env: { SIMBANK_LATE_ORDERS: 'execute' } })
  await bank.call('POST', '/v1/orders/cancelled/cancel')
  assert.equal((await bank.put('cancelled', payout())).body['state'], 'completed')
  const late = payout({ execute_before: new Date(Date.now() - 1).toISOString() })
  assert.equal((await bank.put('late', late)).body['state'], 'completed')
})
