import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, it } from 'node:test'
import { readDatabaseAddress } from '../../src/core/platform/database/hosts.ts'
import { primaryFinder } from '../../src/core/platform/database/primary-finder.ts'
import { startFault } from '../../src/core/platform/process/start-faults.ts'
import { present } from '../../src/core/values/assert.ts'
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

  it('is one of several hosts: the newest primary is taken, an older one never again, and not one of two', async () => {
    const { port: oldPort } = new URL(pair.primaryUrl)
    const several = pair.primaryUrl.replace(`:${oldPort}/`, `:${oldPort},127.0.0.1:${standbyPort},[::1]:1/`)
    const folder = join(world.folder, 'several')
    mkdirSync(folder)
    const { url, stop } = await world.anotherGateway({ DATABASE_URL: several, PASARELA_DATA_DIR: folder })
    const ready = async () => (await fetch(`${url}/readyz`)).status
    assert.equal(await ready(), 200)
    const address = present(readDatabaseAddress(several), 'an address')
    const memory = join(folder, 'database-timeline')
    assert.match(readFileSync(memory, 'utf8'), /^\d+ 2\n$/)
    assert.equal((await primaryFinder(address, undefined).find()).port, standbyPort)

    await pair.stopStandby()
    await eventually(async () => ((await ready()) === 503 ? true : undefined), 'it does not go back to the old one')
    await assert.rejects(primaryFinder(address, memory).find(), /:\d+ is of timeline 1, and this process wrote to 2/)
    // Who never wrote to the newer one cannot know better.
    assert.equal((await primaryFinder(address, undefined).find()).port, primaryPort)
    await pair.startStandby()
    await eventually(async () => ((await ready()) === 200 ? true : undefined), 'it finds the newer one again')
    await stop()

    const twice = present(readDatabaseAddress(several.replace('[::1]:1', new URL(proxy.url).host)), 'an address')
    proxy.leadTo(standbyPort)
    await assert.rejects(
      primaryFinder(twice, undefined).find(),
      /127\.0\.0\.1:\d+ and 127\.0\.0\.1:\d+ both say that they are the primary of timeline 2/,
    )
    await pair.stopStandby()
    await pair.stopPrimary()
    const error = await primaryFinder(address, undefined)
      .find()
      .catch((failure: unknown) => failure)
    assert.match(
      startFault(error, { dataDir: folder, host: '', port: 0, databaseUrl: several }) ?? '',
      /^The PostgreSQL of DATABASE_URL takes no writes: no primary: (.+:\d+ does not answer \(ECONNREFUSED\)(, |\.$)){3}/,
    )
  })
})
