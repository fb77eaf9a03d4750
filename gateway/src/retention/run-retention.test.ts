import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTransaction } from '../../test/support/a-transaction.ts'
import { aNaming, canaries, type NamingWorld, namingWorld, peopleAndLogs } from '../../test/support/naming-world.ts'
import { findTexts } from '../../test/support/search-tables.ts'
import { impersonalNames, methods } from '../payment-methods/index.ts'
import { getTransaction } from '../payments/get-transaction.ts'
import { listTransactions } from '../payments/list-transactions.ts'
import { settleExisting } from '../processing/create-transaction.ts'
import { insertTransactions, readExisting } from '../processing/store/creations.ts'
import type { Caller } from '../values/caller.ts'
import { readRetention } from './count-left.ts'
import { retainWhenDue, runRetention } from './run-retention.ts'

const dayMs = 86_400_000

const seals = async ({ sql }: NamingWorld) =>
  (await sql(`select encode(audit_row_hash(a), 'hex') as hash from audit_log a order by id`)).map(({ hash }) => hash)

test('personal data of old finished payments is removed from every column of the database; money and ids stay', async (t) => {
  const world = await namingWorld(t)
  const { id } = await aNaming(world)
  await peopleAndLogs(world)
  await world.moveClockTo(99 * dayMs)
  const early = await runRetention(world)
  assert.equal(early.report['users.email'], 1, 'a person disabled long ago is removed at once')
  const before = await findTexts(world, canaries)
  for (const place of [
    'transactions.details',
    'callback_events.body_template',
    'attempts.outcome_detail',
    'audit_log.origin',
  ]) {
    assert.ok(before.includes(place), `${place}: the search finds the data before the run`)
  }
  const sealsBefore = await seals(world)
  await world.moveClockTo(102 * dayMs)
  assert.ok(Object.keys((await world.left()).counts).length > 10, 'the preview lists what a run would remove')
  const run = await runRetention(world)
  assert.deepEqual(await findTexts(world, canaries), [])
  assert.deepEqual(await world.left(), { counts: {}, looked: 1, unfinished: 0 })
  assert.deepEqual(await seals(world), sealsBefore, 'the seals of the audit log are still valid')
  for (const name of ['transactions', 'transactions.details', 'transactions.party_name', 'request_log.address']) {
    assert.equal(run.report[name], 1, name)
  }
  const [row] = await world.sql('select * from transactions')
  assert.deepEqual(
    [
      row?.['id'],
      row?.['amount_minor'],
      row?.['status'],
      row?.['end_to_end_id'],
      row?.['card_bin'],
      row?.['card_last4'],
    ],
    [id, 1000n, 'COMPLETED', 'E123', '411111', null],
  )
  assert.deepEqual(row?.['details'], { account_type: 'CBU', expired_at: '2030-01-01T00:00:00.000Z' })
  const [event] = await world.sql('select body_template from callback_events')
  assert.equal(
    event?.['body_template'],
    `{"transaction_id":"${id}","status":"COMPLETED","amount":10.00,"reference":"a","endToEndId":"E123"}`,
  )
  const [attempt] = await world.sql('select outcome_detail from attempts')
  assert.deepEqual(attempt?.['outcome_detail'], { kind: 'completed', endToEndId: 'E123' })
})

test('an unfinished transaction keeps its data until it is finished', async (t) => {
  const world = await namingWorld(t)
  const [held, asked, open, waiting] = [
    await aNaming(world),
    await aNaming(world),
    await aNaming(world),
    await aNaming(world),
  ]
  await world.sql('update transactions set suspense_minor = 10 where id = $1', [held.id])
  await world.sql(`update transactions set needs_operator = 'look' where id = $1`, [asked.id])
  await world.sql(`update transactions set status = 'PENDING' where id = $1`, [open.id])
  await world.sql(`update callback_deliveries set state = 'held', delivered_at = null where transaction_id = $1`, [
    waiting.id,
  ])
  await world.moveClockTo(102 * dayMs)
  const first = await runRetention(world)
  assert.deepEqual([first.report, (await readRetention(world, { limit: 1, before: null })).waiting], [{}, 4])
  assert.deepEqual(await world.left(), { counts: {}, looked: 4, unfinished: 4 })
  await world.sql(`update transactions set suspense_minor = 0, needs_operator = null where id = any ($1)`, [
    [held.id, asked.id],
  ])
  const second = await runRetention(world)
  assert.equal(second.report['transactions'], 2)
  const kept = await world.sql('select id from transactions where party_name is not null order by id')
  assert.deepEqual(new Set(kept.map(({ id }) => id)), new Set([open.id, waiting.id]))
})

test('data received after the removal is removed later', async (t) => {
  const world = await namingWorld(t)
  const { id } = await aNaming(world)
  await world.moveClockTo(102 * dayMs)
  await runRetention(world)
  await world.sql(`update transactions set sender_name = 'CANARIA NOMBRE', updated_at = gateway_now() where id = $1`, [
    id,
  ])
  await runRetention(world)
  assert.deepEqual(await findTexts(world, canaries), ['transactions.sender_name'])
  await world.moveClockTo(204 * dayMs)
  assert.equal((await world.left()).counts['transactions.sender_name'], 1)
  await runRetention(world)
  assert.deepEqual(await findTexts(world, canaries), [])
})

test('two processes remove many payments in batches, count each once, and continue a stopped run', async (t) => {
  const world = await namingWorld(t)
  const many = Array.from({ length: 600 }, () =>
    aTransaction(world, world.own, { partyName: 'CANARIA NOMBRE', attempt: null }),
  )
  for (let i = 0; i < many.length; i += 30) await insertTransactions(world.database.engine, many.slice(i, i + 30))
  await world.sql(`update transactions set status = 'EXPIRED', reason = 'expired'`)
  await world.moveClockTo(102 * dayMs)
  await world.sql(
    `insert into retention_runs (id, retention_days, horizon, report)
      values (gen_random_uuid(), 100, gateway_now() - interval '100 days', '{"transactions": 1}')`,
  )
  const round = async () => {
    for (let i = 0; i < 20; i++) await retainWhenDue(world)
  }
  await Promise.all([round(), round()])
  const { runs } = await readRetention(world, { limit: 10, before: null })
  assert.equal(runs.length, 1)
  assert.ok(runs[0]?.finishedAt)
  assert.equal(runs[0]?.report['transactions'], 601)
  assert.equal(runs[0]?.report['transactions.party_name'], 600)
  assert.deepEqual(await world.left(), { counts: {}, looked: 600, unfinished: 0 })
  await retainWhenDue(world)
  assert.equal((await readRetention(world, { limit: 10, before: null })).runs.length, 1, 'the next run is a day later')
  await world.moveClockTo(103 * dayMs + 60_000)
  await retainWhenDue(world)
  assert.equal((await readRetention(world, { limit: 10, before: null })).runs.length, 2, 'every run leaves its report')
})

test('a clock that was set ahead and back hides nothing from the next run', async (t) => {
  const world = await namingWorld(t)
  await aNaming(world)
  await world.moveClockTo(5_000 * dayMs)
  await aNaming(world)
  await world.moveClockTo(6_000 * dayMs)
  await runRetention(world)
  assert.deepEqual(await findTexts(world, canaries), [])
  await world.moveClockTo(0)
  await aNaming(world)
  await world.moveClockTo(102 * dayMs)
  await runRetention(world)
  assert.deepEqual(await findTexts(world, canaries), [])
})

test('0 days keeps everything for ever', async (t) => {
  const world = await namingWorld(t)
  await aNaming(world)
  await world.moveClockTo(30_000 * dayMs)
  assert.equal(await retainWhenDue({ ...world, retentionDays: 0 }), 0)
  assert.ok((await findTexts(world, canaries)).includes('transactions.details'))
  assert.deepEqual((await readRetention(world, { limit: 1, before: null })).runs, [])
})

test('a payment without personal data is listed, read and found by its reference as before', async (t) => {
  const world = await namingWorld(t)
  const transaction = await aNaming(world)
  await world.moveClockTo(102 * dayMs)
  await runRetention(world)
  const { pointId, merchantId } = world.point
  const caller = {
    point: { pointId, merchantId, environment: 'test' },
    keyId: 'k',
    scopes: new Set(['read']),
  } as unknown as Caller
  const page = await listTransactions(world, caller, { limit: 10 })
  assert.deepEqual(
    page.items.map(({ id, status }) => [id, status]),
    [[transaction.id, 'COMPLETED']],
  )
  const read = await getTransaction(world, caller, transaction.id)
  assert.deepEqual([read.senderName, read.senderDocument, read.details['payer_name']], [null, null, undefined])
  const [row] = [...(await readExisting(world.database.engine, [transaction])).values()]
  assert.ok(row)
  assert.equal(settleExisting(row, transaction).replayed, true)
  assert.throws(
    () => settleExisting(row, { ...transaction, contentHash: Buffer.alloc(32) }),
    /fields that were removed since differ/,
  )
})

test('of a request only fields with values listed in the specification stay', () => {
  assert.ok(impersonalNames.includes('account_type'))
  for (const name of [
    'payer_name',
    'payer_doc_id',
    'account',
    'account_bank',
    'account_phone',
    'payer_email',
    'card_last4',
  ]) {
    assert.ok(!impersonalNames.includes(name), name)
  }
  const examples = methods.flatMap((method) => Object.keys({ ...method.payin?.example }))
  assert.ok(examples.some((name) => !impersonalNames.includes(name)))
})
