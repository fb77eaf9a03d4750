import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aConnectorAccount, aTransaction } from '../../../test/support/a-transaction.ts'
import { aPerson, aPoint, setUp as databaseSetUp } from '../../../test/support/set-up.ts'
import { strictLog } from '../../../test/support/strict-log.ts'
import { insertTransactions } from '../../core/processing/store/creations.ts'
import { evaluateAlerts } from './evaluate-alerts.ts'

async function setUp(t: Parameters<typeof databaseSetUp>[0]) {
  const base = await databaseSetUp(t)
  const mail = { send: async () => await Promise.resolve({ kind: 'sent' as const }) }
  return {
    ...base,
    alma: await aPerson(base, { role: 'admin', name: 'Alma' }),
    sql: async (text: string, values: unknown[] = []) => (await base.database.owner.query(text, values)).rows,
    look: async () => await evaluateAlerts({ ...base, mail, notify: () => undefined, log: strictLog() }),
  }
}

test('a person gets at most thirty alert mails an hour; the list has all alerts', async (t) => {
  const world = await setUp(t)
  const point = await aPoint(world)
  const account = await aConnectorAccount(world)
  const many = Array.from({ length: 45 }, () =>
    aTransaction(world, { pointId: point.pointId, connectorAccountId: account }),
  )
  for (let i = 0; i < many.length; i += 15) await insertTransactions(world.database.engine, many.slice(i, i + 15))
  await world.sql(`update transactions set needs_operator = 'look'`)
  await world.look()
  const rows = await world.sql(`select from alerts where kind = 'needs_operator'`)
  assert.equal(rows.length, 45)
  const [mailed] = await world.sql('select count(*)::int as n from mails where user_id = $1', [world.alma])
  assert.equal(mailed?.['n'], 30)
  await world.sql(
    `insert into verify_runs (took_ms, full_run, watermark, transactions, violations, results)
      values (1, true, gateway_now(), 1, 1, '{"invariants":[{"id":"I3","violations":1}]}')`,
  )
  await world.look()
  const alarm = await world.sql(
    `select from mails m join alerts a on a.id = m.alert_id where a.kind = 'invariant_violated' and m.user_id = $1`,
    [world.alma],
  )
  assert.equal(alarm.length, 1, 'an alarm of another kind is not silenced by them')
})

test('test transactions under review hide no live one, however many there are', async (t) => {
  const world = await setUp(t)
  const { pointId, merchantId } = await aPoint(world)
  const live = await aPoint(world, { environment: 'live', merchantId })
  const accounts = { test: await aConnectorAccount(world), live: await aConnectorAccount(world, 'live') }
  const add = async (at: string, environment: 'test' | 'live', count: number, first = 0) =>
    await world.sql(
      `insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor, currency, status,
          reason, connector_account_id, sequence, instructions, details, content_hash, pay_token, suspense_minor, needs_operator,
          created_at, updated_at, expired_at)
        select gen_random_uuid(), $1, $2, 'payin', 'BT_AR', 'r' || n, 1000, 'ARS', 'COMPLETED', 'paid', $3, $5::int + n, '{}', '{}',
          sha256('x'), left(md5($2 || n), 22), 10, 'look', gateway_now() - n * interval '1 minute',
          gateway_now() - interval '2 days', gateway_now() from generate_series(1, $4::int) n`,
      [at, environment, accounts[environment], count, first],
    )
  await add(pointId, 'test', 2_100)
  await add(live.pointId, 'live', 1, 10_000)
  await world.look()
  for (const kind of ['needs_operator', 'suspense_old']) {
    const [found] = await world.sql(
      `select count(*)::int as n from alerts where kind = $1 and facts ->> 'environment' = 'live'`,
      [kind],
    )
    assert.equal(found?.['n'], 1, kind)
  }
})

test('many audit entries of one merchant hide no change of another merchant, nor another kind of change', async (t) => {
  const world = await setUp(t)
  const { merchantId } = await aPoint(world)
  const other = await aPoint(world)
  await world.sql('delete from audit_log')
  const audit = async (merchant: string, action: string, count: number) =>
    await world.sql(
      `insert into audit_log (id, actor, action, merchant_id, object_id)
        select gen_random_uuid(), 'Olga', $2, $1, 'an object' from generate_series(1, $3::int)`,
      [merchant, action, count],
    )
  await audit(merchantId, 'api_key.create', 2_100)
  await audit(merchantId, 'credential.reveal', 1)
  await audit(other.merchantId, 'callback_address.change', 1)
  await world.look()
  const rows = await world.sql(
    `select facts ->> 'action' as action, count(*)::int as n from alerts where kind = 'credential_changed' group by 1 order by 1`,
  )
  assert.deepEqual(rows, [
    { action: 'api_key.create', n: 100 },
    { action: 'callback_address.change', n: 1 },
    { action: 'credential.reveal', n: 1 },
  ])
})
