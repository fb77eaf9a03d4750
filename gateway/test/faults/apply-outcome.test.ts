import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { applyOutcomes } from '../../src/core/processing/apply-outcome.ts'
import type { NewTransaction } from '../../src/core/processing/rules/new-transaction.ts'
import type { StatusUpdate } from '../../src/core/processing/rules/state.ts'
import { claimOverduePayins, claimToSend } from '../../src/core/processing/store/attempts.ts'
import { insertTransactions } from '../../src/core/processing/store/creations.ts'
import { aConnectorAccount, aProcess, aTransaction } from '../support/a-transaction.ts'
import { aPoint, setUp } from '../support/set-up.ts'

const world = await setUp({ after })
const { database, clock } = world
const { pointId } = await aPoint(world)
const deps = aProcess(world)
const accountId = await aConnectorAccount(world)

function aPayin(changes: Partial<NewTransaction> = {}): NewTransaction {
  return aTransaction(world, { pointId, connectorAccountId: accountId }, changes)
}

async function written(changes: Partial<NewTransaction> = {}): Promise<NewTransaction> {
  const item = aPayin(changes)
  await insertTransactions(database.engine, [item])
  return item
}

const count = async (table: string, id: string) =>
  Number((await database.owner.query(`select count(*) from ${table} where transaction_id = $1`, [id])).rows[0].count)
const rowOf = async (id: string) =>
  (await database.owner.query('select * from transactions where id = $1', [id])).rows[0]
const attemptOf = async (id: string) =>
  (await database.owner.query('select * from attempts where transaction_id = $1', [id])).rows[0]
const tell = async (transactionId: string, update: StatusUpdate, lease?: { attemptId: string; fence: number }) =>
  (await applyOutcomes(deps, [{ transactionId, update, source: 'connector', ...(lease ? { lease } : {}) }]))[0]

test('the same news by notification, inquiry and call at the same moment is one transition, one callback', async () => {
  const { id } = await written()
  const results = await Promise.all(
    Array.from({ length: 20 }, async () => await tell(id, { kind: 'completed', creditedMinor: 1000n })),
  )
  assert.deepEqual(results.map((result) => result?.kind).toSorted(), ['moved', ...Array(19).fill('same')].toSorted())
  assert.equal(await count('callback_events', id), 1)
  assert.equal(await count('transaction_history', id), 2)
  assert.equal((await attemptOf(id)).state, 'closed')
})

test('groups that hold the same transactions in opposite orders do not deadlock', async () => {
  const items = await Promise.all(Array.from({ length: 24 }, async () => await written()))
  const update = items.map(({ id }) => ({
    transactionId: id,
    update: { kind: 'completed' } as const,
    source: 'inquiry' as const,
  }))
  await Promise.all(
    Array.from({ length: 10 }, async (_, turn) => await applyOutcomes(deps, turn % 2 ? update : update.toReversed())),
  )
  for (const { id } of items) assert.equal(await count('callback_events', id), 1)
})

test('news under a lease that somebody else has taken changes nothing', async () => {
  const { id, attempt } = await written()
  const attemptId = attempt?.id ?? ''
  await database.owner.query('update attempts set fence = 2 where id = $1', [attemptId])
  assert.equal((await tell(id, { kind: 'rejected', reason: 'declined' }, { attemptId, fence: 1 }))?.kind, 'lease_lost')
  assert.equal((await rowOf(id)).status, 'PENDING')
  assert.equal((await tell(id, { kind: 'completed' }, { attemptId, fence: 2 }))?.kind, 'moved')
})

test('money in another currency credits nothing: the transaction stays PENDING, is asked for again, and a person is told', async () => {
  const { id, attempt } = await written()
  const update: StatusUpdate = { kind: 'completed', creditedMinor: 1000n, currency: 'CLP' }
  assert.equal((await tell(id, update, { attemptId: attempt?.id ?? '', fence: 1 }))?.kind, 'contradiction')
  assert.equal((await tell(id, { ...update, kind: 'reversed', amountMinor: 1000n }))?.kind, 'contradiction')
  const row = await rowOf(id)
  assert.deepEqual([row.status, row.credited_minor], ['PENDING', null])
  assert.equal(row.needs_operator, 'reversed in CLP, ordered in ARS')
  assert.equal((await attemptOf(id)).state, 'open')
  assert.deepEqual([await count('ledger_transfers', id), await count('callback_events', id)], [0, 0])
  assert.equal((await tell(id, { ...update, currency: 'ARS' }))?.kind, 'moved')
})

test('an unknown outcome keeps the transaction PENDING and gives the attempt a date to ask again', async () => {
  const { id, attempt } = await written()
  await tell(id, { kind: 'unknown', why: 'timeout' }, { attemptId: attempt?.id ?? '', fence: 1 })
  const row = await rowOf(id)
  assert.deepEqual([row.status, row.reason], ['PENDING', 'outcome_unknown'])
  const after = await attemptOf(id)
  assert.deepEqual([after.state, after.lease_owner], ['open', null])
  assert.equal(after.next_action_at - after.updated_at, 30_000)
  assert.equal(await count('callback_events', id), 0)
})

test('what was surely not sent waits for the same key again; an announcement of a dead process is taken up', async () => {
  const { id, attempt } = await written()
  await tell(id, { kind: 'not_sent', why: 'connect_failed' }, { attemptId: attempt?.id ?? '', fence: 1 })
  const waiting = await attemptOf(id)
  assert.deepEqual([waiting.state, waiting.key], ['waiting', id])
  await database.owner.query('update attempts set next_action_at = gateway_now() where id = $1', [waiting.id])
  const claim = async () => await claimToSend(database.engine, { owner: 'b', leaseMs: 60_000, limit: 10 })
  const both = (await Promise.all([claim(), claim()])).flat().filter((each) => each.attempt_id === waiting.id)
  assert.equal(both.length, 1)
  assert.equal(both[0]?.fence, 2)
})

test('a contradiction moves nothing, stops for a person and is told once', async () => {
  const { id } = await written()
  await tell(id, { kind: 'rejected', reason: 'declined' })
  assert.equal((await tell(id, { kind: 'completed' }))?.kind, 'contradiction')
  assert.equal((await tell(id, { kind: 'completed' }))?.kind, 'same')
  const row = await rowOf(id)
  assert.deepEqual([row.status, row.needs_operator], ['ERROR', 'completed after ERROR'])
  assert.equal(await count('callback_events', id), 1)
})

test('the clock does not overtake a call in flight, and takes an overdue pay-in once', async () => {
  const past = new Date(clock.now().getTime() - 1_000)
  const { id } = await written({ expired_at: past })
  const claim = async () =>
    (await claimOverduePayins(database.engine, { owner: 'c', leaseMs: 60_000, limit: 50 })).filter(
      (each) => each.id === id,
    )
  assert.deepEqual(await claim(), [])
  await database.owner.query(
    'update attempts set lease_until = gateway_now(), updated_at = $2 where transaction_id = $1',
    [id, new Date(past.getTime() - 1_000)],
  )
  const both = (await Promise.all([claim(), claim()])).flat()
  assert.equal(both.length, 1)
  assert.equal(
    (await tell(id, { kind: 'expire' }, { attemptId: both[0]?.attempt_id ?? '', fence: both[0]?.fence ?? 0 }))
      ?.transaction?.status,
    'EXPIRED',
  )
})

test('one bad row fails its group as a whole, and nothing of it is written', async () => {
  const good = aPayin()
  const bad = aPayin({ reference: 'nul\u0000' })
  await assert.rejects(insertTransactions(database.engine, [good, bad]))
  assert.equal(await rowOf(good.id), undefined)
})
