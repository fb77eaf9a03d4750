import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { hasReference } from '../../src/core/payments/store/reads/transactions.ts'
import { refreshStatistics } from '../../src/core/platform/database/statistics-refresh.ts'
import type { NewTransaction } from '../../src/core/processing/rules/new-transaction.ts'
import { insertTransactions, readExisting } from '../../src/core/processing/store/creations.ts'
import { aConnectorAccount, aTransaction } from '../support/a-transaction.ts'
import { planOf } from '../support/plan-of.ts'
import { aPoint, setUp } from '../support/set-up.ts'
import { eventually } from '../support/world.ts'

/** Payouts of one point, and how many are written at once. */
const payouts = 1_000
const groupSize = 50

const world = await setUp({ after })

describe('while tables are young', () => {
  const db = new pg.Client({ connectionString: world.url })
  let pointId: string
  let items: NewTransaction[]
  before(async () => {
    await db.connect()
    // PostgreSQL would look by itself within a minute; here nobody else shall.
    await db.query('alter table transactions set (autovacuum_enabled = off)')
    pointId = (await aPoint(world)).pointId
    const owner = { pointId, connectorAccountId: await aConnectorAccount(world) }
    items = Array.from({ length: payouts }, () => aTransaction(world, owner, { pay_type: 'payout' }))
    for (let from = 0; from < payouts; from += groupSize) {
      await insertTransactions(db, items.slice(from, from + groupSize))
    }
  })
  after(async () => await db.end())

  it('they are looked at once, and again when they are many times as large', async () => {
    const { owner } = world.database
    await eventually(async () => (await modifiedRows(db)) === payouts || undefined, 'the count of written rows')
    assert.ok((await refreshStatistics(owner)) > 0)
    assert.equal(await modifiedRows(db), 0)
    await db.query('update transactions set party_name = $1 where id = any ($2)', [
      'x',
      items.slice(0, 200).map(({ id }) => id),
    ])
    await eventually(async () => (await modifiedRows(db)) === 200 || undefined, 'the count of changed rows')
    await refreshStatistics(owner)
    assert.equal(await modifiedRows(db), 200, 'a fifth more is no other table')
  })

  for (const plan of ['general', 'for these values'] as const) {
    it(`the references of a group are looked up one by one, not among all of their point (plan ${plan})`, async () => {
      const group = items.slice(0, 10)
      const { rowsRead } = await planOf(db, async (engine) => await readExisting(engine, group), plan)
      assert.ok(rowsRead <= 3 * group.length, `${rowsRead} rows`)
    })

    it(`one reference is looked up by itself (plan ${plan})`, async () => {
      const used = { pointId, payType: 'payout', reference: items[0]?.reference ?? '' } as const
      const { rowsRead } = await planOf(db, async (reader) => await hasReference(reader, used), plan)
      assert.ok(rowsRead <= 3, `${rowsRead} rows`)
    })
  }
})

/** Rows of `transactions` that were written since PostgreSQL last looked, as far as it has counted. */
async function modifiedRows(db: pg.Client): Promise<number> {
  await db.query('select pg_stat_force_next_flush()')
  const found = await db.query(
    `select n_mod_since_analyze::int as n from pg_stat_user_tables where relname = 'transactions'`,
  )
  return found.rows[0].n
}
