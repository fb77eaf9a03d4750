import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import pg from 'pg'
import { openWorld } from '../support/world.ts'

describe('nobody reads what is not theirs', () => {
  const world = openWorld()
  let own = ''
  let otherKey = ''
  let otherSettingsKey = ''
  let liveKey = ''
  before(async () => {
    const created = await world.call('POST', '/api/v1/payments/payin_hth', {
      body: { service_code: 'BT_AR', amount: 777.01, reference: 'mine', payer_doc_id: '20267565393' },
    })
    own = created.body.data.transaction_id
    const other = await world.facts(
      'point',
      'create',
      '--merchant',
      'Other',
      '--environment',
      'test',
      '--name',
      'Other',
    )
    const live = await world.facts('point', 'create', '--merchant', 'Other', '--environment', 'live', '--name', 'Live')
    otherKey = await keyOf(other['auth_point_id'] ?? '', 'payins,payouts,read')
    otherSettingsKey = await keyOf(other['auth_point_id'] ?? '', 'webhook,settings,read')
    liveKey = await keyOf(live['auth_point_id'] ?? '', 'payins,payouts,read')
  })

  const keyOf = async (pointId: string, scopes: string) =>
    (await world.facts('key', 'create', '--point', pointId, '--scopes', scopes, '--name', 'k'))['api_key'] ?? ''

  it('somebody else’s transaction is not found, by any route and any key', async () => {
    const paths = [
      ['GET', `/api/v1/payments/${own}`],
      ['GET', `/api/v1/payments/${own}/callbacks`],
      ['POST', `/api/v1/payments/${own}/cancel`],
      ['POST', `/api/v1/payments/${own}/callbacks/resend`],
    ] as const
    for (const [method, path] of paths) {
      for (const key of [otherKey, liveKey]) {
        const answer = await world.call(method, path, { key, ...(method === 'POST' ? { body: {} } : {}) })
        assert.ok([403, 404].includes(answer.status), `${method} ${path} ${answer.status}`)
        assert.equal(answer.body.data, null)
        assert.ok(!JSON.stringify(answer.body).includes('mine'))
      }
    }
    assert.equal((await world.call('GET', `/api/v1/payments/${own}`)).status, 200)
    assert.equal((await world.call('GET', `/api/v1/payments/${own}`)).body.data.status, 'PENDING')
  })

  it('lists, inbox and webhook show only the own point', async () => {
    for (const key of [otherKey, liveKey]) {
      const list = await world.call('GET', '/api/v1/payments?reference=mine', { key })
      assert.deepEqual(list.body.data.items, [])
    }
    assert.deepEqual((await world.call('GET', '/api/v1/test/inbox', { key: otherKey })).body.data.messages, [])
    assert.equal((await world.call('GET', '/api/v1/test/inbox', { key: liveKey })).status, 404)
    const changed = await world.call('PUT', '/api/v1/webhook', {
      key: otherSettingsKey,
      body: { url: 'https://other.example.com/x' },
    })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    assert.equal((await world.call('GET', '/api/v1/webhook', { key: world.demo.settings_key })).body.data.url, null)
  })

  it('the same reference at two points is two transactions', async () => {
    const body = { service_code: 'BT_AR', amount: 777.01, reference: 'mine', payer_doc_id: '20267565393' }
    const theirs = await world.call('POST', '/api/v1/payments/payin_hth', { key: otherKey, body })
    assert.equal(theirs.status, 200)
    assert.notEqual(theirs.body.data.transaction_id, own)
    assert.equal(theirs.headers.get('idempotent-replayed'), null)
  })

  it('every endpoint wants a key with its scope', async () => {
    const routes = [
      ['POST', '/api/v1/payments/payin_hth', 'payins'],
      ['POST', '/api/v1/payments/payout_hth', 'payouts'],
      ['GET', `/api/v1/payments/${own}`, 'read'],
      ['GET', '/api/v1/payments', 'read'],
      ['POST', `/api/v1/payments/${own}/cancel`, 'payins'],
      ['GET', '/api/v1/webhook', 'webhook'],
      ['PUT', '/api/v1/webhook', 'webhook'],
    ] as const
    const pointId = world.demo.auth_point_id
    const keys: Record<string, string> = {}
    for (const scope of ['payins', 'payouts', 'read', 'webhook', 'settings', 'approve_payouts']) {
      keys[scope] = await keyOf(pointId, scope)
    }
    for (const [method, path, needed] of routes) {
      const body = method === 'GET' ? {} : { body: {} }
      for (const [scope, key] of Object.entries(keys)) {
        const { status, body: reply } = await world.call(method, path, { key, ...body })
        assert.equal(
          status === 403 && reply.error.code === 'scope_missing',
          scope !== needed,
          `${scope} at ${path}: ${status}`,
        )
      }
      for (const authorization of ['', 'Bearer nonsense', 'Basic !!!', `Bearer ${world.demo.api_key}x`]) {
        const { status } = await world.call(method, path, { headers: { authorization }, ...body })
        assert.equal(status, 401, `${method} ${path} with ${authorization}`)
      }
    }
  })

  it('the reader role sees its own merchant’s rows and cannot write; the engine cannot rewrite the past', async () => {
    const client = new pg.Client({ connectionString: world.databaseUrl })
    await client.connect()
    const count = async () => Number((await client.query('select count(*) from transactions')).rows[0].count)
    try {
      const merchant = await client.query('select merchant_id from points where id = $1', [world.demo.auth_point_id])
      await client.query('set role pasarela_reader')
      assert.equal(await count(), 0)
      await client.query(`select set_config('pasarela.merchant_id', $1, false)`, [merchant.rows[0].merchant_id])
      assert.equal(await count(), 1)
      await assert.rejects(client.query('update transactions set amount_minor = 1'), /permission denied/)
      await assert.rejects(client.query('select * from api_keys'), /permission denied/)
      await client.query('reset role')
      await client.query('set role pasarela_engine')
      for (const table of ['transaction_history', 'audit_log', 'callback_events']) {
        await assert.rejects(client.query(`delete from ${table}`), /permission denied/, table)
        await assert.rejects(client.query(`truncate ${table}`), /permission denied/, table)
      }
      await assert.rejects(client.query(`update transaction_history set status = 'ERROR'`), /permission denied/)
      await assert.rejects(client.query('delete from transactions'), /permission denied/)
    } finally {
      await client.end()
    }
  })

  it('test and live cannot meet in one row', async () => {
    const client = new pg.Client({ connectionString: world.databaseUrl })
    await client.connect()
    try {
      await assert.rejects(
        client.query(`update transactions set environment = 'live' where id = $1`, [own]),
        /foreign key/,
      )
      await assert.rejects(
        client.query(`update connector_accounts set environment = 'live'`),
        /check constraint|foreign key/,
      )
      await assert.rejects(
        client.query(`update api_keys set environment = 'live' where environment = 'test'`),
        /foreign key/,
      )
      await assert.rejects(client.query(`update routes set environment = 'live'`), /foreign key|duplicate/)
    } finally {
      await client.end()
    }
  })
})
