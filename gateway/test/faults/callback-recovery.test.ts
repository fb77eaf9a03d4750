import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction } from '../../src/core/platform/database/database.ts'
import { recoverCallbacks } from '../../src/extras/webhooks/recover-callbacks.ts'
import { type Recovered, recoverFailed } from '../../src/extras/webhooks/store/callback-recovery.ts'
import { callbackWorld } from '../support/callback-world.ts'

const world = await callbackWorld({ after })
const hourMs = 3_600_000

async function recover(pointId: string, limit: number, since?: Date): Promise<Recovered> {
  const order = { since: since ?? new Date(world.clock.now().getTime() - hourMs), limit }
  return await inTransaction(world.database.engine, async (tx) => await recoverFailed(tx, pointId, order))
}

/** What became of the latest deliveries of the transactions. */
async function becomes(state: 'exhausted' | 'delivered' | 'held', ...transactionIds: string[]): Promise<void> {
  await world.database.owner.query(
    `update callback_deliveries d
      set state = $2, attempts = 15, delivered_at = case when $2 = 'delivered' then gateway_now() end
      where id in (select max(id) from callback_deliveries where transaction_id = any ($1) group by transaction_id)`,
    [transactionIds, state],
  )
}

async function failures(pointId: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await world.payment(pointId)).transactionId)
  await becomes('exhausted', ...ids)
  return ids
}

const triggers = async (id: string) => (await world.deliveries(id)).map(({ trigger, state }) => `${trigger} ${state}`)

test('asking again recovers the rest of a backlog that is longer than one run, whatever became of the first part', async () => {
  const { pointId } = await world.merchant('https://127.0.0.1:1/')
  const ids = await failures(pointId, 5)
  assert.deepEqual(await recover(pointId, 2), { queued: 2, hastened: 0, more: true })
  await becomes('delivered', ids[0] ?? '')
  assert.deepEqual(await recover(pointId, 2), { queued: 2, hastened: 0, more: true })
  assert.deepEqual(await recover(pointId, 2), { queued: 1, hastened: 0, more: false })
  assert.deepEqual(await recover(pointId, 2), { queued: 0, hastened: 0, more: false })
  assert.deepEqual(
    await Promise.all(ids.map(triggers)),
    ids.map((_, place) => ['auto exhausted', place === 0 ? 'recover delivered' : 'recover pending']),
  )
})

test('of a transaction the latest state is recovered once, however often it failed', async () => {
  const { pointId } = await world.merchant('https://127.0.0.1:1/')
  const [id = ''] = await failures(pointId, 1)
  await world.change(pointId, id, 'ERROR')
  await becomes('exhausted', id)
  for (let turn = 0; turn < 3; turn++) {
    assert.deepEqual(await recover(pointId, 10), { queued: 1, hastened: 0, more: false })
    await becomes('exhausted', id)
  }
  const sent = await world.deliveries(id)
  assert.deepEqual(
    sent.map(({ seq, trigger }) => `${seq} ${trigger}`),
    ['1 auto', '2 auto', '2 recover', '2 recover', '2 recover'],
  )
})

test('nothing is recovered of what arrived, is open, is older, or belongs to another point', async () => {
  const { pointId } = await world.merchant('https://127.0.0.1:1/')
  const stranger = await world.merchant('https://127.0.0.1:1/')
  await failures(stranger.pointId, 1)
  const [arrived = '', held = '', waits = '', again = ''] = await failures(pointId, 4)
  await becomes('delivered', arrived)
  await becomes('held', held)
  await world.change(pointId, waits, 'ERROR')
  // It arrived, and the repetition that somebody asked for did not.
  await becomes('delivered', again)
  await world.database.owner.query(
    `insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger, state)
      select event_id, point_id, transaction_id, seq, 'manual', 'exhausted' from callback_deliveries where transaction_id = $1`,
    [again],
  )
  assert.deepEqual(await recover(pointId, 10), { queued: 0, hastened: 0, more: false })
  const [late = ''] = await failures(pointId, 1)
  assert.equal((await recover(pointId, 10, new Date(world.clock.now().getTime() + hourMs))).queued, 0)
  assert.equal((await recover(pointId, 10)).queued, 1)
  assert.deepEqual(await triggers(late), ['auto exhausted', 'recover pending'])
})

test('what waits for another attempt is counted, and what has not been tried yet is not', async () => {
  const { pointId } = await world.merchant('https://127.0.0.1:1/')
  const tried = [await world.payment(pointId), await world.payment(pointId), await world.payment(pointId)]
  await world.payment(pointId)
  await world.database.owner.query('update callback_deliveries set attempts = 3 where transaction_id = any ($1)', [
    tried.map(({ transactionId }) => transactionId),
  ])
  assert.deepEqual(await recover(pointId, 10), { queued: 0, hastened: 3, more: false })
  assert.deepEqual(await recover(pointId, 2), { queued: 0, hastened: 2, more: false })
})

test('what waits for hours goes out at the endpoint’s rate as soon as somebody recovers', async () => {
  const { pointId } = await world.merchant('https://127.0.0.1:1/')
  const [failed = ''] = await failures(pointId, 1)
  const waits = (await world.payment(pointId)).transactionId
  await world.database.owner.query(
    `update callback_deliveries set attempts = 3, next_attempt_at = gateway_now() + interval '5 hours'
      where transaction_id = $1`,
    [waits],
  )
  const deps = { database: world.database, notify: () => undefined }
  const since = new Date(world.clock.now().getTime() - hourMs)
  assert.deepEqual(await recoverCallbacks(deps, pointId, since), { queued: 1, hastened: 1, more: false })
  await world.tend()
  for (const id of [failed, waits]) {
    const last = (await world.deliveries(id)).at(-1)
    assert.ok(last?.state === 'pending' && last.delay_seconds < 1, `${last?.state} ${last?.delay_seconds}`)
  }
})
