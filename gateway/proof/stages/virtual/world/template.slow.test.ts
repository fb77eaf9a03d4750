import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../../../../test/support/database.ts'
import { pointNames } from './points.ts'
import { seedTemplate } from './template.ts'

test('a template has every point, and each can spend what its facts say and not more', async (t) => {
  const { url } = await testDatabase(t)
  const facts = await seedTemplate(url)
  assert.deepEqual(
    facts.points.map(({ name }) => name),
    pointNames,
  )
  assert.deepEqual(JSON.parse(JSON.stringify(facts)), facts)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  client.on('error', () => undefined)
  t.after(async () => await client.end())
  for (const { pointId, funds } of facts.points) {
    const found = await client.query<{ currency: string; minor: string; overdraft: string }>(
      `select currency, balance_minor::text as minor, overdraft_minor::text as overdraft from ledger_accounts
        where point_id = $1 and kind = 'available' order by currency`,
      [pointId],
    )
    assert.deepEqual(
      found.rows.map((row) => ({ currency: row.currency, availableMinor: row.minor })),
      funds.toSorted((one, other) => one.currency.localeCompare(other.currency)),
    )
    assert.ok(found.rows.every(({ overdraft }) => overdraft === '0'))
  }
})
