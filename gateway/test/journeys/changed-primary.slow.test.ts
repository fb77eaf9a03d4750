import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type FaultProxy, faultProxy } from '../support/fault-proxy.ts'
import { describeWithPostgres15, type PostgresPair, startPostgresPair } from '../support/postgres-pair.ts'
import { type Answer, eventually, openWorld } from '../support/world.ts'

describeWithPostgres15('a PostgreSQL that changes its role', () => {
  let pair: PostgresPair
  let proxy: FaultProxy
  let standbyPort = 0
  let primaryPort = 0
  const world = openWorld(async (t) => {
    pair = await startPostgresPair()
    t.after(pair.stop)
    primaryPort = Number(new URL(pair.primaryUrl).port)
    standbyPort = Number(new URL(pair.standbyUrl).port)
    proxy = await faultProxy(pair.primaryUrl)
    t.after(proxy.close)
    return { databaseUrl: proxy.url, ownProcess: true }
  })
  before(async () => void (await pay('first')))

  const pay = async (reference: string): Promise<Answer> => {
    const body = { service_code: 'BT_AR', amount: 10, reference, payer_doc_id: '20267565393' }
    return await world.call('POST', '/api/v1/payments/payin_hth', { body })
  }
  const lines = (words: string) =>
    world
      .output()
      .split('\n')
      .filter((line) => line.includes(words)).length

  it('is not believed when somebody cancels the wait of a commit for its standby', async () => {
    await pair.onPrimary(`alter system set synchronous_standby_names = 'nobody'`)
    await pair.onPrimary('select pg_reload_conf()')
    const waiting = `from pg_stat_activity where wait_event = 'SyncRep'`
    const answer = pay('on-one-server')
    await eventually(async () => {
      const count = `do $$ begin assert exists (select ${waiting} and query ilike 'commit%'); end $$`
      return await pair.onPrimary(count).then(
        () => true,
        () => undefined,
      )
    }, 'a commit waits')
    await pair.onPrimary(`select pg_cancel_backend(pid) ${waiting}`)
    const { status, headers, body } = await answer
    assert.deepEqual([status, headers.get('retry-after'), body.error.code], [503, '1', 'unavailable'])
    await pair.onPrimary('alter system reset synchronous_standby_names')
    await pair.onPrimary('select pg_reload_conf()')
    await eventually(async () => ((await pay('on-one-server')).status === 200 ? true : undefined), 'it is taken')
  })

  it('is no place to write to while it is a standby: 503, not ready, two lines in the log', async () => {
    await eventually(async () => (lines('the database is back') > 0 ? true : undefined), 'the outage before is over')
    const [went, came] = [lines('the database is away'), lines('the database is back')]
    proxy.leadTo(standbyPort)
    const ready = async () => (await fetch(`${world.url}/readyz`)).status
    await eventually(async () => ((await ready()) === 503 ? true : undefined), 'it says that it is not ready')
    for (let each = 0; each < 20; each++) {
      const { status, headers } = await pay(`away-${each}`)
      assert.deepEqual([status, headers.get('retry-after')], [503, '1'])
    }
    proxy.leadTo(primaryPort)
    await eventually(async () => ((await ready()) === 200 ? true : undefined), 'it is ready again')
    await eventually(async () => ((await pay('away-1')).status === 200 ? true : undefined), 'it takes payments')
    await eventually(async () => (lines('the database is back') > came ? true : undefined), 'it says so')
    assert.deepEqual([lines('the database is away') - went, lines('the database is back') - came], [1, 1])
    const failures = /^database_away_total (\d+)$/m.exec(await (await fetch(`${world.url}/metrics`)).text())
    assert.ok(Number(failures?.[1]) >= 20, String(failures))
  })

  it('is waited for by a process that starts before it is promoted', async () => {
    const starting = world.anotherGateway({ DATABASE_URL: pair.standbyUrl })
    const waits = 'waiting for the PostgreSQL of DATABASE_URL'
    await eventually(async () => (lines(waits) > 0 ? true : undefined), 'it waits')
    await pair.onStandby('select pg_promote()')
    const { url } = await starting
    assert.equal((await fetch(`${url}/readyz`)).status, 200)
  })
})
