import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPaymentDesk } from '../../../test/support/payment-desk.ts'
import { setUp } from '../../../test/support/set-up.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { uuidFrom } from '../../platform/ids.ts'
import { lockTransactions } from '../../processing/store/outcomes.ts'
import { makeBatch } from './make-batch.ts'

const world = await setUp({ after })
const { aGateway, deps, anAccount, aPayout } = await openPaymentDesk(world)
const { owner, engine } = deps.database

/** Until some session waits for a row that `holder` has locked. */
async function untilSomebodyWaitsFor(holder: number): Promise<void> {
  for (let round = 0; round < 1_000; round++) {
    const { rows } = await owner.query<{ n: number }>(
      'select count(*)::int as n from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
      [holder],
    )
    if ((rows[0]?.n ?? 0) > 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.fail('nobody waits')
}

// A process whose clock is ahead makes ids that come after those of payouts made later.
const minutesAhead = (minutes: number) => uuidFrom(new Date(deps.clock.now().getTime() + minutes * 60_000))

for (const named of [false, true]) {
  test(`a draft (${named ? 'payouts named' : 'all that wait'}) and updates of its payouts lock in one order, whatever the clocks of processes said`, async () => {
    const account = await anAccount()
    const older = await aPayout(account, { id: minutesAhead(named ? 4 : 2) })
    const newer = await aPayout(account, { id: minutesAhead(named ? 3 : 1) })
    assert.ok(newer.id < older.id)
    await owner.query(`update transactions set created_at = created_at - interval '1 minute' where id = $1`, [older.id])
    const transactionIds = named ? [older.id, newer.id] : undefined
    const made = await inTransaction(engine, async (tx) => {
      // An update of both payouts has the first of them, and takes the second.
      await lockTransactions(tx, [newer.id])
      const { rows } = await tx.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
      const draft = makeBatch(aGateway(), { bankAccountId: account.id, transactionIds }, 'ana')
      draft.catch(() => undefined)
      await untilSomebodyWaitsFor(rows[0]?.pid ?? 0)
      await lockTransactions(tx, [older.id])
      return { draft }
    })
    const { batchId } = await made.draft
    const { rows } = await owner.query<{ transaction_id: string }>(
      'select transaction_id from payment_batch_items where payment_batch_id = $1 order by position',
      [batchId],
    )
    assert.deepEqual(
      rows.map((row) => row.transaction_id),
      [older.id, newer.id],
      'oldest first in the file',
    )
  })
}

test('a payout that was decided while a draft waited for it does not stand in the draft', async () => {
  const account = await anAccount()
  const [decided, waiting] = [await aPayout(account), await aPayout(account)]
  const made = await inTransaction(engine, async (tx) => {
    await lockTransactions(tx, [decided.id])
    const { rows } = await tx.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
    const draft = makeBatch(aGateway(), { bankAccountId: account.id }, 'ana')
    draft.catch(() => undefined)
    await untilSomebodyWaitsFor(rows[0]?.pid ?? 0)
    await tx.query({
      text: `update transactions set status = 'COMPLETED', reason = 'paid' where id = $1`,
      values: [decided.id],
    })
    return { draft }
  })
  const { batchId } = await made.draft
  const { rows } = await owner.query<{ transaction_id: string }>(
    'select transaction_id from payment_batch_items where payment_batch_id = $1',
    [batchId],
  )
  assert.deepEqual(rows, [{ transaction_id: waiting.id }])
})
