import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, it } from 'node:test'
import { type Database, openDatabase } from '../../src/core/platform/database/database.ts'
import { createLog } from '../../src/core/platform/log/log.ts'
import { createMetrics } from '../../src/core/platform/log/metrics.ts'
import { type ReplicaOptions, withReplica } from '../../src/extras/replica/replica-reads.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { describeWithPostgres15, type PostgresPair, startPostgresPair } from '../support/postgres-pair.ts'
import { type Answer, eventually, openWorld, type Wire } from '../support/world.ts'

describeWithPostgres15('a read replica', () => {
  let pair: PostgresPair
  const world = openWorld(async (t) => {
    pair = await startPostgresPair()
    t.after(pair.stop)
    return { databaseUrl: pair.primaryUrl, env: { DATABASE_READ_URL: pair.standbyUrl } }
  })
  let owner: ConsoleClient
  before(async () => {
    owner = await world.person()
    await stateIs('used')
  })

  const good = (answer: Answer): Wire => {
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const create = async (reference: string): Promise<string> => {
    const body = { service_code: 'BT_AR', amount: 777.01, reference, payer_doc_id: '20267565393' }
    return good(await world.call('POST', '/api/v1/payments/payin_hth', { body })).transaction_id
  }
  const idsOf = ({ items }: Wire): string[] => items.map((item: Wire) => item.transaction_id)
  const listed = async (query = ''): Promise<string[]> =>
    idsOf(good(await world.call('GET', `/api/v1/payments${query}`)))
  const atPoint = (path: string) => `/console/points/${world.demo.auth_point_id}${path}`
  const replica = async (): Promise<Wire> => {
    const ready = await world.call('GET', '/readyz')
    assert.equal(ready.status, 200)
    return ready.body.read_replica
  }
  const stateIs = async (state: string) =>
    await eventually(async () => ((await replica()).state === state ? true : undefined), `the replica is ${state}`)
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${world.url}/metrics`)).text()
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length) ?? 0,
    )
  }

  it('serves lists, searches, sums and files; what was just created is found by id and reference on the primary', async () => {
    const old = await create('before-the-pause')
    await eventually(async () => ((await listed()).includes(old) ? true : undefined), 'the replica lists it')
    await pair.onStandby('select pg_wal_replay_pause()')
    const id = await create('after-the-pause')

    assert.equal(good(await world.call('GET', `/api/v1/payments/${id}`)).transaction_id, id)
    assert.deepEqual(await listed('?reference=after-the-pause'), [id])
    good(await owner.call('GET', atPoint(`/transactions/${id}/story`)))

    const lists = [
      await listed(),
      await listed('?pay_type=payin'),
      idsOf(good(await owner.call('GET', atPoint('/transactions?pay_type=payin')))),
    ]
    for (const ids of lists) assert.ok(ids.includes(old) && !ids.includes(id), ids.join(' '))
    const lookup = async (q: string) => idsOf(good(await owner.call('GET', atPoint(`/transactions/lookup?q=${q}`))))
    assert.deepEqual([await lookup('before-the-pause'), await lookup('after-the-pause')], [[old], []])
    const file = await fetch(`${world.url}${atPoint('/transactions.csv?pay_type=payin')}`, {
      headers: { cookie: `sid=${owner.cookie()}` },
    })
    const text = await file.text()
    assert.ok(text.includes('before-the-pause') && !text.includes('after-the-pause'), text)

    await pair.onStandby('select pg_wal_replay_resume()')
    await eventually(async () => ((await listed()).includes(id) ? true : undefined), 'the replica caught up')
  })

  it('is shown with how far it is behind, to whoever runs the gateway', async () => {
    const admin = await world.signIn('admin')
    await pair.onStandby('select pg_wal_replay_pause()')
    await create('while-paused')
    const shown = await eventually(async () => {
      const { replica: found } = good(await admin.call('GET', '/console/operator/overview'))
      return found.lag_ms > 1_000 ? found : undefined
    }, 'the lag is shown')
    assert.equal(shown.state, 'used')
    assert.ok((await metric('read_replica_lag_seconds')) > 1)
    assert.equal(await metric('read_replica_used'), 1)
    await pair.onStandby('select pg_wal_replay_resume()')
    await eventually(async () => ((await replica()).lag_ms === 0 ? true : undefined), 'nothing is missing any more')
  })

  it('is not asked for a page that begins where it may not have come to yet', async () => {
    const tooNew = 'list_reads_total{server="primary",why="too_new"}'
    const before = await metric(tooNew)
    // Soon enough after a creation a page begins there; a busy machine needs more than one try to be so soon.
    await eventually(async () => {
      const made = [await create(randomUUID()), await create(randomUUID())]
      await eventually(async () => ((await listed()).includes(made[1] ?? '') ? true : undefined), 'they are listed')
      const first = good(await world.call('GET', '/api/v1/payments?limit=1'))
      const second = good(await world.call('GET', `/api/v1/payments?limit=1&cursor=${first.next_cursor}`))
      assert.deepEqual([...idsOf(first), ...idsOf(second)], made.toReversed())
      return (await metric(tooNew)) > before ? true : undefined
    }, 'a page that is read on the primary')
  })

  it('that stops is replaced by the primary, without one failed request and with one line in the log', async () => {
    const lines = () => world.output().split('"lists are read on the primary').length
    const before = lines()
    const stopping = pair.stopStandby()
    for (let asked = 0; asked < 40; asked++) {
      await listed()
      good(await owner.call('GET', atPoint('/overview')))
    }
    await stopping
    try {
      await stateIs('away')
      // A read that fails tells at once where lists are read; the next look says so in the log.
      await eventually(async () => (lines() > before ? true : undefined), 'the line in the log')
      const id = await create('without-replica')
      assert.ok((await listed()).includes(id))
      assert.equal(lines(), before + 1)
      assert.equal(await metric('read_replica_used'), 0)
      assert.ok((await metric('list_reads_total{server="primary",why="away"}')) > 0)
    } finally {
      // What follows needs it.
      await pair.startStandby()
    }
    await stateIs('used')
    const replicaReads = 'list_reads_total{server="replica",why="fit"}'
    const readBefore = await metric(replicaReads)
    await eventually(async () => {
      await listed()
      return (await metric(replicaReads)) > readBefore ? true : undefined
    }, 'it serves lists again')
  })

  /** The pools of a process of their own, with what they count. */
  const opened = async (options: Partial<ReplicaOptions>, work: (database: Database) => Promise<void>) => {
    const metrics = createMetrics()
    const database = await withReplica(
      openDatabase(pair.primaryUrl, () => undefined),
      { url: pair.standbyUrl, log: createLog('silent'), metrics, ...options },
    )
    try {
      await work(database)
      return (await metrics.counter('list_reads_total', '', ['server', 'why']).get()).values.map(
        ({ labels }) => `${labels.server}: ${labels.why}`,
      )
    } finally {
      await database.close()
    }
  }
  const anyone = { merchantId: '' }
  const isStandby = async ({ lists }: Database) =>
    await lists.asMerchant(anyone, async (tx) => {
      const found = await tx.query<{ standby: boolean }>({ text: 'select pg_is_in_recovery() as standby' })
      return found.rows[0]?.standby
    })

  it('whose recovery ends a read leaves that read to the primary', async () => {
    const seen: unknown[] = []
    const reads = await opened({}, async ({ lists }) => {
      const found = await lists.asMerchant(anyone, async (tx) => {
        const rows = await tx.query<{ standby: boolean }>({
          text: 'select pg_is_in_recovery() as standby, count(*) from transactions',
        })
        seen.push(rows.rows[0]?.standby)
        if (seen.length === 1) await pair.onPrimary('begin; lock table transactions in access exclusive mode; commit')
        if (seen.length === 1) await tx.query({ text: 'select pg_sleep(4)' })
        return rows.rows[0]?.standby
      })
      assert.equal(found, false)
    })
    assert.deepEqual(seen, [true, false])
    assert.deepEqual(reads, ['primary: failed'])
  })

  it('that is too far behind is not asked until it has caught up', async () => {
    const reads = await opened({ lagMaxMs: 6_000 }, async (database) => {
      assert.equal(await isStandby(database), true)
      await pair.onStandby('select pg_wal_replay_pause()')
      await pair.onPrimary(`update gateway_clock set offset_ms = offset_ms`)
      await eventually(async () => (database.lists.replica()?.state === 'behind' ? true : undefined), 'it is behind')
      assert.equal(await isStandby(database), false)
      await pair.onStandby('select pg_wal_replay_resume()')
      await eventually(async () => (database.lists.replica()?.state === 'used' ? true : undefined), 'it is used again')
      assert.equal(await isStandby(database), true)
    })
    assert.deepEqual(reads.sort(), ['primary: behind', 'replica: fit'])
  })

  it('is no replica where its address leads to the primary itself, or to another database', async () => {
    await pair.onPrimary('create database another')
    const other = pair.standbyUrl.replace(/\/pasarela$/, '/another')
    await eventually(async () => {
      await opened({ url: other }, async ({ lists }) => assert.equal(lists.replica()?.state, 'not_a_replica'))
      return true
    }, 'the other database is on the standby')
    const reads = await opened({ url: pair.primaryUrl }, async (database) => {
      assert.equal(database.lists.replica()?.state, 'not_a_replica')
      assert.equal(await isStandby(database), false)
    })
    assert.deepEqual(reads, ['primary: not_a_replica'])
  })

  it('is any standby of several hosts, never their primary and none that is away', async () => {
    const ports = [pair.primaryUrl, pair.standbyUrl].map((url) => new URL(url).port)
    const several = (list: string) => pair.standbyUrl.replace(/127\.0\.0\.1:\d+/, list)
    const all = `127.0.0.1:${ports[0]},127.0.0.1:1,127.0.0.1:${ports[1]}`
    const reads = await opened({ url: several(all) }, async (database) => {
      assert.equal(database.lists.replica()?.state, 'used')
      assert.equal(await isStandby(database), true)
    })
    assert.deepEqual(reads, ['replica: fit'])
    await opened({ url: several(`127.0.0.1:1,127.0.0.1:${ports[0]}`) }, async (database) => {
      assert.equal(await isStandby(database), false)
    })
  })

  it('binds its readers to one merchant like the primary', async () => {
    await opened({}, async ({ lists }) => {
      const count = async (merchantId: string) =>
        await lists.asMerchant({ merchantId }, async (tx) => {
          const found = await tx.query<{ n: bigint; role: string }>({
            text: 'select count(*) as n, current_user as role from transactions',
          })
          return found.rows[0]
        })
      const { rows } = await lists.asOperator(undefined, async (db) =>
        db.query<{ merchant_id: string }>({ text: 'select merchant_id from points limit 1' }),
      )
      assert.deepEqual(await count(''), { n: 0n, role: 'pasarela_reader' })
      assert.ok(((await count(rows[0]?.merchant_id ?? ''))?.n ?? 0n) > 0n)
    })
  })
})
