import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { insertCallbackEvents } from '../../src/core/callbacks/record-events.ts'
import { newCallbackNumber } from '../../src/core/callbacks/rules/callback-signature.ts'
import { claimDeliveries, releaseExpiredLeases } from '../../src/core/callbacks/store/callback-claims.ts'
import type { NewCallbackEvent } from '../../src/core/callbacks/store/callbacks.ts'
import { inTransaction } from '../../src/core/platform/database/database.ts'
import { uuidV7 } from '../../src/core/platform/ids.ts'
import { callbackWorld } from '../support/callback-world.ts'
import { repeatWhile, workOff } from '../support/eventually.ts'

const world = await callbackWorld({ after })
const noPoint = '00000000-0000-0000-0000-000000000000'

function event(pointId: string, transactionId: string, more: Partial<NewCallbackEvent> = {}): NewCallbackEvent {
  const id = uuidV7(world.clock.now())
  return {
    id,
    pointId,
    transactionId,
    status: 'COMPLETED',
    template: '{"transaction_id":"x","status":"x"}',
    apiKey: newCallbackNumber(),
    ...more,
  }
}

async function states(transactionId: string): Promise<string[]> {
  return (await world.deliveries(transactionId)).map((delivery) => delivery.state)
}

function sentStatuses(requests: readonly { body: string }[]): string[] {
  return requests.map((request) => JSON.parse(request.body).status)
}

test('a newer state supersedes an older unsent one', async () => {
  const receiver = await world.receiver()
  const shop = await world.merchant(receiver.url)
  const transactionId = await world.transaction(shop.pointId)
  await world.change(shop.pointId, transactionId, 'EXPIRED')
  await world.change(shop.pointId, transactionId, 'COMPLETED')
  assert.deepEqual(await states(transactionId), ['superseded', 'pending'])
  await world.job().runOnce()
  assert.deepEqual(sentStatuses(receiver.requests), ['COMPLETED'])
})

for (const [tries, which] of [
  [1, 'first'],
  [2, 'second'],
] as const) {
  const name = `a newer state waits for an older one in flight for the ${which} time`
  test(`${name}; when that fails, it is superseded instead of retried`, async () => await waitsForOlder(tries))
}

async function waitsForOlder(tries: number): Promise<void> {
  let fail: (() => void) | undefined
  const receiver = await world.receiver(500)
  const shop = await world.merchant(receiver.url)
  const transactionId = await world.transaction(shop.pointId)
  await world.change(shop.pointId, transactionId, 'EXPIRED')
  const job = world.job()
  for (let failed = 1; failed < tries; failed++) {
    await job.runOnce()
    await world.makeDue(transactionId)
  }
  receiver.answerWith((_, response) => {
    fail = () => response.writeHead(500).end()
  })
  await job.runOnce()
  await world.change(shop.pointId, transactionId, 'COMPLETED')
  assert.equal(await job.runOnce(), 0)
  assert.equal(await world.job('other').runOnce(), 0)
  assert.deepEqual(await states(transactionId), ['sending', 'pending'])
  receiver.answerWith(200)
  fail?.()
  const isSending = async () => (await states(transactionId))[0] === 'sending'
  await repeatWhile(isSending, job.runOnce, 'the first result is written')
  await job.runOnce()
  assert.deepEqual(await states(transactionId), ['superseded', 'delivered'])
  assert.deepEqual(sentStatuses(receiver.requests), [...Array(tries).fill('EXPIRED'), 'COMPLETED'])
}

test('an older state that is pending beside a newer one is never sent', async () => {
  const receiver = await world.receiver()
  const shop = await world.merchant(receiver.url)
  const transactionId = await world.transaction(shop.pointId)
  await world.change(shop.pointId, transactionId, 'EXPIRED')
  await world.change(shop.pointId, transactionId, 'COMPLETED')
  await world.database.owner.query(`update callback_deliveries set state = 'pending' where transaction_id = $1`, [
    transactionId,
  ])
  const job = world.job()
  await job.runOnce()
  await job.runOnce()
  assert.deepEqual(await states(transactionId), ['superseded', 'delivered'])
  assert.deepEqual(sentStatuses(receiver.requests), ['COMPLETED'])
})

test('two events of one transaction in one call are numbered in their order, and the later wins', async () => {
  const shop = await world.merchant('https://127.0.0.1:1/')
  const transactionId = await world.transaction(shop.pointId)
  const events = [event(shop.pointId, transactionId), event(shop.pointId, transactionId)]
  await inTransaction(world.database.engine, async (tx) => await insertCallbackEvents(tx, events))
  const found = await world.database.owner.query(
    'select id from callback_events where transaction_id = $1 order by seq',
    [transactionId],
  )
  assert.deepEqual(
    found.rows.map((row) => row.id),
    events.map((each) => each.id),
  )
  assert.deepEqual(await states(transactionId), ['superseded', 'pending'])
})

test('an api_key that the point used before is replaced, and neither event is lost', async () => {
  const shop = await world.merchant('https://127.0.0.1:1/')
  const other = await world.merchant('https://127.0.0.1:1/')
  const ids = await Promise.all([shop, shop, shop, other].map(({ pointId }) => world.transaction(pointId)))
  const points = [shop, shop, shop, other].map(({ pointId }) => pointId)
  const events = ids.map((id, index) => event(points[index] ?? '', id, { apiKey: 77n }))
  await inTransaction(world.database.engine, async (tx) => {
    await insertCallbackEvents(tx, events.slice(0, 1))
    await insertCallbackEvents(tx, events.slice(1))
  })
  const found = await world.database.owner.query<{ api_key: bigint }>(
    'select api_key from callback_events where transaction_id = any ($1) order by point_id = $2, api_key',
    [ids, other.pointId],
  )
  const keys = found.rows.map((row) => row.api_key)
  assert.equal(keys.length, 4)
  assert.equal(keys[0], 77n)
  assert.equal(new Set(keys.slice(0, 3)).size, 3)
  assert.equal(keys[3], 77n)
})

test('an event that its transaction rolls back was never there', async () => {
  const shop = await world.merchant('https://127.0.0.1:1/')
  const transactionId = await world.transaction(shop.pointId)
  const broken = inTransaction(world.database.engine, async (tx) => {
    await insertCallbackEvents(tx, [event(shop.pointId, transactionId)])
    throw new Error('the money did not move')
  })
  await assert.rejects(broken, /did not move/)
  assert.deepEqual(await states(transactionId), [])
})

test('three processes at once deliver every callback exactly once', async () => {
  const receiver = await world.receiver()
  const shops = await Promise.all(Array.from({ length: 5 }, () => world.merchant(receiver.url)))
  const payments = []
  for (let n = 0; n < 60; n++) payments.push(await world.payment(shops[n % shops.length]?.pointId ?? ''))
  const jobs = ['a', 'b', 'c'].map((name) => world.job(name))
  await Promise.all(jobs.map(async (job) => await workOff(job.runOnce)))
  const isOpen = () => receiver.requests.length < 60
  await repeatWhile(isOpen, async () => await jobs[0]?.runOnce(), 'every callback comes')
  await Promise.all(jobs.map(async (job) => await job.stop()))
  const ids = receiver.requests.map((request) => JSON.parse(request.body).transaction_id)
  assert.equal(ids.length, 60)
  assert.deepEqual(new Set(ids), new Set(payments.map((payment) => payment.transactionId)))
})

test('what a killed process had claimed is delivered after its lease, and its late result changes nothing', async () => {
  const answers: (() => void)[] = []
  const receiver = await world.receiver((_, response) => {
    const status = answers.length === 0 ? 500 : 200
    answers.push(() => response.writeHead(status).end())
  })
  const shop = await world.merchant(receiver.url)
  const { transactionId } = await world.payment(shop.pointId)
  const stuck = world.job('stuck')
  await stuck.runOnce()
  assert.deepEqual(await states(transactionId), ['sending'])
  // What it takes may be another test's; the attempts below say that it did not take this one.
  await world.job('other').runOnce()
  assert.deepEqual(await states(transactionId), ['sending'])
  await world.database.owner.query(
    `update callback_deliveries set lease_until = lease_until - interval '1 minute' where transaction_id = $1`,
    [transactionId],
  )
  const third = world.job('third')
  assert.ok((await third.runOnce()) >= 1)
  answers[0]?.()
  await stuck.stop()
  assert.deepEqual(await states(transactionId), ['sending'])
  answers[1]?.()
  await third.stop()
  assert.deepEqual(await states(transactionId), ['delivered'])
  assert.equal(receiver.requests.length, 2)
  const attempts = await world.attempts(transactionId)
  assert.deepEqual(
    attempts.map((attempt) => [attempt.number, attempt.error]),
    [
      [1, 'lost'],
      [2, null],
    ],
  )
})

test('a lease that ends at the last attempt exhausts the delivery', async () => {
  const shop = await world.merchant('https://127.0.0.1:1/')
  const { transactionId } = await world.payment(shop.pointId)
  await world.database.owner.query('update callback_deliveries set attempts = 14 where transaction_id = $1', [
    transactionId,
  ])
  const claimed = await claimDeliveries(world.database.engine, {
    limit: 100,
    afterPointId: noPoint,
    owner: 'dead',
    leaseMs: 0,
    restingPointIds: [],
  })
  assert.ok(claimed.some((each) => each.transactionId === transactionId && each.attempt === 15))
  await releaseExpiredLeases(world.database.engine, 15)
  assert.deepEqual(await states(transactionId), ['exhausted'])
})

test('under failures and resets, with three processes, no state ever follows a newer one, and the last arrives', async () => {
  let count = 0
  const receiver = await world.receiver((_, response, socket) => {
    count++
    if (count % 7 === 0) response.writeHead(500).end()
    else if (count % 11 === 0) socket.destroy()
    else response.writeHead(200).end()
  })
  const shop = await world.merchant(receiver.url)
  await world.database.owner.query('update callback_endpoints set max_inflight = 64 where point_id = $1', [
    shop.pointId,
  ])
  const ids = await Promise.all(Array.from({ length: 30 }, () => world.transaction(shop.pointId)))
  const jobs = ['a', 'b', 'c'].map((name) => world.job(name))
  let writing = true
  const delivering = jobs.map(async (job) => {
    const isLeft = async () => writing || (await open(ids)) > 0
    const deliver = async () => {
      await job.runOnce()
      await world.makeDue(...ids)
    }
    await repeatWhile(isLeft, deliver, 'every state is told')
  })
  for (let n = 1; n <= 6; n++) {
    for (const id of ids) {
      const change = event(shop.pointId, id, { template: `{"transaction_id":"${id}","status":"${n}"}` })
      await inTransaction(world.database.engine, async (tx) => await insertCallbackEvents(tx, [change]))
    }
  }
  writing = false
  await Promise.all(delivering)
  for (const id of ids) {
    const seen = receiver.requests
      .map((request) => JSON.parse(request.body))
      .filter((body) => body.transaction_id === id)
    const numbers = seen.map((body) => Number(body.status))
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    )
    assert.equal(numbers.at(-1), 6)
    assert.equal((await states(id)).at(-1), 'delivered')
  }
})

async function open(ids: readonly string[]): Promise<number> {
  const found = await world.database.owner.query(
    `select from callback_deliveries where transaction_id = any ($1) and state in ('pending', 'sending')`,
    [ids],
  )
  return found.rowCount ?? 0
}
