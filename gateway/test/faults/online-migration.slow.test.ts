import assert from 'node:assert/strict'
import { before, describe, it, test } from 'node:test'
import pg from 'pg'
import { type Migration, outsideTransactionLine } from '../../src/core/platform/database/apply-migration.ts'
import { migrate, readMigrations, schemaFault } from '../../src/core/platform/database/migrate.ts'
import { testDatabase } from '../support/database.ts'
import { migrationFaults } from '../support/migration-rules.ts'
import { eventually, openWorld } from '../support/world.ts'

const index: Migration = {
  number: 9001,
  name: '9001_index',
  sql: `${outsideTransactionLine}
    create index concurrently if not exists transactions_by_party on transactions (party_name);`,
}
const column: Migration = {
  number: 9002,
  name: '9002_column',
  sql: 'alter table transactions add column note text check (length(note) <= 10);',
}
const rule: Migration = {
  number: 9003,
  name: '9003_rule',
  sql: `alter table transactions add constraint note_is_word check (note <> '') not valid;`,
}
const validated: Migration = {
  number: 9004,
  name: '9004_validated',
  sql: `${outsideTransactionLine}\nalter table transactions validate constraint note_is_word;`,
}
const madeUp = [index, column, rule, validated]
const newer = [...readMigrations(), ...madeUp]

test('the made-up migrations follow the rule for migrations', () =>
  assert.deepEqual(
    madeUp.flatMap(({ sql }) => migrationFaults(sql)),
    [],
  ))

/** Requests that must come through while a migration waits. */
const meanwhile = 40

describe('a migration beside a version that serves', () => {
  const world = openWorld({ env: { DATABASE_CONNECTIONS: '8' } })
  const clients: pg.Client[] = []
  const pools: pg.Pool[] = []
  before(() =>
    world.after(async () => void (await Promise.all([...clients, ...pools].map(async (each) => await each.end())))),
  )

  /** Somebody's transaction that holds the payments' table and does not end. */
  const holder = async (mode: string): Promise<{ release(): Promise<void> }> => {
    const client = new pg.Client({ connectionString: world.databaseUrl })
    clients.push(client)
    await client.connect()
    await client.query('begin')
    await client.query(`lock table transactions in ${mode} mode`)
    return { release: async () => void (await client.query('commit')) }
  }
  const newPool = (): pg.Pool => {
    const pool = new pg.Pool({ connectionString: world.databaseUrl, max: 2 })
    pools.push(pool)
    return pool
  }

  it('stops no payment, however long others hold the table; of two processes one migrates', async () => {
    let isOver = false
    let served = 0
    const load = Promise.all(
      Array.from({ length: 4 }, async (_, number) => {
        for (let turn = 0; !isOver; turn++) {
          const body = {
            service_code: 'BT_AR',
            amount: 10,
            reference: `on-${number}-${turn}`,
            payer_doc_id: '20267565393',
          }
          const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
          assert.equal(answer.status, 200, JSON.stringify(answer.body))
          served++
        }
      }),
    )
    load.catch(() => undefined)
    const servesOn = async () => {
      const before = served
      await eventually(async () => (served >= before + meanwhile ? true : undefined), 'payments while it waits')
    }
    const [writer, reader] = [await holder('row exclusive'), await holder('access share')]
    const lines: [string[], string[]] = [[], []]
    const migrating = Promise.all(lines.map(async (own) => await migrate(newPool(), (line) => own.push(line), newer)))
    migrating.catch(() => undefined)
    const said = (text: string) => lines.flat().filter((line) => line.includes(text)).length
    try {
      // The index waits for who writes, without a lock that writers need.
      await eventually(
        async () => (said('another process migrates') === 1 ? true : undefined),
        'one waits for the other',
      )
      await servesOn()
      assert.equal(said('migrated to'), 0)
      await writer.release()
      // The column needs the table for itself for a moment, and steps back when it does not get it.
      await eventually(async () => (said('a table is in use') >= 2 ? true : undefined), 'it steps back and tries again')
      await servesOn()
      assert.equal(said('migrated to 9004'), 0)
      await reader.release()
      assert.deepEqual(await migrating, [9004, 9004])
      await servesOn()
    } finally {
      isOver = true
      await load
    }
    assert.equal(said('migrated to'), 1)
    assert.equal(said('migrated to 9004_validated (4 migrations)'), 1)
    const { rows } = await newPool().query(
      `select indisvalid, convalidated from pg_index, pg_constraint
        where indexrelid = 'transactions_by_party'::regclass and conname = 'note_is_word'`,
    )
    assert.deepEqual(rows, [{ indisvalid: true, convalidated: true }])
  })

  it('makes an index anew whose making was cut short', async () => {
    const pool = newPool()
    // Not unique at all: PostgreSQL leaves it behind, invalid.
    await assert.rejects(pool.query('create unique index concurrently cut_short on transactions (environment)'))
    const again: Migration = {
      number: 9005,
      name: '9005_again',
      sql: `${outsideTransactionLine}\ncreate index concurrently if not exists cut_short on transactions (environment);`,
    }
    await migrate(pool, () => undefined, [...newer, again])
    const { rows } = await pool.query(
      `select indisvalid, indisunique from pg_index where indexrelid = 'cut_short'::regclass`,
    )
    assert.deepEqual(rows, [{ indisvalid: true, indisunique: false }])
  })

  it('that others run before it starts is awaited: an old schema is refused, one that is a step ahead is not', async (t) => {
    const { url } = await testDatabase({ after: (work) => t.after(work) })
    const pool = new pg.Pool({ connectionString: url, max: 1 })
    // `end` does not wait for the socket, which may learn that its database was dropped.
    pool.on('error', () => undefined)
    try {
      assert.equal(await schemaFault(pool), undefined)
      await pool.query(`insert into schema_migrations values (9001, '9001_newer', 'x')`)
      assert.equal(await schemaFault(pool), undefined)
      await pool.query(`insert into schema_migrations values (9002, '9002_newest', 'x')`)
      await assert.rejects(schemaFault(pool), /9002_newest.*start a newer version/)
      await pool.query('delete from schema_migrations where number in (9001, 9002, 1)')
      assert.match((await schemaFault(pool)) ?? '', /pasarela migrate/)
    } finally {
      await pool.end()
    }
  })
})
