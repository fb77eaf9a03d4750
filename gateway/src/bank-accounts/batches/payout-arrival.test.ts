import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moveToNoon } from '../../../test/support/own-accounts.ts'
import { openPaymentDesk } from '../../../test/support/payment-desk.ts'
import { setUp } from '../../../test/support/set-up.ts'
import { arrivalOf } from '../../payouts/payout-arrivals.ts'
import { routeFinder } from '../../processing/route-finder.ts'
import { setBankAccount } from '../set-bank-account.ts'
import { makeBatch } from './make-batch.ts'
import { cancelBatch } from './order-batch.ts'
import { payoutArrival } from './payout-arrival.ts'

const world = await setUp({ after })
const { deps, ana, pointId, anAccount, aPayout } = await openPaymentDesk(world)
const { owner } = deps.database
const routed = { ...deps, routes: routeFinder({ database: deps.database, secretBox: world.secretBox }) }
// Noon of Thursday in Mexico City is 18:00 UTC.
const thursday = '2031-06-12'

test('a payout of an own account arrives on the day of its payment file, or of one by the next cut-off', async () => {
  await moveToNoon(world, thursday)
  const account = await anAccount()
  await setBankAccount(deps, { bankAccountId: account.id, cutoff: '17:30' }, ana)
  const payout = await aPayout(account)
  const shown = async () =>
    await payoutArrival(routed, { id: payout.id, connectorAccountId: account.connectorAccountId })
  assert.equal(await shown(), thursday)
  await moveToNoon(world, thursday, 5.5 * 3_600_000)
  assert.equal(await shown(), '2031-06-13', 'at the cut-off itself it is too late')
  await owner.query(
    `insert into bank_holidays (country, day, name, source) values ('MX', '2031-06-13', 'Feriado', 'test')`,
  )
  assert.equal(await shown(), '2031-06-16', 'a holiday, and a weekend')

  const { batchId } = await makeBatch(deps, { bankAccountId: account.id }, 'ana')
  await moveToNoon(world, '2031-06-18')
  assert.equal(await shown(), '2031-06-16', 'the day of the file stays')
  await cancelBatch(deps, batchId, ana)
  assert.equal(await shown(), '2031-06-18', 'a file that was cancelled has no day')
})

test('nothing is said of payouts that leave otherwise', async () => {
  const account = await anAccount()
  const payout = await aPayout(account)
  await owner.query('update bank_accounts set payout_settings = null, payout_format = null where id = $1', [account.id])
  const { id } = payout
  assert.equal(await payoutArrival(routed, { id, connectorAccountId: account.connectorAccountId }), undefined)
  assert.equal(await payoutArrival(routed, { id, connectorAccountId: pointId }), undefined, 'no connector account')
})

test('only payouts on their way have a day, and what cannot be read is left out', async () => {
  const said: string[] = []
  const log = { error: (_: unknown, text?: string) => void said.push(text ?? '') }
  const connectorAccountId = 'any'
  const payout = { id: 'p', connectorAccountId, payType: 'payout', status: 'PENDING', reason: 'submitted' } as const
  const known = { log, payoutArrivals: [async () => undefined, async () => thursday] }
  assert.equal(await arrivalOf(known, payout), thursday)
  for (const other of [
    { ...payout, payType: 'payin' as const },
    { ...payout, status: 'COMPLETED' as const },
    { ...payout, reason: 'awaiting_approval' as const },
  ]) {
    assert.equal(await arrivalOf(known, other), undefined)
  }
  assert.equal(await arrivalOf({ log }, payout), undefined)
  const failing = async () => await Promise.reject(new Error('the database is away'))
  assert.equal(await arrivalOf({ log, payoutArrivals: [failing] }, payout), undefined)
  assert.deepEqual(said, ['the day on which a payout arrives could not be read'])
})
