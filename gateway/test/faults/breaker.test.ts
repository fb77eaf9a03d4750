import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { siteAt } from '../../src/core/platform/deps.ts'
import { getWebhook } from '../../src/extras/webhooks/get-webhook.ts'
import { setWebhook } from '../../src/extras/webhooks/set-webhook.ts'
import type { CallbackEndpointChange } from '../../src/extras/webhooks/store/callback-endpoints.ts'
import { callbackWorld, type Job, type Merchant } from '../support/callback-world.ts'
import { workOff } from '../support/eventually.ts'
import type { HttpsReceiver } from '../support/https-receiver.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const world = await callbackWorld({ after })
const jobs: readonly Job[] = [world.job('one'), world.job('two')]
/** Transactions that the merchant's server answers with 500, whatever is sent about them. */
const poisoned = new Set<string>()
let receiver: HttpsReceiver
let shop: Merchant
let offsetMs = 0

beforeEach(async () => {
  receiver = await world.receiver((request, response) => {
    const { transaction_id: id } = JSON.parse(request.body) as { transaction_id: string }
    response.writeHead(poisoned.has(id) ? 500 : 200).end()
  })
  shop = await world.merchant(receiver.url)
})

const later = async (ms: number) => {
  offsetMs += ms
  await world.moveClockTo(offsetMs)
}
/** Until nothing is due any more, in two processes. */
const work = async () => {
  for (let idle = 0; idle < 3; ) {
    const started = await Promise.all(jobs.map(async (job) => await job.runOnce()))
    idle = started.every((count) => count === 0) ? idle + 1 : 0
    if (idle > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const tend = async () => await workOff(world.tend)
/** Events of so many transactions; returns the ids of the transactions. */
const events = async (count: number): Promise<readonly string[]> => {
  const made = await world.database.owner.query<{ transaction_id: string }>(
    `with ids as (select gen_random_uuid() as event_id, gen_random_uuid() as transaction_id, n
        from generate_series(1, $2::int) n
      ), made as (
        insert into callback_events (id, point_id, transaction_id, seq, status, body_template, api_key)
        select event_id, $1, transaction_id, 1, 'COMPLETED',
          '{"transaction_id":"' || transaction_id || '","status":"COMPLETED"}', (random() * 9000000000)::bigint + n from ids
        returning id, point_id, transaction_id, seq)
    insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger)
    select id, point_id, transaction_id, seq, 'auto' from made returning transaction_id`,
    [shop.pointId, count],
  )
  return made.rows.map((row) => row.transaction_id)
}
const poisonedEvents = async (count: number): Promise<readonly string[]> => {
  const ids = await events(count)
  for (const id of ids) poisoned.add(id)
  return ids
}
/** How many deliveries of these transactions were not delivered. */
const waiting = async (ids: readonly string[]): Promise<number> => {
  const found = await world.database.owner.query<{ count: number }>(
    `select count(*)::int from callback_deliveries where transaction_id = any ($1::uuid[]) and state <> 'delivered'`,
    [ids],
  )
  return found.rows[0]?.count ?? -1
}
/** One more attempt of a transaction's callback, now. */
const sendAgain = async (id: string) => {
  await world.database.owner.query(
    `update callback_deliveries set next_attempt_at = gateway_now() where transaction_id = $1 and state = 'pending'`,
    [id],
  )
  await work()
}
const state = async () => (await getWebhook(world, shop.pointId)).health.state
const set = async (change: CallbackEndpointChange) =>
  await setWebhook(
    { ...world, site: siteAt(''), callbackAllowCidrs: ['127.0.0.0/8'], notify: () => undefined },
    { pointId: shop.pointId, actor: 'test' },
    change,
  )

test('eleven callbacks that a healthy endpoint refuses stop none of the 51 others', async (t) => {
  await events(60)
  await work()
  await poisonedEvents(11)
  const good = await events(51)
  await work()
  const late = await waiting(good)
  t.diagnostic(`${late} of ${good.length} good callbacks waited`)
  assert.equal(late, 0)
  assert.notEqual(await state(), 'open')
})

test('what is counted is the last five minutes, not what happened since a window began', async () => {
  await events(30)
  await work()
  await later(4 * minuteMs)
  await poisonedEvents(6)
  await work()
  await later(2 * minuteMs)
  receiver.answerWith(500)
  await events(5)
  await work()
  assert.equal(await state(), 'open', 'six failures of two minutes ago count, 30 successes of six minutes ago do not')
})

test('a single transaction that is refused again and again does not open the breaker, nor do two', async () => {
  const ids = await poisonedEvents(2)
  for (let turn = 0; turn < 8; turn++) for (const id of ids) await sendAgain(id)
  assert.ok(receiver.requests.length >= 16)
  assert.notEqual(await state(), 'open')
  const good = await events(5)
  await work()
  assert.equal(await waiting(good), 0)
})

test('where only refused callbacks are left, the next probe is a new one, which closes the breaker', async () => {
  await events(1)
  await work()
  const bad = await poisonedEvents(11)
  await work()
  for (let probes = 0; probes < 6; probes++) {
    await later(20 * minuteMs)
    await work()
  }
  assert.equal(await state(), 'open', 'ten different transactions of ten were refused')
  const good = await events(1)
  await later(20 * minuteMs)
  await work()
  assert.equal(await waiting(good), 0, 'the probe is the callback that never failed')
  assert.equal(await state(), 'well')
  assert.equal(await waiting(bad), 11)
})

test('an endpoint that comes back again and again does not use up the attempts of what it refuses', async () => {
  const bad = await poisonedEvents(11)
  await work()
  for (let turn = 0; turn < 20; turn++) {
    await later(31_000)
    await events(1)
    await work()
    await tend()
    await work()
  }
  const used = await world.database.owner.query<{ most: number }>(
    'select max(attempts)::int as most from callback_deliveries where transaction_id = any ($1::uuid[])',
    [bad],
  )
  // Ten minutes after the first attempt the schedule is at its sixth.
  assert.ok((used.rows[0]?.most ?? 99) <= 6, `${used.rows[0]?.most} attempts within ten minutes`)
})

test('five attempts in a row without any answer open the breaker, whatever was answered before', async () => {
  await events(60)
  await work()
  receiver.answerWith((_request, _response, socket) => socket.destroy())
  await events(5)
  await work()
  assert.equal(await state(), 'open')
})

test('a new address starts closed: everything goes out to it, and nothing of the old one is counted', async () => {
  receiver.answerWith(500)
  const ids = await events(40)
  await work()
  assert.equal(await state(), 'open')
  const other = await world.receiver(200)
  const changed = await set({ url: other.url })
  assert.deepEqual(
    [changed.health.state, changed.health.failingSince, changed.health.nextProbeAt],
    ['well', null, null],
  )
  await tend()
  await later(2_000)
  await work()
  assert.equal(await waiting(ids), 0)
  assert.equal(other.requests.length, 40)
})

test('what an old address answers late says nothing about the new one', async () => {
  let release = (): void => assert.fail('nothing was asked yet')
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  receiver.answerWith((_request, response) => {
    void held.then(() => response.writeHead(500).end())
  })
  await events(12)
  const asked = jobs[0]?.runOnce()
  await receiver.received(8)
  const other = await world.receiver(200)
  await set({ url: other.url })
  release()
  await asked
  const { failingSince } = (await getWebhook(world, shop.pointId)).health
  assert.deepEqual([await state(), failingSince], ['well', null])
})

test('the test inbox has no breaker: without an address nothing waits behind the dead one', async () => {
  receiver.answerWith((_request, _response, socket) => socket.destroy())
  const ids = await events(142)
  await work()
  assert.equal(await state(), 'open')
  await set({ url: null })
  await tend()
  await work()
  assert.equal(await waiting(ids), 0)
})

test('a paused endpoint is neither suspended nor told of; in service again, its five days begin anew', async () => {
  receiver.answerWith(500)
  const ids = await events(12)
  await work()
  assert.equal(await state(), 'open')
  await set({ status: 'paused' })
  await later(6 * dayMs)
  await tend()
  const told = await world.database.owner.query('select level from callback_alerts where point_id = $1', [shop.pointId])
  assert.deepEqual(told.rows, [])
  receiver.answerWith(200)
  await set({ status: 'active' })
  await tend()
  await work()
  await tend()
  await later(hourMs)
  await work()
  assert.equal(await waiting(ids), 0)
})

test('a single refused callback in a quiet shop suspends nothing', async () => {
  await poisonedEvents(1)
  for (let day = 0; day < 7; day++) {
    await work()
    await later(dayMs)
    await tend()
  }
  assert.notEqual(await state(), 'suspended')
  const good = await events(1)
  await work()
  assert.equal(await waiting(good), 0)
})
