import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Json, makeDataDir, startBank } from './support/bank-process.ts'
import { eventually } from './support/eventually.ts'
import { payin } from './support/orders.ts'
import { startReceiver } from './support/receiver.ts'

test('a notification is signed over its time stamp and its bytes', async (t: TestContext) => {
  const bank = await startBank(t)
  const receiver = await startReceiver(t)
  await bank.put('signed', payin({ notify_url: receiver.url, payer: { name: 'José Ñandú', document: '20304050607' } }))
  const [received] = await eventually('the notification', () => receiver.all.length > 0 && receiver.all)
  assert.ok(received)
  assert.equal(received.genuine, true)
  assert.match(String(received.headers['x-simbank-signature']), /^v1=[0-9a-f]{64}$/)
  assert.match(String(received.headers['x-simbank-timestamp']), /^\d{10}$/)
  assert.match(String(received.headers['content-type']), /^application\/json/)
  assert.match(String(received.body['id']), /^ntf_[0-9a-f-]{36}$/)
  assert.deepEqual(received.body['order'], await bank.order('signed'))
  assert.deepEqual((received.body['order'] as Json)['sender'], { name: 'José Ñandú', document: '20304050607' })
})

test('a notification that is refused comes again with the same id until it is received', async (t: TestContext) => {
  const bank = await startBank(t)
  const answers = [302, 200]
  const receiver = await startReceiver(t, () => answers.shift() ?? 200)
  await bank.put('stubborn', payin({ notify_url: receiver.url }))
  const delivered = await eventually('the delivery', async () =>
    (await bank.book('stubborn')).find((entry) => entry['type'] === 'notification_delivered'),
  )
  assert.equal(delivered['attempts'], 2)
  assert.equal(new Set(receiver.all.map(({ body }) => body['id'])).size, 1)
  assert.equal((await bank.call('GET', '/control/health')).body['notifications_waiting'], 0)
})

test('a notification outlives a crash, and a received one is not sent again', async (t: TestContext) => {
  const dataDir = makeDataDir(t)
  let away = true
  const receiver = await startReceiver(t, ({ body }) => (away && body['key'] === 'waiting' ? 503 : 200))
  const before = await startBank(t, { dataDir })
  await before.put('received', payin({ notify_url: receiver.url }))
  await before.put('waiting', payin({ notify_url: receiver.url }))
  await eventually('first attempts', () => receiver.about('waiting').length > 0)
  await eventually('the other delivery is in the book', async () =>
    (await before.book('received')).some((entry) => entry['type'] === 'notification_delivered'),
  )
  await before.crash()
  away = false
  const sent = receiver.all.length
  const after = await startBank(t, { dataDir })
  await eventually('the delivery', async () =>
    (await after.book('waiting')).some((entry) => entry['type'] === 'notification_delivered'),
  )
  assert.deepEqual(
    receiver.all.slice(sent).map(({ body }) => body['key']),
    ['waiting'],
  )
})

test('notifications about one order arrive in the order of what happened, also with a slow receiver', async (t: TestContext) => {
  const bank = await startBank(t)
  const receiver = await startReceiver(t, () => 200, { answerAfterMs: 30 })
  await bank.put('many', payin({ amount_minor: '77701', notify_url: receiver.url }))
  for (let count = 0; count < 5; count++) await bank.act('many', 'pay', { amount_minor: '100' })
  await bank.act('many', 'return')
  await eventually('six notifications', () => receiver.all.length === 6)
  const told = receiver.all.map(({ body }) => body['order'] as Json)
  assert.deepEqual(
    told.map((order) => order['credited_minor']),
    ['100', '200', '300', '400', '500', '500'],
  )
  assert.equal(told[5]?.['reversed_minor'], '500')
})

test('a forged notification is sent once, whatever its receiver answers', async (t: TestContext) => {
  const bank = await startBank(t)
  const receiver = await startReceiver(t, ({ genuine }) => (genuine ? 200 : 401))
  await bank.put('forged', payin({ amount_minor: '77713', notify_url: receiver.url }))
  await eventually('the true one', () => receiver.all.some(({ genuine }) => genuine))
  assert.deepEqual(
    receiver.all.map(({ genuine }) => genuine),
    [false, true],
  )
  const ends = (await bank.book('forged')).filter((entry) => String(entry['type']).startsWith('notification_'))
  assert.ok(ends.some((entry) => entry['type'] === 'notification_abandoned' && entry['http_status'] === 401))
})
