import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aConnectorAccount, aProcess, aTransaction } from '../../../test/support/a-transaction.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { fundPoint } from '../ledger/fund-point.ts'
import { applyOutcomes } from '../processing/apply-outcome.ts'
import type { StatusUpdate } from '../processing/rules/state.ts'
import { insertTransactions } from '../processing/store/creations.ts'
import { type PayoutCreation, reservePayouts } from './reserve-payouts.ts'

const world = await setUp({ after })
const { owner, engine } = world.database
const { pointId } = await aPoint(world)
const connectorAccountId = await aConnectorAccount(world)
const deps = aProcess(world)

async function fund(availableMinor: bigint): Promise<void> {
  await fundPoint(
    { ...deps, clock: world.clock },
    {
      ...{ pointId, environment: 'test', currency: 'ARS', kind: 'funding', change: { to: availableMinor } },
      ...{ overdraftMinor: 0n, note: 'test' },
      audit: { actor: 'test', action: 'test.funds', pointId, objectId: pointId, detail: {} },
    },
  )
}

const said = (creation: PayoutCreation | undefined) =>
  creation?.kind === 'refused' ? [creation.why, creation.limitMinor] : creation?.kind

test('what was reversed of a pay-in and what was refunded of it each lower once what may still go back', async () => {
  await fund(10_000n)
  const payin = aTransaction(world, { pointId, connectorAccountId })
  await insertTransactions(engine, [payin])
  const tell = async (transactionId: string, update: StatusUpdate) =>
    await applyOutcomes(deps, [{ transactionId, update, source: 'notification' }])
  const refund = async (amountMinor: bigint | 'rest') => {
    const item = aTransaction(
      world,
      { pointId, connectorAccountId },
      {
        ...{ pay_type: 'refund', reason: 'submitted', amount_minor: amountMinor === 'rest' ? 0n : amountMinor },
        refund: { payinId: payin.id, isRest: amountMinor === 'rest', isPayable: true, lineId: null },
      },
    )
    return (await reservePayouts(deps, [item]))[0]
  }
  await tell(payin.id, { kind: 'completed', creditedMinor: 1000n })
  await tell(payin.id, { kind: 'reversed', amountMinor: 300n })
  assert.deepEqual(said(await refund(701n)), ['over_rest', 700n])
  const first = await refund(400n)
  assert.equal(said(first), 'created')
  assert.deepEqual(said(await refund(301n)), ['over_rest', 300n])
  await tell(payin.id, { kind: 'reversed', amountMinor: 350n })
  assert.deepEqual(said(await refund(251n)), ['over_rest', 250n], 'the report of a total counts once')
  const rest = await refund('rest')
  assert.equal(rest?.kind === 'created' && rest.item.amount_minor, 250n)
  assert.deepEqual(said(await refund(1n)), ['not_refundable', null])
  await tell(first?.kind === 'created' ? first.item.id : '', { kind: 'rejected', reason: 'declined' })
  assert.deepEqual(said(await refund(401n)), ['over_rest', 400n], 'what failed may go back again')
})

test('of payouts that are reserved together only so many are accepted as the funds cover with their fees', async () => {
  await owner.query(
    `insert into point_terms (point_id, service_code, pay_type, fee_millionths, fee_fixed_minor)
      values ($1, 'BT_AR', 'payout', 0, 10)`,
    [pointId],
  )
  await fund(3_029n)
  const payout = (amount_minor: bigint) =>
    aTransaction(world, { pointId, connectorAccountId }, { pay_type: 'payout', amount_minor })
  const creations = await reservePayouts(deps, [payout(1000n), payout(1000n), payout(1000n), payout(999n)])
  const refused = ['insufficient_funds', null]
  assert.deepEqual(creations.map(said), ['created', 'created', refused, 'created'])
  const { rows } = await owner.query(
    `select balance_minor::text as left from ledger_accounts where point_id = $1 and kind = 'available'`,
    [pointId],
  )
  assert.deepEqual(rows, [{ left: '0' }])
})
