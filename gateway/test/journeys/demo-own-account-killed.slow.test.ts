import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually, openWorldFor } from '../support/world.ts'

test('a demo that is killed again and again while it fills its own account makes nothing twice', async (t) => {
  const world = await openWorldFor(t, { env: { DEMO_OWN_ACCOUNT: '1' }, ownProcess: true })
  const counts = async () =>
    (
      await world.db.query(
        `select (select count(*) from points)::int as points, (select count(*) from bank_accounts)::int as accounts,
          (select count(*) from deposit_accounts)::int as deposits, (select count(*) from bank_profiles)::int as profiles,
          (select count(*) from transactions)::int as orders, (select count(*) from bank_lines)::int as lines`,
      )
    ).rows[0]
  for (const waitMs of [0, 150, 300, 500, 800, 1_200]) {
    await sleep(waitMs)
    await world.killGateway()
    await world.startGateway()
  }
  const paid = `select 1 from transactions where reference = 'demo-paid-twice' and status = 'COMPLETED'`
  await eventually(
    async () => (await world.db.query(paid)).rowCount === 1 || undefined,
    'the first statement is matched',
  )
  await world.killGateway()
  await world.startGateway()
  const all = { points: 2, accounts: 1, deposits: 1, profiles: 1, orders: 6, lines: 10 }
  await eventually(async () => (await counts()).lines === all.lines || undefined, 'every line is there')
  assert.deepEqual(await counts(), all)
  const book = await world.bank('GET', '/control/accounts')
  assert.deepEqual(
    book.accounts.map(({ balance_minor: balance }: { balance_minor: string }) => balance),
    ['695575'],
  )
})
