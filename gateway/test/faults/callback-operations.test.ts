import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { trimInbox } from '../../src/core/callbacks/store/inbox.ts'
import { asMerchant } from '../../src/core/platform/database/database.ts'
import { siteAt } from '../../src/core/platform/deps.ts'
import { uuidV7 } from '../../src/core/platform/ids.ts'
import { Problem } from '../../src/core/values/problem.ts'
import type { Deps } from '../../src/extras/deps.ts'
import { getWebhook } from '../../src/extras/webhooks/get-webhook.ts'
import { listCallbacks } from '../../src/extras/webhooks/list-callbacks.ts'
import { listInbox } from '../../src/extras/webhooks/list-inbox.ts'
import { resendCallback } from '../../src/extras/webhooks/resend-callback.ts'
import { setWebhook } from '../../src/extras/webhooks/set-webhook.ts'
import { readFeed } from '../../src/extras/webhooks/store/callback-feed.ts'
import { deleteOldResends } from '../../src/extras/webhooks/store/callback-resends.ts'
import { callbackWorld } from '../support/callback-world.ts'

const world = await callbackWorld({ after })
const woken: string[] = []
const deps = {
  ...world,
  site: siteAt('https://pay.example'),
  callbackAllowCidrs: [] as string[],
  notify: (loop: string) => void woken.push(loop),
} as unknown as Deps
const openDeps = { ...deps, callbackAllowCidrs: ['127.0.0.0/8'] }

function refused(code: string) {
  return (error: unknown) => error instanceof Problem && error.code === code
}

test('a test point without an address receives into its inbox, signed as for a merchant', async () => {
  const shop = await world.merchant()
  const { transactionId } = await world.payment(shop.pointId)
  assert.equal(await world.job().runOnce(), 1)
  const [message, ...more] = await listInbox(deps, shop.pointId, { limit: 10 })
  assert.ok(message)
  assert.deepEqual(more, [])
  assert.equal(message.headers['x-attempt'], '1')
  assert.equal(message.headers['webhook-id'], message.webhookId)
  assert.match(message.body, /"amount":10\.00,/)
  new Webhook(shop.webhookSecret).verify(message.body, message.headers)
  assert.equal((await world.deliveries(transactionId))[0]?.state, 'delivered')
})

test('the inbox is read on from the last message, per point, and keeps the latest thousand', async () => {
  const shop = await world.merchant()
  const other = await world.merchant()
  for (let n = 0; n < 3; n++) await world.payment(shop.pointId)
  await world.job().runOnce()
  const all = await listInbox(deps, shop.pointId, { limit: 10 })
  assert.equal(all.length, 3)
  assert.deepEqual(await listInbox(deps, shop.pointId, { limit: 2 }), all.slice(1))
  assert.deepEqual(await listInbox(deps, shop.pointId, { limit: 1, after: all[0]?.id ?? 0n }), all.slice(1, 2))
  assert.deepEqual(await listInbox(deps, shop.pointId, { limit: 10, after: all[2]?.id ?? 0n }), [])
  assert.deepEqual(await listInbox(deps, other.pointId, { limit: 10 }), [])
  await world.database.owner.query(
    `insert into inbox_messages (point_id, event_id, headers, body)
      select $1, gen_random_uuid(), '{}', n::text from generate_series(1, 1000) n`,
    [shop.pointId],
  )
  await trimInbox(world.database.engine, [shop.pointId, other.pointId])
  const kept = await world.database.owner.query<{ count: bigint; first: string }>(
    'select count(*), (array_agg(body order by id))[1] as first from inbox_messages where point_id = $1',
    [shop.pointId],
  )
  assert.deepEqual(kept.rows[0], { count: 1000n, first: '1' })
})

test('the address is checked when it is saved, and what waited for it goes out', async () => {
  const receiver = await world.receiver()
  const shop = await world.merchant(undefined)
  assert.deepEqual(await getWebhook(deps, shop.pointId), {
    url: null,
    status: 'active',
    accept2xx: false,
    extraFields: false,
    amountAlways: false,
    sendMetadata: false,
    sendRefunds: false,
    sendWithdrawals: false,
    maxInFlight: 8,
    ratePerSecond: 50,
    health: {
      state: 'well',
      failingSince: null,
      nextProbeAt: null,
      nextAttemptAt: null,
      alerts: [],
      waiting: 0,
      lastDay: { attempts: 0, delivered: 0, medianMs: null, p95Ms: null },
      activity: { hours: [], lastFailure: null },
    },
    rotation: {
      webhookSecretRotatedAt: null,
      oldWebhookSecretUntil: null,
      tokenStagedAt: null,
      tokenActivatedAt: null,
      tokenStaged: false,
      oldTokenKept: false,
    },
  })
  for (const url of ['http://shop.example/', receiver.url, 'no']) {
    await assert.rejects(setWebhook(deps, { pointId: shop.pointId, actor: 'test' }, { url }), (error: Problem) => {
      assert.equal(error.code, 'validation_failed')
      assert.deepEqual([error.fields[0]?.param, error.fields[0]?.code], ['url', 'invalid_format'])
      return true
    })
  }
  await assert.rejects(
    setWebhook(deps, { pointId: uuidV7(world.clock.now()), actor: 'test' }, { url: null }),
    refused('not_found'),
  )
  const unknownHost = { ...openDeps, checkCallbackHost: async () => ({ kind: 'warning', message: 'why' }) as const }
  const url = 'https://nowhere.example/'
  const warned = await setWebhook(unknownHost, { pointId: shop.pointId, actor: 'test' }, { url, status: 'paused' })
  assert.deepEqual([warned.url, warned.warnings], [url, [{ code: 'unusual', param: 'url', message: 'why' }]])
  await world.payment(shop.pointId)
  assert.equal(await world.job().runOnce(), 0)
  woken.length = 0
  const saved = await setWebhook(
    openDeps,
    { pointId: shop.pointId, actor: 'test' },
    { url: receiver.url, status: 'active', accept2xx: true },
  )
  assert.deepEqual(saved, {
    ...saved,
    url: receiver.url,
    status: 'active',
    accept2xx: true,
    amountAlways: false,
    sendMetadata: false,
    sendRefunds: false,
    sendWithdrawals: false,
  })
  assert.deepEqual(woken, ['endpointCare', 'endpoints', 'callbacks'])
  await world.tend()
  await world.moveClockTo(1_000)
  await world.job().runOnce()
  await world.moveClockTo(0)
  assert.equal(receiver.requests.length, 1)
  assert.equal((await setWebhook(openDeps, { pointId: shop.pointId, actor: 'test' }, { url: null })).url, null)
})

test('a resend sends the latest state with the same id; clicking twice sends once', async () => {
  const receiver = await world.receiver()
  const shop = await world.merchant(receiver.url)
  const { transactionId } = await world.payment(shop.pointId)
  const job = world.job()
  await job.runOnce()
  const clicks = await Promise.all([1, 2, 3].map(() => resendCallback(deps, shop.pointId, transactionId)))
  assert.deepEqual(clicks.map((click) => click.kind).toSorted(), ['hastened', 'hastened', 'queued'])
  await job.runOnce()
  const ids = receiver.requests.map((request) => request.headers['webhook-id'])
  assert.deepEqual(ids, [clicks[0]?.webhookId, clicks[0]?.webhookId])
  assert.deepEqual(
    (await world.deliveries(transactionId)).map((delivery) => [delivery.trigger, delivery.state]),
    [
      ['auto', 'delivered'],
      ['manual', 'delivered'],
    ],
  )
})

test('a resend makes a waiting delivery due now instead of adding one', async () => {
  const receiver = await world.receiver(500)
  const shop = await world.merchant(receiver.url)
  const { transactionId } = await world.payment(shop.pointId)
  const job = world.job()
  await job.runOnce()
  receiver.answerWith(200)
  assert.equal((await resendCallback(deps, shop.pointId, transactionId)).kind, 'hastened')
  await job.runOnce()
  assert.equal((await world.deliveries(transactionId)).length, 1)
  assert.equal(receiver.requests.length, 2)
})

test('a callback is sent again once in 10 seconds and 20 times an hour, and what is due anyway costs nothing', async () => {
  const receiver = await world.receiver(200)
  const shop = await world.merchant(receiver.url)
  const { transactionId } = await world.payment(shop.pointId)
  const other = await world.payment(shop.pointId)
  const job = world.job()
  await job.runOnce()
  const again = async (id = transactionId) => await resendCallback(deps, shop.pointId, id)
  const passed = async (seconds: number) =>
    void (await world.database.owner.query(
      `update callback_resends set asked_at = asked_at - $2 * interval '1 second' where transaction_id = $1`,
      [transactionId, seconds],
    ))
  const refusedFor = async (least: number, most: number) =>
    await assert.rejects(again(), (error) => {
      assert.ok(error instanceof Problem && error.code === 'rate_limited', String(error))
      const seconds = error.retryAfterSeconds ?? 0
      assert.ok(Number.isInteger(seconds) && seconds >= least && seconds <= most, String(seconds))
      return true
    })
  assert.equal((await again()).kind, 'queued')
  for (let click = 0; click < 5; click++) assert.equal((await again()).kind, 'hastened', 'due already')
  await job.runOnce()
  await refusedFor(1, 10)
  assert.equal((await again(other.transactionId)).kind, 'queued', 'each transaction for itself')
  for (let turn = 2; turn <= 20; turn++) {
    await passed(11)
    assert.equal((await again()).kind, 'queued', `turn ${turn}`)
    await job.runOnce()
  }
  await passed(11)
  await refusedFor(3_000, 3_600)
  const sent = receiver.requests.filter(({ body }) => body.includes(transactionId)).length
  assert.equal(sent, 21)
  await passed(3_600)
  assert.equal((await again()).kind, 'queued')
  await deleteOldResends(world.database.engine)
  const left = await world.database.owner.query('select from callback_resends where transaction_id = $1', [
    transactionId,
  ])
  assert.equal(left.rowCount, 1)
})

test('nothing is sent again before the first change, after the time for it, or to a stranger', async () => {
  const shop = await world.merchant('https://127.0.0.1:1/')
  const stranger = await world.merchant('https://127.0.0.1:1/')
  const pending = await world.transaction(shop.pointId)
  await assert.rejects(resendCallback(deps, shop.pointId, pending), refused('not_in_this_state'))
  const { transactionId, eventId } = await world.payment(shop.pointId)
  await assert.rejects(resendCallback(deps, stranger.pointId, transactionId), refused('not_found'))
  await assert.rejects(resendCallback(deps, shop.pointId, 'x'), refused('not_found'))
  await world.database.owner.query(
    `update callback_events set created_at = gateway_now() - interval '34 days' where id = $1`,
    [eventId],
  )
  await assert.rejects(resendCallback(deps, shop.pointId, transactionId), (error: Error) => {
    assert.equal(error.message, 'A callback can be sent again for 33 days after the change of status.')
    return refused('not_in_this_state')(error)
  })
  await world.database.owner.query(
    `update callback_events set created_at = gateway_now() - interval '32 days' where id = $1`,
    [eventId],
  )
  assert.equal((await resendCallback(deps, shop.pointId, transactionId)).kind, 'hastened')
})

test('the history of a transaction shows every attempt with code, time and body, but never the hash', async () => {
  const receiver = await world.receiver((_, response) => void response.writeHead(401).end('wrong\u0000 hash'))
  const shop = await world.merchant(receiver.url)
  const stranger = await world.merchant(receiver.url)
  const { transactionId } = await world.payment(shop.pointId)
  await world.job().runOnce()
  const [history, ...more] = await listCallbacks(deps, shop.pointId, transactionId)
  assert.deepEqual(more, [])
  assert.equal(history?.status, 'COMPLETED')
  const sent = JSON.parse(receiver.requests[0]?.body ?? '')
  assert.deepEqual(JSON.parse(history?.body ?? ''), { ...sent, security_hash: '(hidden)' })
  const [delivery] = history?.deliveries ?? []
  assert.equal(delivery?.state, 'pending')
  assert.ok(delivery?.nextAttemptAt)
  const [attempt] = delivery?.attempts ?? []
  assert.deepEqual(
    [attempt?.number, attempt?.status, attempt?.error, attempt?.responseBody, attempt?.slow, attempt?.url],
    [1, 401, 'http', 'wrong hash', false, receiver.url],
  )
  await assert.rejects(listCallbacks(deps, stranger.pointId, transactionId), refused('not_found'))
  assert.deepEqual(await listCallbacks(deps, shop.pointId, await world.transaction(shop.pointId)), [])
})

test('a reader sees the callbacks of its own merchant only, and the engine cannot rewrite what was said', async () => {
  const shop = await world.merchant()
  const stranger = await world.merchant()
  await world.payment(shop.pointId)
  await world.job().runOnce()
  for (const table of [
    'callback_endpoints',
    'callback_events',
    'callback_deliveries',
    'callback_attempts',
    'inbox_messages',
  ]) {
    const count = async (merchantId: string) =>
      await asMerchant(world.database.reader, { merchantId }, async (tx) => {
        const found = await tx.query<{ count: bigint }>({
          text: `select count(*) from ${table} where point_id = $1`,
          values: [shop.pointId],
        })
        return found.rows[0]?.count
      })
    assert.equal(await count(shop.merchantId), 1n, table)
    assert.equal(await count(stranger.merchantId), 0n, table)
  }
  const forbidden = [
    'update callback_events set body_template = body_template',
    'delete from callback_events',
    'update callback_attempts set status = 200',
    'delete from callback_attempts',
    'delete from callback_deliveries',
    'update inbox_messages set body = body',
  ]
  for (const text of forbidden) await assert.rejects(world.database.engine.query(text), /permission denied/, text)
})

// Transaction ids were ordered as texts once: 100 before 99, and a reader of pages never saw the event of 99.
test('the feed is ordered by the number of the database transaction, also where that gains a digit', async () => {
  const shop = await world.merchant()
  const xids = ['99', '100', '101']
  for (const xid of xids) {
    const { transactionId } = await world.payment(shop.pointId)
    await world.database.owner.query({
      text: 'update callback_events set xid = $2::text::xid8 where transaction_id = $1',
      values: [transactionId, xid],
    })
  }
  const seen: string[] = []
  let place = { xid: 0n, eventId: '00000000-0000-0000-0000-000000000000' }
  for (let page = 0; page < 3; page++) {
    for (const { xid, id } of await readFeed(world.database.engine, shop.pointId, { after: place, limit: 2 })) {
      seen.push(String(xid))
      place = { xid, eventId: id }
    }
  }
  assert.deepEqual(seen, xids)
})
