import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CallbackEndpointChange } from '../../src/callbacks/store/callback-endpoints.ts'
import type { Deps } from '../../src/gateway-deps.ts'
import { getWebhook } from '../../src/webhooks/get-webhook.ts'
import { listCallbacks } from '../../src/webhooks/list-callbacks.ts'
import { listDeliveries } from '../../src/webhooks/list-deliveries.ts'
import { setWebhook } from '../../src/webhooks/set-webhook.ts'
import { callbackWorld, type Merchant } from '../support/callback-world.ts'

const minuteMs = 60_000

const world = await callbackWorld({ after })
const job = world.job()
let offsetMs = 0

const later = async (ms: number) => {
  offsetMs += ms
  await world.moveClockTo(offsetMs)
}
const work = async () => {
  while ((await job.runOnce()) > 0) {
    // Until nothing is due any more.
  }
}
const set = async (shop: Merchant, change: CallbackEndpointChange) =>
  await setWebhook(
    { ...world, publicUrl: '', callbackAllowCidrs: ['127.0.0.0/8'], notify: () => undefined },
    { pointId: shop.pointId, actor: 'test' },
    change,
  )
const payments = async (shop: Merchant, count: number) =>
  await Promise.all(Array.from({ length: count }, async () => (await world.payment(shop.pointId)).transactionId))

/** What list and detail say of each delivery; asserts that they agree. */
async function log(shop: Merchant) {
  const { deliveries } = await listDeliveries(world, shop.pointId, { limit: 100 })
  for (const listed of deliveries) {
    const events = await listCallbacks(world as unknown as Deps, shop.pointId, listed.transactionId)
    const detail = events.flatMap((event) => event.deliveries).find(({ id }) => id === listed.id)
    assert.ok(detail)
    assert.equal(listed.attempts, detail.attempts.length)
    const numbers = detail.attempts.map(({ number }) => number)
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
      'each attempt has its own number',
    )
    assert.deepEqual([listed.nextAttemptAt, listed.waitsFor], [detail.nextAttemptAt, detail.waitsFor])
    const now = Date.now() + offsetMs
    assert.ok(listed.nextAttemptAt === null || listed.nextAttemptAt.getTime() > now - minuteMs)
  }
  return deliveries
}

test('list and detail count the same attempts, probes included, and a due delivery says what it waits for', async () => {
  const receiver = await world.receiver(500)
  const shop = await world.merchant(receiver.url)
  await payments(shop, 12)
  await work()
  assert.equal((await getWebhook(world, shop.pointId)).health.state, 'open')
  for (let probe = 0; probe < 3; probe++) {
    await later(20 * minuteMs)
    await work()
  }
  const failing = await log(shop)
  const made = failing.reduce((sum, each) => sum + each.attempts, 0)
  assert.equal(made, receiver.requests.length, 'every request is counted')
  assert.ok(failing.every((each) => each.waitsFor === 'endpoint' && each.nextAttemptAt === null))
  await set(shop, { status: 'paused' })
  assert.ok((await log(shop)).every((each) => each.waitsFor === 'resume'))
  receiver.answerWith(200)
  await set(shop, { status: 'active' })
  await work()
  const [delivered] = (await log(shop)).filter((each) => each.state === 'delivered')
  assert.ok(delivered, 'a probe was delivered')
  assert.ok(delivered.attempts > 0)
  assert.equal(delivered.waitsFor, null)
})

test('a delivery whose next attempt lies ahead tells when', async () => {
  const shop = await world.merchant((await world.receiver(500)).url)
  await payments(shop, 1)
  await work()
  const [only] = await log(shop)
  assert.deepEqual([only?.attempts, only?.waitsFor], [1, 'time'])
  await later(minuteMs)
  assert.deepEqual(
    (await log(shop)).map((each) => [each.nextAttemptAt, each.waitsFor]),
    [[null, 'turn']],
  )
})

test('the health of an address counts its own attempts: not the test inbox, and not another address', async () => {
  const shop = await world.merchant()
  await payments(shop, 7)
  await work()
  const inbox = (await getWebhook(world, shop.pointId)).health.lastDay
  assert.deepEqual(inbox, { attempts: 0, delivered: 0, medianMs: null, p95Ms: null })
  const dead = await world.receiver(500)
  await set(shop, { url: dead.url })
  await payments(shop, 2)
  await world.database.owner.query('update callback_health set recovering = false')
  await work()
  const { attempts, delivered } = (await getWebhook(world, shop.pointId)).health.lastDay
  assert.deepEqual([attempts, delivered], [2, 0])
  dead.answerWith((_request, _response, socket) => socket.destroy())
  const silent = await world.merchant(dead.url)
  await payments(silent, 2)
  await work()
  const { attempts: made, medianMs } = (await getWebhook(world, silent.pointId)).health.lastDay
  assert.deepEqual([made, medianMs], [2, null], 'silence has no answer time')
  const other = await world.receiver(200)
  await set(shop, { url: other.url })
  assert.equal((await getWebhook(world, shop.pointId)).health.lastDay.attempts, 0)
})
