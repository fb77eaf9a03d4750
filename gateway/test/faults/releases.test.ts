import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { releaseDue } from '../../src/core/ledger/release-due.ts'
import { inTransaction } from '../../src/core/platform/database/database.ts'
import { applyOutcomes } from '../../src/core/processing/apply-outcome.ts'
import { insertNewTransactions } from '../../src/core/processing/store/creations.ts'
import { lockTransactions } from '../../src/core/processing/store/outcomes.ts'
import type { Deps } from '../../src/extras/deps.ts'
import { aConnectorAccount, aProcess, aTransaction } from '../support/a-transaction.ts'
import { aPoint, setUp } from '../support/set-up.ts'

const world = await setUp({ after })
const { owner, engine } = world.database
const { pointId } = await aPoint(world)
const connectorAccountId = await aConnectorAccount(world)
const process = aProcess(world)
await owner.query(
  `insert into point_terms (point_id, service_code, pay_type, fee_millionths, fee_fixed_minor, release_delay_seconds)
    values ($1, 'BT_AR', 'payin', 0, 0, 3600)`,
  [pointId],
)

/** A pay-in that was credited and may be released now. */
async function releasable(): Promise<string> {
  const item = aTransaction(world, { pointId, connectorAccountId })
  await insertNewTransactions(engine, [item])
  await applyOutcomes(process, [{ transactionId: item.id, update: { kind: 'completed' }, source: 'notification' }])
  await owner.query(
    `update ledger_releases set release_at = gateway_now() - interval '1 second' where transaction_id = $1`,
    [item.id],
  )
  return item.id
}

const release = async () => await releaseDue(process as unknown as Deps)

// Found by the simulator: the release held the accounts and waited for the transaction, which its transfer refers to; the news of
// its reversal held the transaction and waited for the accounts.
test('a credit of which news are being written is released afterwards, and nothing waits for that', async () => {
  const id = await releasable()
  const other = await releasable()
  await inTransaction(engine, async (tx) => {
    await lockTransactions(tx, [id])
    await tx.query({ text: `set local lock_timeout = '5s'` })
    assert.equal(await release(), 1, 'only the one of which nothing is written')
    await tx.query({
      text: 'select from ledger_accounts where point_id = $1 order by id for no key update',
      values: [pointId],
    })
  })
  const released = async () =>
    (await owner.query('select transaction_id as id from ledger_releases where released_at is not null')).rows.map(
      (row: { id: string }) => row.id,
    )
  assert.deepEqual(await released(), [other])
  assert.equal(await release(), 1)
  assert.deepEqual((await released()).sort(), [id, other].sort())
})

test('a payment and its reversal in one report: the whole credit waits for its release, and the reversal is owed until then', async () => {
  for (const [takenMinor, status] of [
    [400n, 'COMPLETED'],
    [1000n, 'ERROR'],
  ] as const) {
    const { pointId: shop } = await aPoint(world)
    await owner.query(
      `insert into point_terms (point_id, service_code, pay_type, fee_millionths, fee_fixed_minor, release_delay_seconds)
        values ($1, 'BT_AR', 'payin', 0, 30, 3600)`,
      [shop],
    )
    const item = aTransaction(world, { pointId: shop, connectorAccountId })
    await insertNewTransactions(engine, [item])
    const update = { kind: 'reversed', creditedMinor: 1000n, amountMinor: takenMinor } as const
    const [told] = await applyOutcomes(process, [{ transactionId: item.id, update, source: 'notification' }])
    assert.equal(told?.transaction?.status, status)
    const balances = async () =>
      (
        await owner.query<{ kind: string; minor: bigint }>(
          `select kind, balance_minor as minor from ledger_accounts
            where point_id = $1 and kind in ('available', 'pending') order by kind`,
          [shop],
        )
      ).rows.map(({ kind, minor }) => [kind, minor])
    assert.deepEqual(await balances(), [
      ['available', -takenMinor],
      ['pending', 970n],
    ])
    await owner.query('update ledger_releases set release_at = gateway_now() where transaction_id = $1', [item.id])
    await release()
    assert.deepEqual(await balances(), [
      ['available', 970n - takenMinor],
      ['pending', 0n],
    ])
  }
})
