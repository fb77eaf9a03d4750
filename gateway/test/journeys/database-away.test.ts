import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { eventually, startWorld, type World } from '../support/world.ts'

const payin = (reference: string) => ({ service_code: 'BT_AR', amount: 10, reference, payer_doc_id: '20267565393' })

describe('when the database is away', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(async () => await world.stop())

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
})
