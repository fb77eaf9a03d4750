import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import type { Db } from '../../src/core/platform/database/database.ts'
import { listMovements } from '../../src/extras/balance-statements/list-movements.ts'
import { openStatementFile } from '../../src/extras/balance-statements/read-statement.ts'
import { readMovements, readOwnAccounts } from '../../src/extras/balance-statements/store/reads/movements.ts'
import { readerOf } from '../support/check-month.ts'
import { planOf } from '../support/plan-of.ts'
import { playMonth } from '../support/random-month.ts'
import { setUp } from '../support/set-up.ts'

const world = await setUp({ after })
const played = await playMonth(world, { payments: 1_000, seed: 77 })
const caller = readerOf(played)
const { owner } = world.database

/** Books one unit of ARS at that time, in a database transaction that the caller ends. */
const bookAt = async (client: pg.ClientBase, at: string) => {
  await client.query(
    `insert into ledger_transfers (point_id, kind, debit_account, credit_account, amount_minor, environment, currency, created_at)
      select $1, 'funding', f.id, a.id, 1, 'test', 'ARS', $2 from ledger_accounts f, ledger_accounts a
      where f.point_id = $1 and f.kind = 'funding' and f.currency = 'ARS'
        and a.point_id = $1 and a.kind = 'available' and a.currency = 'ARS'`,
    [played.pointId, at],
  )
  await client.query(
    `update ledger_accounts set balance_minor = balance_minor + 1 where point_id = $1 and kind = 'available' and currency = 'ARS'`,
    [played.pointId],
  )
}
const walk = async (cursor: string | undefined) => {
  const seen: string[] = []
  for (let next = cursor; seen.length < 100_000; ) {
    const page = await listMovements(world, caller, { currency: 'ARS', limit: 100, cursor: next })
    seen.push(...page.items.map(({ id, balanceAfter }) => `${id} ${balanceAfter?.available}`))
    if (page.nextCursor === null) return seen
    next = page.nextCursor
  }
  throw new Error('the pages have no end')
}

describe('the pages of one list', () => {
  it('show one moment, whatever is booked or committed late meanwhile', async () => {
    const whole = await walk(undefined)
    assert.ok(whole.length > 300)
    const client = new pg.Client({ connectionString: world.url })
    await client.connect()
    try {
      await client.query('begin')
      await bookAt(client, '2026-04-20T12:00:00Z')
      const first = await listMovements(world, caller, { currency: 'ARS', limit: 10 })
      await client.query('commit')
      const seen = first.items.map(({ id, balanceAfter }) => `${id} ${balanceAfter?.available}`)
      assert.deepEqual([...seen, ...(await walk(first.nextCursor ?? ''))], whole)
      assert.equal((await walk(undefined)).length, whole.length + 1, 'the next reader sees it')
    } finally {
      await client.end()
    }
  })

  it('add up as a file too, when somebody books between its lines', async () => {
    const query = { currency: 'ARS', from: '2026-04-01', to: '2026-04-30' } as const
    const { statement, batches } = await openStatementFile(world, caller, query)
    const client = await owner.connect()
    try {
      await bookAt(client, '2026-04-20T12:00:01Z')
    } finally {
      client.release()
    }
    let last = statement.opening
    for await (const batch of batches) {
      assert.ok(batch !== 'cut')
      last = batch.at(-1)?.balanceAfter ?? last
    }
    assert.deepEqual(last, statement.closing)
  })

  it('end a file that has too many lines with a word about it', async () => {
    const query = { currency: 'ARS', from: '2026-04-01', to: '2026-04-30', linesMax: 5 } as const
    const { batches } = await openStatementFile(world, caller, query)
    const given: unknown[] = []
    for await (const batch of batches) given.push(batch === 'cut' ? 'cut' : batch.length)
    assert.deepEqual(given, [5, 'cut'])
  })
})

describe('as the ledger grows', () => {
  it('a page reads what it shows, not the table, at the top and far behind', async () => {
    const db = new pg.Client({ connectionString: world.url })
    await db.connect()
    try {
      await db.query('analyze')
      await db.query('grant pasarela_reader to current_user')
      await db.query(`select set_config('pasarela.merchant_id', $1, false)`, [played.merchantId])
      await db.query('set role pasarela_reader')
      const accounts = await readOwnAccounts(db as unknown as Db, played.pointId)
      const total = Number((await db.query('select count(*)::int as n from ledger_transfers')).rows[0].n)
      for (const to of [undefined, new Date('2026-04-10T12:00:00Z')]) {
        const run = async (reader: Db) =>
          await readMovements(reader, { pointId: played.pointId, accounts, to }, { order: 'newest first', limit: 20 })
        const { rowsRead } = await planOf(db, run, 'for these values')
        // A line reads its entry, the other entries of its transaction twice, and the transaction.
        assert.ok(rowsRead > 20 && rowsRead < 12 * 20, `${rowsRead} of ${total} rows`)
        assert.ok(rowsRead < total / 4)
      }
    } finally {
      await db.end()
    }
  })
})
