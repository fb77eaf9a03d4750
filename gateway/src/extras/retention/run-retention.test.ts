import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aConnectorAccount, aTransaction } from '../../../test/support/a-transaction.ts'
import { aPerson, aPoint, setUp as databaseSetUp, type SetUp } from '../../../test/support/set-up.ts'
import { impersonalNames, methods } from '../../core/payment-methods/index.ts'
import { getTransaction } from '../../core/payments/get-transaction.ts'
import { listTransactions } from '../../core/payments/list-transactions.ts'
import { createLog } from '../../core/platform/log/log.ts'
import { settleExisting } from '../../core/processing/create-transaction.ts'
import { routeFinder } from '../../core/processing/route-finder.ts'
import type { NewTransaction } from '../../core/processing/rules/new-transaction.ts'
import { insertTransactions, readExisting } from '../../core/processing/store/creations.ts'
import type { Caller } from '../../core/values/caller.ts'
import { countLeft, readRetention } from './count-left.ts'
import { retainWhenDue, runRetention } from './run-retention.ts'

/** How long personal data stay here. */
const retentionDays = 100
/** Nothing else in the database says these. */
const canaries = ['CANARIA NOMBRE', 'canaria', '20999888776', 'canary-account', 'canary@payer.example', '203.0.113.77']

type Context = Parameters<typeof databaseSetUp>[0]

/** A point whose payments name people, and what removes them. */
async function namingWorld(t: Context) {
  const base = await databaseSetUp(t)
  const point = await aPoint(base)
  const deps = { ...base, retentionDays, log: createLog('silent') }
  const own = { pointId: point.pointId, connectorAccountId: await aConnectorAccount(base) }
  const sql = async (text: string, values: unknown[] = []) => (await base.database.owner.query(text, values)).rows
  return { ...deps, point, own, sql, left: async () => await countLeft(deps, retentionDays) }
}

type NamingWorld = Awaited<ReturnType<typeof namingWorld>>

/** A transaction that names people wherever one can, with everything that hangs on it. */
async function aNaming(world: NamingWorld, changes: Partial<NewTransaction> = {}): Promise<NewTransaction> {
  const { own, sql } = world
  const transaction = aTransaction(world, own, {
    details: {
      payer_doc_id: '20999888776',
      payer_name: 'CANARIA NOMBRE',
      account: 'canary-account',
      payer_email: 'canary@payer.example',
      account_type: 'CBU',
      expired_at: '2030-01-01T00:00:00.000Z',
    },
    party_document: '20999888776',
    party_name: 'CANARIA NOMBRE',
    redirect_url: 'https://shop.example/canary@payer.example',
    ...changes,
  })
  await insertTransactions(world.database.engine, [transaction])
  const { id } = transaction
  await sql(
    `update transactions set status = 'COMPLETED', reason = 'paid', credited_minor = 1000, received_minor = 1000,
      sender_name = 'CANARIA NOMBRE', sender_document = '20999888776', payer_reference = 'CANARIA NOMBRE',
      payer_reference_source = 'payer', provider_page_url = 'https://bank.example/?CANARIA NOMBRE', card_last4 = '1111',
      card_bin = '411111', end_to_end_id = 'E123' where id = $1`,
    [id],
  )
  await sql(
    `update attempts set state = 'closed', outcome = 'completed', lease_until = null, lease_owner = null,
      outcome_detail = '{"kind":"completed","endToEndId":"E123","sender":{"name":"CANARIA NOMBRE","document":"20999888776"}}'
      where transaction_id = $1`,
    [id],
  )
  await sql(
    `insert into transaction_history (transaction_id, point_id, status, reason, source, detail)
      values ($1, $2, 'COMPLETED', 'paid', 'notification', 'paid by CANARIA NOMBRE')`,
    [id, own.pointId],
  )
  await aNamingCallback(world, id)
  await aNamingProposal(world, id)
  await aNamingBatch(world, id)
  return transaction
}

async function aNamingCallback({ own, sql }: NamingWorld, id: string): Promise<void> {
  const body = `{"transaction_id":"${id}","status":"COMPLETED","amount":10.00,"reference":"a","sender_name":"CANARIA NOMBRE \\"x\\"","sender_document_number":"20999888776","endToEndId":"E123"}`
  const [event] = await sql(
    `insert into callback_events (id, point_id, transaction_id, seq, status, body_template, api_key)
      values (gen_random_uuid(), $1, $2, 1, 'COMPLETED', $3, (select count(*) + 1 from callback_events)) returning id`,
    [own.pointId, id, body],
  )
  const [delivery] = await sql(
    `insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger, state, delivered_at)
      values ($1, $2, $3, 1, 'auto', 'delivered', gateway_now()) returning id`,
    [event?.['id'], own.pointId, id],
  )
  await sql(
    `insert into callback_attempts (delivery_id, point_id, number, started_at, response_body)
      values ($1, $2, 1, gateway_now(), 'thanks, CANARIA NOMBRE')`,
    [delivery?.['id'], own.pointId],
  )
  await sql(`insert into inbox_messages (point_id, event_id, headers, body) values ($1, $2, '{}', $3)`, [
    own.pointId,
    event?.['id'],
    body,
  ])
}

async function aNamingProposal(world: NamingWorld, id: string): Promise<void> {
  const { sql } = world
  const [person] = await sql('select id from users limit 1')
  const operator = String(person?.['id'] ?? (await aPerson(world, { name: 'Omar' })))
  await sql(
    `insert into proposals (id, action, environment, transaction_id, input, evidence, proposed_by, state, decided_by,
      decided_at, decision_note)
      values (gen_random_uuid(), 'refund_account', 'test', $1, '{"account":"canary-account","accountBeneficiary":"CANARIA NOMBRE"}', 'wire of CANARIA NOMBRE', $2, 'withdrawn', $2,
        statement_timestamp(), 'to 20999888776')`,
    [id, operator],
  )
  await sql(
    `insert into refund_accounts (transaction_id, details, set_by, created_at)
      values ($1, '{"account":"canary-account"}', 'Omar', gateway_now())`,
    [id],
  )
}

/** A payment file that pays it. */
async function aNamingBatch({ sql, own }: NamingWorld, id: string): Promise<void> {
  await sql(
    `insert into bank_accounts (id, connector_account_id, environment, country, currency, holder, time_zone)
      values ($1, $1, 'test', 'AR', 'ARS', 'Shop', 'UTC') on conflict do nothing`,
    [own.connectorAccountId],
  )
  const [batch] = await sql(
    `insert into payment_batches (id, bank_account_id, number, items, total_minor, execution_day, format, sha256, content_box, made_by)
      select gen_random_uuid(), $1, coalesce(max(number), 0) + 1, 1, 1000, '2030-06-14', 'csv', sha256('x'), 'CANARIA NOMBRE', 'Omar'
      from payment_batches returning id`,
    [own.connectorAccountId],
  )
  await sql(
    `insert into payment_batch_items (batch_id, position, transaction_id, amount_minor, reference, beneficiary)
      values ($1, 1, $2, 1000, 'P22K47XM', '{"account":"canary-account"}')`,
    [batch?.['id'], id],
  )
}

/** Old data that belong to no transaction. */
async function peopleAndLogs(world: NamingWorld): Promise<void> {
  const { sql, own } = world
  const gone = await aPerson(world, { name: 'CANARIA NOMBRE', email: 'canary@payer.example' })
  await sql(`update users set disabled_at = statement_timestamp() - interval '1000 days' where id = $1`, [gone])
  await sql(
    `insert into sessions (id_hash, public_id, user_id, stage, address, user_agent, last_seen_at)
      values (sha256('x'), gen_random_uuid(), $1, 'signed_in', '203.0.113.77', 'canary-account',
        statement_timestamp() - interval '200 days')`,
    [gone],
  )
  await sql(
    `insert into invitations (id, token_hash, role, email, expires_at)
      values (gen_random_uuid(), sha256('y'), 'admin', 'canary@payer.example', statement_timestamp())`,
  )
  await sql(
    `insert into provider_notifications (id, connector_account_id, headers, body, state, received_at)
      values (gen_random_uuid(), $1, '{"x":"CANARIA NOMBRE"}', 'CANARIA NOMBRE', 'processed', gateway_now())`,
    [own.connectorAccountId],
  )
  await sql(
    `insert into incoming_money (id, connector_account_id, provider_id, amount_minor, currency, reference, sender_name,
        sender_document, moved_at)
      values (gen_random_uuid(), $1, 'p', 1, 'ARS', 'CANARIA NOMBRE', 'CANARIA NOMBRE', 'CANARIA NOMBRE', gateway_now())`,
    [own.connectorAccountId],
  )
  await sql(
    `insert into request_log (request_id, point_id, created_at, method, route, status, address, duration_ms)
      values ('r', $1, gateway_now(), 'GET', '/x', 200, '203.0.113.77', 1)`,
    [own.pointId],
  )
  await sql(
    `insert into audit_log (id, actor, action, origin) values (gen_random_uuid(), 'somebody', 'test', '203.0.113.77')`,
  )
}

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
    'transaction_words.word',
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
    aTransaction(world, world.own, { party_name: 'CANARIA NOMBRE', attempt: null }),
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
  const page = await listTransactions({ ...world, routes: routeFinder(world) }, caller, { limit: 10 })
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
    () => settleExisting(row, { ...transaction, content_hash: Buffer.alloc(32) }),
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

/** `table.column` of everything in the database that holds one of these texts, whatever its type; whole columns are read. */
async function findTexts({ database }: Pick<SetUp, 'database'>, texts: readonly string[]): Promise<string[]> {
  const columns = await database.owner.query<{ table: string; column: string; type: string }>(
    `select c.table_name as table, c.column_name as column, c.data_type as type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`,
  )
  const found: string[] = []
  for (const { table, column, type } of columns.rows) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const hits = await database.owner.query(
      `select from "${table}" where exists (select from unnest($1::text[]) as wanted(word) where position(word in ${text}) > 0) limit 1`,
      [texts],
    )
    if (hits.rowCount) found.push(`${table}.${column}`)
  }
  return found
}
