import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { siteAt } from '../../src/core/platform/deps.ts'
import { getWebhook } from '../../src/extras/webhooks/get-webhook.ts'
import { type CallbackChange, setWebhook } from '../../src/extras/webhooks/set-webhook.ts'
import { callbackWorld, type Job, type Merchant } from '../support/callback-world.ts'
import { repeatWhile, workOff } from '../support/eventually.ts'
import type { HttpsReceiver } from '../support/https-receiver.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** What waits for an endpoint that failed; endpoint-health.slow.test.ts has more of it. */
const waitingCount = Number(process.env['WAITING_CALLBACKS'] ?? 2_000)
/** Callbacks that are sent in a second to an endpoint that is back. */
const perSecondMax = 50

const world = await callbackWorld({ after })
const jobs: readonly Job[] = [world.job('one'), world.job('two')]
let receiver: HttpsReceiver
let shop: Merchant
let offsetMs = 0

beforeEach(async () => {
  receiver = await world.receiver(500)
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
/** Events of one statement: all of them in one would take longer than a statement may on a busy machine. */
const eventsAtOnce = 1_000
/** Events of so many transactions, as the gateway writes them. */
const events = async (count: number) => {
  for (let left = count; left > 0; left -= eventsAtOnce) {
    await world.database.owner.query(
      `with made as (
        insert into callback_events (id, point_id, transaction_id, seq, status, body_template, api_key)
        select gen_random_uuid(), $1, gen_random_uuid(), 1, 'COMPLETED', '{"transaction_id":"x","status":"COMPLETED"}',
          (random() * 9000000000)::bigint + n from generate_series(1, $2::int) n
        returning id, point_id, transaction_id, seq)
      insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger)
      select id, point_id, transaction_id, seq, 'auto' from made`,
      [shop.pointId, Math.min(left, eventsAtOnce)],
    )
  }
}
const states = async (): Promise<Record<string, number>> => {
  const found = await world.database.owner.query<{ state: string; count: number }>(
    'select state, count(*)::int from callback_deliveries where point_id = $1 group by state',
    [shop.pointId],
  )
  return Object.fromEntries(found.rows.map(({ state, count }) => [state, count]))
}
const attempts = async () =>
  (
    await world.database.owner.query<{ attempts: number; listed: number }>(
      `select coalesce(sum(attempts), 0)::int as attempts,
        (select count(*)::int from callback_attempts where point_id = $1) as listed
      from callback_deliveries where point_id = $1`,
      [shop.pointId],
    )
  ).rows[0]
const set = async (change: CallbackChange) => {
  const deps = { ...world, site: siteAt(''), callbackAllowCidrs: ['127.0.0.0/8'], notify: () => undefined }
  await setWebhook(deps, { pointId: shop.pointId, actor: 'test' }, change)
}
const health = async () => (await getWebhook(world, shop.pointId)).health
const broken = async (count: number) => {
  await events(count)
  await work()
  assert.equal((await health()).state, 'open')
}

test('an endpoint that fails gets one probe at a time, however many callbacks wait and however many processes ask', async () => {
  await broken(60)
  const before = receiver.requests.length
  assert.ok(before < 40, `it was left alone after ${before} failures`)
  await work()
  assert.equal(receiver.requests.length, before)
  await later(31_000)
  await work()
  assert.equal(receiver.requests.length, before + 1)
  await later(59_000)
  await work()
  assert.equal(receiver.requests.length, before + 1, 'the next probe waits twice as long')
  await later(2_000)
  await work()
  assert.equal(receiver.requests.length, before + 2)
})

test('an endpoint that fails costs nobody an attempt while it is open: probes are listed and do not count', async () => {
  await broken(20)
  const before = await attempts()
  assert.equal(before?.attempts, before?.listed)
  for (let turn = 0; turn < 6; turn++) {
    await later(16 * minuteMs)
    await work()
  }
  const then = await attempts()
  assert.equal(then?.attempts, before?.attempts)
  assert.equal(then?.listed, (before?.listed ?? 0) + 6)
})

test('an endpoint that fails is sent what waited when it is back, evenly, each once', async () => {
  await broken(20)
  await events(waitingCount - 20)
  await later(hourMs)
  receiver.answerWith(200)
  receiver.requests.length = 0
  await work()
  assert.equal(receiver.requests.length, 1, 'the probe')
  await tend()
  const plan = await world.database.owner.query<{ waiting: number; last: number; busiest: number }>(
    `select count(*)::int as waiting, max(extract(epoch from next_attempt_at - gateway_now()))::float8 as last,
      (select max(n)::int from (select count(*) as n from callback_deliveries
        where point_id = $1 and state = 'pending' group by date_trunc('second', next_attempt_at)) x) as busiest
    from callback_deliveries where point_id = $1 and state = 'pending'`,
    [shop.pointId],
  )
  const { waiting = 0, last = 0, busiest = 0 } = plan.rows[0] ?? {}
  assert.equal(waiting, waitingCount - 1)
  // Of 10,000 the last one within five minutes.
  assert.ok(
    last > 0.75 * (waitingCount / perSecondMax) && last < 1.5 * (waitingCount / perSecondMax),
    `the last one goes out after ${last} s`,
  )
  assert.ok(busiest <= perSecondMax + 1, `${busiest} in one second`)
  await world.database.owner.query('update callback_endpoints set rate_per_s = 1000, max_inflight = 64')
  await later(5 * minuteMs)
  await work()
  await repeatWhile(async () => ((await states())['pending'] ?? 0) > 0, work, 'all callbacks are held or told')
  assert.deepEqual(await states(), { delivered: waitingCount })
  assert.equal(receiver.requests.length, waitingCount)
  assert.equal((await health()).state, 'well')
})

test('an endpoint that fails is told about after 15 minutes, a day and three days, once each, and suspended after five; nothing is lost', async () => {
  await broken(12)
  const levels: string[][] = []
  for (const ms of [10 * minuteMs, 10 * minuteMs, dayMs, 2 * dayMs, 2 * dayMs]) {
    await later(ms)
    await Promise.all([tend(), tend()])
    levels.push((await health()).alerts.map(({ level }) => level))
  }
  assert.deepEqual(levels, [[], ['15m'], ['15m', '24h'], ['15m', '24h', '3d'], ['15m', '24h', '3d', 'suspended']])
  assert.equal((await health()).state, 'suspended')
  assert.deepEqual(await states(), { held: 12 })
  await events(3)
  await tend()
  assert.deepEqual(await states(), { held: 15 }, 'what comes meanwhile is held too')
  const before = receiver.requests.length
  await later(20 * dayMs)
  await work()
  assert.equal(receiver.requests.length, before, 'nothing is sent')
  receiver.answerWith(200)
  await set({ status: 'active' })
  await tend()
  await work()
  assert.equal(receiver.requests.length, before + 1, 'first a probe')
  await tend()
  await later(2_000)
  await work()
  assert.deepEqual(await states(), { delivered: 15 })
  assert.equal((await health()).state, 'well')
})

test('an endpoint that nobody comes back for within 30 days has its callbacks exhausted, not deleted', async () => {
  await broken(12)
  await later(5 * dayMs + minuteMs)
  await tend()
  await later(29 * dayMs)
  await tend()
  assert.deepEqual(await states(), { held: 12 })
  await later(2 * dayMs)
  await tend()
  assert.deepEqual(await states(), { exhausted: 12 })
})

const tryNewAddress = async () => {
  await world.database.owner.query(
    `update callback_deliveries set next_attempt_at = gateway_now() + interval '5 hours'`,
  )
  const other = await world.receiver(200)
  await set({ url: other.url })
  await tend()
  await later(1_000)
  await work()
  assert.deepEqual(await states(), { delivered: 12 })
}

test('an endpoint that fails is tried at once at a new address', async () => {
  await broken(12)
  await tryNewAddress()
})

test('a change of the address uses no attempt: of what waits, of what is under way, and of the last one', async () => {
  const tries = async () =>
    (
      await world.database.owner.query('select attempts, state from callback_deliveries where point_id = $1', [
        shop.pointId,
      ])
    ).rows.map(({ attempts: count, state }) => `${count} ${state}`)
  const other = await world.receiver(500)
  await events(1)
  await work()
  await world.database.owner.query(
    `update callback_deliveries set attempts = 14, next_attempt_at = gateway_now() + interval '5 hours'
    where point_id = $1`,
    [shop.pointId],
  )
  for (const { url } of [other, receiver, other]) {
    await set({ url })
    await tend()
    await later(1_000)
    await work()
    assert.deepEqual(await tries(), ['14 pending'])
  }
  // The last attempt is under way to an address that is changed meanwhile.
  other.answerWith(async (_, response) => {
    await set({ url: receiver.url })
    response.writeHead(500).end()
  })
  await later(24 * hourMs + 3 * hourMs)
  await work()
  assert.deepEqual(await tries(), ['14 pending'])
  receiver.answerWith((_, response) => response.writeHead(200).end())
  await tend()
  await later(1_000)
  await work()
  assert.match(String(await tries()), /delivered/)
})

test('an endpoint that is suspended is sent what was held at once at a new address', async () => {
  await broken(12)
  await later(5 * dayMs + minuteMs)
  await tend()
  assert.deepEqual(await states(), { held: 12 })
  await tryNewAddress()
})

test('an endpoint that answers every other callback well is not shut out', async () => {
  let turn = 0
  receiver.answerWith((_, response) => response.writeHead(turn++ % 2 ? 500 : 200).end())
  await events(100)
  await work()
  assert.equal((await health()).state === 'open', false)
  assert.equal(receiver.requests.length, 100)
})
