import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { siteAt } from '../../src/core/platform/deps.ts'
import type { Deps } from '../../src/extras/deps.ts'
import { getWebhook } from '../../src/extras/webhooks/get-webhook.ts'
import { listCallbacks } from '../../src/extras/webhooks/list-callbacks.ts'
import { listDeliveries } from '../../src/extras/webhooks/list-deliveries.ts'
import { setWebhook } from '../../src/extras/webhooks/set-webhook.ts'
import type { CallbackEndpointChange } from '../../src/extras/webhooks/store/callback-endpoints.ts'
import { callbackWorld, type Merchant } from '../support/callback-world.ts'
import { workOff } from '../support/eventually.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const world = await callbackWorld({ after })
const job = world.job()
let offsetMs = 0

const later = async (ms: number) => {
  offsetMs += ms
  await world.moveClockTo(offsetMs)
}
const work = async () => {
  await workOff(job.runOnce)
}
const set = async (shop: Merchant, change: CallbackEndpointChange) =>
  await setWebhook(
    { ...world, site: siteAt(''), callbackAllowCidrs: ['127.0.0.0/8'], notify: () => undefined },
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

test('the health of an address counts its own attempts: not those of the test inbox, which counts its own, nor of another address', async () => {
  const shop = await world.merchant()
  await payments(shop, 7)
  await work()
  const inbox = (await getWebhook(world, shop.pointId)).health
  assert.deepEqual(inbox.lastDay, { attempts: 7, delivered: 7, medianMs: null, p95Ms: null })
  assert.deepEqual(sumOf(inbox.activity.hours), { delivered: 7, failed: 0 })
  const dead = await world.receiver(500)
  await set(shop, { url: dead.url })
  await payments(shop, 2)
  await world.database.owner.query('update callback_health set recovering = false')
  await work()
  const { lastDay, activity } = (await getWebhook(world, shop.pointId)).health
  assert.deepEqual([lastDay.attempts, lastDay.delivered], [2, 0])
  assert.deepEqual(sumOf(activity.hours), { delivered: 0, failed: 2 })
  const { nextAttemptAt } = (await getWebhook(world, shop.pointId)).health
  const due = (await log(shop)).flatMap((each) => each.nextAttemptAt?.getTime() ?? [])
  assert.equal(nextAttemptAt?.getTime(), Math.min(...due))
  const newest = (await log(shop)).find(({ last }) => last?.error === 'http')
  assert.deepEqual(
    [activity.lastFailure?.status, activity.lastFailure?.error, activity.lastFailure?.transactionId],
    [500, 'http', newest?.transactionId],
  )
  dead.answerWith((_request, _response, socket) => socket.destroy())
  const silent = await world.merchant(dead.url)
  await payments(silent, 2)
  await work()
  const { attempts: made, medianMs } = (await getWebhook(world, silent.pointId)).health.lastDay
  assert.deepEqual([made, medianMs], [2, null], 'silence has no answer time')
  const other = await world.receiver(200)
  await set(shop, { url: other.url })
  const fresh = (await getWebhook(world, shop.pointId)).health
  assert.deepEqual([fresh.lastDay.attempts, fresh.activity], [0, { hours: [], lastFailure: null }])
})

test('the activity of an address is counted by the hour, and what is older than a day does not count', async () => {
  const receiver = await world.receiver(200)
  const shop = await world.merchant(receiver.url)
  await payments(shop, 3)
  await work()
  await later(25 * hourMs)
  await payments(shop, 1)
  await work()
  receiver.answerWith(503)
  await later(2 * hourMs)
  await payments(shop, 2)
  await work()
  const { hours } = (await getWebhook(world, shop.pointId)).health.activity
  assert.deepEqual(
    hours.map(({ delivered, failed }) => [delivered, failed]),
    [
      [1, 0],
      [0, 2],
    ],
  )
  assert.ok(hours.every(({ startedAt }) => startedAt.getTime() % hourMs === 0))
})

function sumOf(hours: readonly { delivered: number; failed: number }[]): { delivered: number; failed: number } {
  return hours.reduce(
    (sum, each) => ({ delivered: sum.delivered + each.delivered, failed: sum.failed + each.failed }),
    { delivered: 0, failed: 0 },
  )
}
