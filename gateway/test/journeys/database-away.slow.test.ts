import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { eventually, openWorld } from '../support/world.ts'

const payin = (reference: string) => ({ service_code: 'BT_AR', amount: 10, reference, payer_doc_id: '20267565393' })

describe('when the database is away', () => {
  const world = openWorld({ ownProcess: true })

  it('requests get 503 with Retry-After, and the same request works when it is back', async () => {
    const name = new URL(world.databaseUrl).pathname.slice(1)
    const admin = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })
    await admin.connect()
    const send = async () => await world.call('POST', '/api/v1/payments/payin_hth', { body: payin('away') })
    try {
      await admin.query(`alter database ${name} with allow_connections false`)
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      const answer = await eventually(async () => {
        const found = await send()
        return found.status === 200 ? undefined : found
      }, 'the database is missed')
      assert.equal(answer.status, 503, JSON.stringify(answer.body))
      assert.equal(answer.body.error.code, 'unavailable')
      assert.ok(Number(answer.headers.get('retry-after')) >= 1)
      const ready = await fetch(`${world.url}/readyz`)
      assert.equal(ready.status, 503)
      assert.equal((await fetch(`${world.url}/healthz`)).status, 200)
    } finally {
      await admin.query(`alter database ${name} with allow_connections true`)
      await admin.end()
    }
    const back = await eventually(async () => {
      const found = await send()
      return found.status === 200 ? found : undefined
    }, 'the gateway works again')
    await eventually(async () => {
      const read = await world.call('GET', `/api/v1/payments/${back.body.data.transaction_id}`)
      return read.body.data.status === 'COMPLETED' ? true : undefined
    }, 'its jobs work again')
  })

  it('a gateway starts, and works, although a month cannot have its partition', async () => {
    const month = `audit_log_${new Date().toISOString().slice(0, 7).replace('-', '_')}`
    const admin = new pg.Client({ connectionString: world.databaseUrl })
    await admin.connect()
    await world.killGateway()
    try {
      await admin.query(`drop table ${month}`)
      await admin.query(`insert into audit_log (id, actor, action)
        select gen_random_uuid(), 'many', 'test' from generate_series(1, 10001)`)
      await world.startGateway()
      assert.equal((await world.call('POST', '/api/v1/payments/payin_hth', { body: payin('late month') })).status, 200)
      assert.equal((await admin.query(`select to_regclass('${month}') as made`)).rows[0].made, null)
    } finally {
      await admin.end()
    }
  })
})
