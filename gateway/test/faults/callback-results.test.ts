import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { insertCallbackEvents } from '../../src/core/callbacks/record-events.ts'
import { newCallbackNumber } from '../../src/core/callbacks/rules/callback-signature.ts'
import { lockHealth } from '../../src/core/callbacks/store/callback-health.ts'
import { inTransaction } from '../../src/core/platform/database/database.ts'
import { uuidV7 } from '../../src/core/platform/ids.ts'
import { callbackWorld } from '../support/callback-world.ts'
import { eventually, repeatWhile } from '../support/eventually.ts'

const world = await callbackWorld({ after })

/** Resolves when a statement of the gateway waits for a lock. */
async function statementWaits(client: pg.PoolClient): Promise<number> {
  return await eventually(async () => {
    const waiting = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and application_name = 'pasarela_engine' and wait_event_type = 'Lock'`,
    )
    return waiting.rows[0]?.pid
  }, 'a statement waits for the lock')
}

async function states(transactionId: string): Promise<string[]> {
  return (await world.deliveries(transactionId)).map((delivery) => delivery.state)
}

test('no answer within the deadline is a failure, and the next attempt is at least a minute away', async () => {
  const receiver = await world.receiver(() => undefined)
  const shop = await world.merchant(receiver.url)
  const { transactionId } = await world.payment(shop.pointId)
  const job = world.job()
  await job.runOnce()
  await job.stop()
  const [delivery] = await world.deliveries(transactionId)
  const [attempt] = await world.attempts(transactionId)
  assert.deepEqual([delivery?.state, attempt?.error, attempt?.error_code], ['pending', 'timeout', 'DEADLINE'])
  assert.ok((delivery?.delay_seconds ?? 0) > 55)
})

test('a result that meets a status change in progress waits for it, and the older state is superseded', async () => {
  let fail: (() => void) | undefined
  const receiver = await world.receiver((_, response) => {
    fail = () => response.writeHead(500).end()
  })
  const shop = await world.merchant(receiver.url)
  const transactionId = await world.transaction(shop.pointId)
  await world.change(shop.pointId, transactionId, 'EXPIRED')
  const job = world.job()
  await job.runOnce()
  await inTransaction(world.database.engine, async (tx) => {
    const template = `{"transaction_id":"${transactionId}","status":"COMPLETED"}`
    const id = uuidV7(world.clock.now())
    const apiKey = newCallbackNumber()
    await insertCallbackEvents(tx, [
      { id, pointId: shop.pointId, transactionId, status: 'COMPLETED', template, apiKey },
    ])
    receiver.answerWith(200)
    fail?.()
    // Rows that a status change has locked are passed over, again and again.
    await sleep(300)
    assert.deepEqual(await states(transactionId), ['sending'])
  })
  const isOpen = async () => (await states(transactionId)).at(-1) !== 'delivered'
  await repeatWhile(isOpen, job.runOnce, 'the newer state is delivered')
  assert.deepEqual(await states(transactionId), ['superseded', 'delivered'])
})

test('a result survives lost database connections', async () => {
  let succeed: (() => void) | undefined
  const receiver = await world.receiver((_, response) => {
    succeed = () => response.writeHead(200).end()
  })
  const shop = await world.merchant(receiver.url)
  const { transactionId } = await world.payment(shop.pointId)
  const job = world.job()
  await job.runOnce()
  // Locked, so that the statement is running when its connection ends.
  const locker = await world.database.owner.connect()
  await locker.query('begin')
  await locker.query('lock table callback_attempts in access exclusive mode')
  succeed?.()
  const killed = await locker.query('select pg_terminate_backend($1) as done', [await statementWaits(locker)])
  assert.deepEqual(killed.rows, [{ done: true }])
  await locker.query('rollback')
  locker.release()
  await job.stop()
  assert.deepEqual(await states(transactionId), ['delivered'])
  assert.equal(receiver.requests.length, 1)
})

test('a result that the database refuses does not hold up the others', async () => {
  const answers: (() => void)[] = []
  const receiver = await world.receiver((_, response) => void answers.push(() => response.writeHead(200).end()))
  const shop = await world.merchant(receiver.url)
  const ids: string[] = []
  for (let n = 0; n < 8; n++) ids.push((await world.payment(shop.pointId)).transactionId)
  const bad = ids[4] ?? ''
  const good = ids.filter((id) => id !== bad)
  await world.database.owner.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
  )
  await world.database.owner.query(
    `create trigger refuse before update on callback_deliveries for each row
      when (new.state = 'delivered' and new.transaction_id = '${bad}') execute function refuse()`,
  )
  const job = world.job()
  await job.runOnce()
  await receiver.received(ids.length)
  // Locked for a moment, so that all but the first result gather in one statement.
  const locker = await world.database.owner.connect()
  await locker.query('begin')
  await locker.query('lock table callback_attempts in access exclusive mode')
  for (const answer of answers) answer()
  // Answers that come later than the first gather in one more statement.
  await statementWaits(locker)
  await locker.query('rollback')
  locker.release()
  await eventually(
    async () => ((await Promise.all(good.map(states))).flat().includes('sending') ? undefined : true),
    'the good results do not wait for the bad one',
  )
  assert.deepEqual(await states(bad), ['sending'])
  await world.database.owner.query('drop trigger refuse on callback_deliveries')
  await job.stop()
  assert.deepEqual(
    (await Promise.all(ids.map(states))).flat(),
    ids.map(() => 'delivered'),
  )
})

test('a process that stands still while it notes how an endpoint answers holds up no other', async () => {
  const receiver = await world.receiver(500)
  const shop = await world.merchant(receiver.url)
  const fail = async () => {
    const { transactionId } = await world.payment(shop.pointId)
    const job = world.job()
    await job.runOnce()
    await job.stop()
    return transactionId
  }
  await fail()
  let goOn: (() => void) | undefined
  const standing = inTransaction(world.database.engine, async (tx) => {
    await lockHealth(tx, [shop.pointId])
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
  })
  standing.catch(() => undefined)
  const leave = await eventually(() => goOn, 'the lock is held')
  // Far longer than it may take, and shorter than any other limit would end it.
  assert.notEqual(await Promise.race([fail(), sleep(10_000, 'held up')]), 'held up')
  leave()
  await assert.rejects(standing)
})
