import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimDeliveries } from '../../src/core/callbacks/store/callback-claims.ts'
import { inTransaction } from '../../src/core/platform/database/database.ts'
import { callbackWorld } from '../support/callback-world.ts'
import { repeatWhile } from '../support/eventually.ts'

const world = await callbackWorld({ after })
const noPoint = '00000000-0000-0000-0000-000000000000'

async function backlog(pointId: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await world.payment(pointId)
}

test('an endpoint that hangs, with a backlog, does not stop others', async () => {
  const hanging = await world.receiver(() => undefined)
  const healthy = await world.receiver()
  const noisy = await world.merchant(hanging.url)
  const quiet = await world.merchant(healthy.url)
  await backlog(noisy.pointId, 40)
  await backlog(quiet.pointId, 12)
  const job = world.job()
  // A round that finds nothing ends at once; the results of the former one may take longer on a busy machine.
  const round = async () => ((await job.runOnce()) === 0 ? await sleep(50) : undefined)
  await repeatWhile(() => healthy.requests.length < 12, round, 'the healthy endpoint is told beside the hanging one')
  // Nothing of the hanging one has ended: the healthy one did not wait for that.
  const ended = await world.database.owner.query('select from callback_attempts where point_id = $1', [noisy.pointId])
  assert.equal(ended.rowCount, 0)
  await hanging.received(8)
  assert.equal(hanging.requests.length, 8)
  await hanging.close()
})

test('a claim takes few of each point and begins behind the point where the last one ended', async () => {
  const shops = []
  for (let n = 0; n < 4; n++) shops.push(await world.merchant('https://127.0.0.1:1/'))
  const ids = shops.map((shop) => shop.pointId).toSorted((a, b) => (a < b ? -1 : 1))
  for (const id of ids) await backlog(id, 12)
  await world.database.owner.query('update callback_endpoints set max_inflight = 64')
  await world.database.owner.query(
    `update callback_deliveries set next_attempt_at = gateway_now() + interval '1 hour' where point_id <> all($1)`,
    [ids],
  )
  const claim = async (limit: number, afterPointId: string) => {
    const claimed = await claimDeliveries(world.database.engine, {
      limit,
      afterPointId,
      owner: 'a',
      leaseMs: 60_000,
      restingPointIds: [],
    })
    return ids.map((id) => claimed.filter((each) => each.pointId === id).length)
  }
  assert.deepEqual(await claim(15, ids[1] ?? ''), [0, 0, 10, 5])
  assert.deepEqual(await claim(15, ids[3] ?? ''), [10, 5, 0, 0])
  await world.database.owner.query('update callback_endpoints set max_inflight = 8')
  assert.deepEqual(await claim(100, noPoint), [0, 3, 0, 3])
})

test('dead endpoints whose callbacks have all failed take no probe from one that is due', async () => {
  const { owner, engine } = world.database
  await owner.query(
    `update callback_deliveries set next_attempt_at = gateway_now() + interval '1 hour' where state = 'pending'`,
  )
  const shops = []
  for (let n = 0; n < 7; n++) shops.push(await world.merchant('https://127.0.0.1:1/'))
  const ids = shops.map((shop) => shop.pointId).toSorted((a, b) => (a < b ? -1 : 1))
  for (const id of ids) await backlog(id, 2)
  const due = ids.slice(-2)
  await owner.query(
    `insert into callback_health (point_id, window_started_at, attempts, failures, silent_in_a_row, opens,
      recovering, next_probe_at)
    select id, gateway_now(), 0, 0, 0, 1, false, gateway_now() + interval '1 minute' * case when id = any($2) then -1 else 1 end
    from unnest($1::uuid[]) id on conflict (point_id) do update set opens = 1, next_probe_at = excluded.next_probe_at`,
    [ids, due],
  )
  await owner.query(
    `update callback_deliveries set attempts = 1, has_failed = true, next_attempt_at = gateway_now() + interval '1 hour'
    where point_id = any($1)`,
    [ids],
  )
  const order = { limit: 3, afterPointId: noPoint, owner: 'a', leaseMs: 60_000, restingPointIds: [] }
  const probed = (await claimDeliveries(engine, order)).map(({ pointId }) => pointId)
  assert.deepEqual(probed.toSorted(), due.toSorted())
})

test('the probe is one that has not failed, also behind two thousand that have', async () => {
  const { owner, engine } = world.database
  const shop = await world.merchant('https://127.0.0.1:1/')
  await backlog(shop.pointId, 1)
  await owner.query(
    `insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger, has_failed, next_attempt_at)
    select event_id, point_id, gen_random_uuid(), 1, 'auto', true, gateway_now() - interval '1 hour'
    from callback_deliveries, generate_series(1, 2001) where point_id = $1`,
    [shop.pointId],
  )
  await owner.query(
    `insert into callback_health (point_id, window_started_at, attempts, failures, silent_in_a_row, opens, recovering,
      next_probe_at) values ($1, gateway_now(), 0, 0, 0, 1, false, gateway_now())`,
    [shop.pointId],
  )
  const { transactionId } = await world.payment(shop.pointId)
  const order = { limit: 100, afterPointId: noPoint, owner: 'a', leaseMs: 60_000, restingPointIds: [] }
  const claimed = (await claimDeliveries(engine, order)).filter(({ pointId }) => pointId === shop.pointId)
  assert.deepEqual(
    claimed.map((each) => each.transactionId),
    [transactionId],
  )
})

test('nothing is in flight beyond what an endpoint allows', async () => {
  const receiver = await world.receiver(() => undefined)
  const shop = await world.merchant(receiver.url)
  await world.database.owner.query('update callback_endpoints set max_inflight = 3 where point_id = $1', [shop.pointId])
  await backlog(shop.pointId, 6)
  const jobs = [world.job('a'), world.job('b')]
  for (const job of jobs) await job.runOnce()
  await receiver.received(3)
  assert.equal(receiver.requests.length, 3)
  await receiver.close()
})

test('a delivery that another transaction holds is passed over, not waited for', async () => {
  const receiver = await world.receiver()
  const shop = await world.merchant(receiver.url)
  const held = await world.payment(shop.pointId)
  const free = await world.payment(shop.pointId)
  await inTransaction(world.database.engine, async (tx) => {
    const values = [held.transactionId]
    await tx.query({ text: 'select from callback_deliveries where transaction_id = $1 for update', values })
    await world.job().runOnce()
    assert.equal((await world.deliveries(free.transactionId))[0]?.state, 'delivered')
  })
  await world.job().runOnce()
  assert.equal((await world.deliveries(held.transactionId))[0]?.state, 'delivered')
})
