import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aProcess, aTransaction } from '../../../test/support/a-transaction.ts'
import { anOwnAccount, giveStatements, moveToNoon } from '../../../test/support/own-accounts.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { applyOutcomes } from '../../processing/apply-outcome.ts'
import { insertTransactions } from '../../processing/store/creations.ts'
import { addDays } from '../../values/days.ts'
import { matchNewLines } from '../match-lines.ts'
import { checkBankDays } from './check-days.ts'
import { computeBankDays } from './compute-days.ts'

const world = await setUp({ after })
const deps = { ...world, ...aProcess(world) }
const { owner } = deps.database
const first = '2030-06-03'
const minutes = 60_000

test('each figure of each day that somebody changed is found, by the full run, and by each run in the last seven days', async () => {
  const { pointId } = await aPoint(deps, { environment: 'live' })
  await moveToNoon(world, first)
  const account = await anOwnAccount(world)
  const order = aTransaction(
    deps,
    { pointId, connectorAccountId: account.connectorAccountId },
    { environment: 'live', serviceCode: 'SPEI_MX', currency: 'MXN', amountMinor: 500n, targetReference: null },
  )
  await insertTransactions(deps.database.engine, [order])
  const update = { kind: 'completed', creditedMinor: 500n } as const
  await applyOutcomes(deps, [{ transactionId: order.id, source: 'operator', bankReference: 'seen', update }])
  await moveToNoon(world, addDays(first, 12))
  await giveStatements(
    world,
    account,
    Array.from({ length: 12 }, (_, at) => {
      const day = addDays(first, at)
      const lines = [{ day, cents: 100 + at, text: 'nobody knows' }]
      const before = Array.from({ length: at }, (_none, earlier) => 100 + earlier).reduce(
        (sum, cents) => sum + cents,
        0,
      )
      return { from: day, to: day, openingCents: before, closingCents: before + 100 + at, lines }
    }),
  )
  while ((await matchNewLines(deps)) > 0);
  while ((await computeBankDays(deps)) > 0);
  // What changed within minutes is left to a later run.
  assert.equal((await checkBankDays(deps, undefined)).checked, 0)
  await moveToNoon(world, addDays(first, 12), 20 * minutes)
  while ((await computeBankDays(deps)) > 0);
  assert.deepEqual(await checkBankDays(deps, undefined), { checked: 12, violations: [] })
  const recent = new Date(0)
  assert.deepEqual(await checkBankDays(deps, recent), { checked: 7, violations: [] })
  // The database itself refuses figures that contradict each other.
  const changes = [
    ['bank', 'ledger'],
    ['ledger', 'unproven'],
    ['unposted', 'unproven'],
    ['bank', 'difference'],
    ['late'],
  ]
  for (const [at, isRecent] of [
    [2, false],
    [11, true],
  ] as const) {
    const day = addDays(first, at)
    const { rows } = await owner.query<{ state: string }>('select state from bank_days where day = $1', [day])
    for (const columns of changes) {
      const change = async (by: string, state: string | undefined) =>
        await owner.query(
          `update bank_days set state = $2, ${columns.map((name) => `${name}_minor = ${name}_minor ${by}`).join(', ')} where day = $1`,
          [day, state],
        )
      assert.equal((await change('+ 1', 'open')).rowCount, 1)
      const { violations } = await checkBankDays(deps, undefined)
      for (const name of columns) {
        const told = new RegExp(`^bank day ${day}: ${name}_minor is `)
        assert.ok(
          violations.some(({ id, what }) => id === account.id && told.test(what)),
          `${name} of ${day}`,
        )
      }
      assert.equal((await checkBankDays(deps, recent)).violations.length > 0, isRecent, `${columns.join()} of ${day}`)
      await change('- 1', rows[0]?.state)
    }
  }
  assert.deepEqual((await checkBankDays(deps, undefined)).violations, [])
  const later = new Date(deps.clock.now().getTime() + 60 * minutes)
  assert.equal((await checkBankDays(deps, later)).checked, 0, 'accounts that were not computed since')
})
