import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import { testDatabase } from '../../../../test/support/database.ts'
import { type FaultProxy, faultProxy } from '../../../../test/support/fault-proxy.ts'
import { asMerchant, inTransaction, lockThenWrite } from './database.ts'
import { DatabaseSilentError, isConnectionAway, isDatabaseAway } from './database-away.ts'
import { groupWriter } from './group-commit.ts'
import { openPool } from './open-pool.ts'
import { readiness } from './readiness.ts'
import { healthOf, waitWithoutLimit } from './watch-connections.ts'

/** The server cancels after 500 ms, the client a second later. */
const limits = { statementTimeoutMs: 500, answerTimeoutMs: 1_500, connectTimeoutMs: 1_000 }

describe('a connection that leaves a statement without an answer', () => {
  let proxy: FaultProxy
  const pools: pg.Pool[] = []
  const endings: (() => Promise<void>)[] = []
  before(async () => {
    const { url } = await testDatabase({ after: (work) => endings.push(work) })
    proxy = await faultProxy(url)
  })
  after(async () => {
    await Promise.all(pools.map(async (pool) => await pool.end()))
    await proxy.close()
    for (const end of endings) await end()
  })
  const open = (pipeline: boolean, max = 4, more: Partial<typeof limits> = {}) => {
    const role = 'pasarela_engine' as const
    const pool = openPool(proxy.url, { ...limits, ...more, role, max, pipeline, onError: () => undefined })
    pools.push(pool)
    return pool
  }
  const answers = async (pool: pg.Pool) => assert.equal((await pool.query('select 1 as one')).rows[0].one, 1)
  /** Makes the connection silent during `work`, which must not use another connection. */
  const inSilence = async <T>(work: () => Promise<T>): Promise<T> => {
    proxy.dropEverything()
    try {
      return await work()
    } finally {
      proxy.letNewConnectionsWork()
    }
  }
  const isSilent = (error: unknown) => {
    assert.ok(error instanceof DatabaseSilentError, String(error))
    assert.equal(error.code, 'database_silent')
    assert.ok(isConnectionAway(error) && isDatabaseAway(error))
    return true
  }

  for (const pipeline of [true, false]) {
    const kind = pipeline ? 'pipelined' : 'plain'

    it(`is destroyed, ${kind}: each of its statements fails at once and nothing more is sent over it`, async () => {
      const pool = open(pipeline)
      const client = await pool.connect()
      await client.query('select 1')
      const failures = await inSilence(async () => {
        const sent = ['select 1', 'select 2', 'select 3'].map(async (text) => await client.query(text))
        return await Promise.allSettled(sent)
      })
      for (const failure of failures) {
        assert.equal(failure.status, 'rejected')
        isSilent(failure.reason)
      }
      assert.ok(client.connection.stream.destroyed)
      client.release()
      assert.equal(pool.totalCount, 0)
      await answers(pool)
    })

    it(`also destroys the idle connections of its pool, ${kind}`, async () => {
      const pool = open(pipeline)
      const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
      for (const client of clients) client.release()
      await inSilence(async () => await assert.rejects(pool.query('select 1'), isSilent))
      await answers(pool)
      assert.equal(pool.totalCount, 1)
    })

    it(`ends a transaction without a rollback, ${kind}, and frees its slot in the pool`, async () => {
      const pool = open(pipeline, 1)
      await answers(pool)
      const sent: unknown[] = []
      pool.on('acquire', (client) => {
        const query = client.query.bind(client) as (...args: unknown[]) => unknown
        client.query = ((...args: unknown[]) => {
          sent.push(args[0])
          return query(...args)
        }) as typeof client.query
      })
      for (const transaction of [
        async () => await inTransaction(pool, async (tx) => await tx.query({ text: 'select 1' })),
        async () =>
          await lockThenWrite(pool, {
            lock: async (tx) => await tx.query({ text: 'select 1' }),
            write: async () => await Promise.resolve(),
          }),
        async () => await asMerchant(pool, { merchantId: '' }, async (tx) => await tx.query({ text: 'select 1' })),
      ]) {
        await inSilence(async () => await assert.rejects(transaction(), isSilent))
        assert.ok(!sent.includes('rollback'))
        await answers(pool)
      }
    })
  }

  it('is not assumed while a statement waits behind others that are answered', async () => {
    // Together longer than the client waits for one; each may take as long as a busy machine needs.
    const pool = open(true, 4, { statementTimeoutMs: 30_000 })
    const client = await pool.connect()
    const each = Array.from({ length: 6 }, async () => await client.query('select pg_sleep(0.4)'))
    await Promise.all(each)
    client.release()
    assert.equal(healthOf(pool).failedAtMs, undefined)
  })

  it('is not assumed if the server cancels by itself: the server’s error arrives first', async () => {
    await assert.rejects(open(true).query('select pg_sleep(5)'), { code: '57014' })
  })

  it('fails a whole group: none of its items is retried alone, and the writer continues', async () => {
    const pool = open(true)
    await answers(pool)
    const groups: number[] = []
    const writer = groupWriter<number, number>({
      keyOf: String,
      writeGroup: async (items) => {
        groups.push(items.length)
        await inTransaction(pool, async (tx) => await tx.query({ text: 'select 1' }))
        return items
      },
    })
    const results = await inSilence(
      async () => await Promise.allSettled(Array.from({ length: 40 }, async (_, n) => await writer.write(n))),
    )
    assert.ok(results.every(({ status }) => status === 'rejected'))
    assert.deepEqual(groups, [32, 8])
    assert.equal(await writer.write(7), 7)
    await writer.drain()
  })

  it('fails a whole group by the same rule if no connection is available', async () => {
    const pool = open(true)
    const groups: number[] = []
    const writer = groupWriter<number, number>({
      keyOf: String,
      writeGroup: async (items) => {
        groups.push(items.length)
        await pool.query('select 1')
        return items
      },
    })
    const write = async () =>
      await Promise.allSettled(Array.from({ length: 32 }, async (_, n) => await writer.write(n)))
    const results = await inSilence(write)
    assert.ok(results.every((each) => each.status === 'rejected' && isConnectionAway(each.reason)))
    assert.deepEqual(groups, [32])
    assert.ok((await write()).every(({ status }) => status === 'fulfilled'))
  })

  it('may be exempt from the limit', async () => {
    const pool = open(false)
    const client = await pool.connect()
    await client.query('set statement_timeout = 0')
    waitWithoutLimit(client)
    await client.query('select pg_sleep(2)')
    client.release()
  })

  it('is reported by readiness, which has its own limit, until the connection works again', async () => {
    const [engine, reader] = [open(true), open(true)]
    const isReady = readiness({ engine, reader })
    assert.equal(await isReady(), true)
    await inSilence(async () => {
      await assert.rejects(reader.query('select 1'), isSilent)
      assert.equal(await isReady(), 'the database does not answer')
    })
    await answers(reader)
    assert.equal(await isReady(), true)
  })

  it('is not assumed if the database closed it, because the client is notified', async () => {
    const pool = open(true)
    await answers(pool)
    proxy.halfClose()
    await assert.rejects(pool.query('select 1'), isSilent)
    await answers(pool)
  })

  it('is probed by the system while nothing is sent', async () => {
    const pool = open(true)
    const client = await pool.connect()
    await client.query('select 1')
    const { localPort } = client.connection.stream as unknown as { localPort: number }
    client.release()
    assert.equal(timerOf(localPort), keepAliveTimer)
    const settings = await pool.query<{ text: string }>(
      `select string_agg(current_setting(name), ' ') as text from unnest($1::text[]) as name`,
      [['tcp_keepalives_idle', 'tcp_user_timeout', 'idle_session_timeout']],
    )
    assert.equal(settings.rows[0]?.text, '10 25000 1min')
  })
})

/** `st` of /proc/net/tcp: 01 is an established connection. Ended ones keep a port's line for a minute. */
const established = '01'

/** `tr` of /proc/net/tcp: 2 is the keepalive timer, 0 is none. */
const keepAliveTimer = '02'

function timerOf(localPort: number): string | undefined {
  const port = localPort.toString(16).toUpperCase().padStart(4, '0')
  const connections = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const found = connections.find((each) => each[1]?.endsWith(`:${port}`) === true && each[3] === established)
  return found?.[5]?.split(':')[0]
}
