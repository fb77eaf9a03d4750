import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import { type Bench, openBench } from './bench-world.ts'
import { anotherRow, newReference, readExample } from './example-rows.ts'
import { countTransactions, fillTransactions } from './fill-transactions.ts'
import { type PathRequest, send } from './gateway-requests.ts'
import { openLimitAccounts } from './limit-accounts.ts'
import {
  creationSteps,
  transactionSteps,
  writeCreations,
  writePayoutOutcomes,
  writeReservations,
  writeTransactions,
} from './limit-rows.ts'
import { type Row, writeOne } from './limit-statements.ts'
import { cardRequest, readCardExample, takeCardByDriver } from './paths/card-payin.ts'
import { payOutByDriver, payoutRequest, readPayoutExample } from './paths/payout.ts'
import { openList } from './paths/reads.ts'

/** Every table that a payment writes to, and what tells its rows. */
const tables = {
  transactions: 'id',
  transaction_history: 'transaction_id',
  attempts: 'transaction_id',
  ledger_transfers: 'transaction_id',
  ledger_releases: 'transaction_id',
  callback_events: 'transaction_id',
  callback_deliveries: 'transaction_id',
} as const

/** Different in every row: only whether they are given is compared. */
const ownOfRow =
  /(^|_)(id|at|until|before|owner|reference|token|hash|key|account)$|^(sequence|xid|body_template|outcome_detail)$/

/** What happens to a row after it was written: the bank is told, is to be asked, the callback is delivered. */
const later: Readonly<Record<string, RegExp>> = {
  transactions: /^(provider_reference|provider_page_url)$/,
  attempts: /^(state|outcome|outcome_detail|calls|fence|inquiries|sent_at|next_action_at|lease_.*)$/,
  callback_deliveries: /^(state|attempts|fence|lease_.*|delivered_at)$/,
}

describe('the limit of a write path', () => {
  let bench: Bench
  let own: pg.Pool
  let limit: pg.Pool
  before(async () => {
    bench = await openBench()
    own = bench.db
    limit = bench.limit
  })
  after(async () => {
    await bench?.close()
  })

  const ask = async (request: PathRequest) => await send(bench, request)

  async function assertSameRows(example: Row, rows: readonly Row[]): Promise<void> {
    const wanted = await shapeOf(own, example['id'])
    assert.equal(wanted['transactions']?.length, 1)
    assert.ok(wanted['attempts']?.length === 1 && wanted['transaction_history']?.length)
    for (const row of rows) assert.deepEqual(await shapeOf(limit, row['id']), wanted)
  }

  const payin: PathRequest = {
    method: 'POST',
    path: () => '/api/v1/payments/payin_hth',
    body: () => ({ service_code: 'BT_AR', amount: 12.5, reference: newReference(), payer_doc_id: '20267565393' }),
  }

  it('writes the rows of a pay-in to the operator’s own account', async () => {
    const live = { ...bench, shops: bench.liveShops }
    const example = await readExample(live, await send(live, payin))
    const rows = [anotherRow(live, example), anotherRow(live, example)] as const
    await writeOne(limit, transactionSteps, rows[0])
    await writeTransactions(limit, rows.slice(1))
    const wanted = await shapeOf(own, example['id'])
    assert.deepEqual([wanted['transactions']?.length, wanted['attempts']?.length], [1, 0])
    for (const row of rows) assert.deepEqual(await shapeOf(limit, row['id']), wanted)
  })

  it('writes the rows of a pay-in, one by one and in a group', async () => {
    const example = await readExample(bench, await ask(payin))
    const rows = [anotherRow(bench, example), anotherRow(bench, example), anotherRow(bench, example)] as const
    await writeOne(limit, creationSteps, rows[0])
    await writeCreations(limit, rows.slice(1))
    await assertSameRows(example, rows)
  })

  it('fills the gateway’s database with whole payments, up to the number that was asked for', async () => {
    await fillTransactions(bench, 300)
    assert.ok((await countTransactions(own)) >= 300)
    const { rows } = await own.query(
      `select distinct t.status, h.id is not null and a.state = 'closed' and d.state = 'delivered' as whole
        from transactions t left join transaction_history h on h.transaction_id = t.id
          left join attempts a on a.transaction_id = t.id left join callback_deliveries d on d.transaction_id = t.id
        where t.sequence > 10 ^ 15 order by 1`,
    )
    const whole = true
    assert.deepEqual(rows, [
      { status: 'COMPLETED', whole },
      { status: 'PENDING', whole },
    ])
  })

  it('writes the rows of a card that the bank took', async () => {
    const example = await readCardExample(bench, await ask(cardRequest))
    const row = anotherRow(bench, example)
    await takeCardByDriver(bench, row)
    await assertSameRows(example, [row])
  })

  it('writes the rows of a paid payout, one by one and in groups, and moves the same money', async () => {
    const example = await readPayoutExample(bench, await ask(payoutRequest))
    const add = await openLimitAccounts(bench, example)
    const rows = [1, 2, 3].map(() => add(anotherRow(bench, example)))
    const [alone, ...group] = rows
    assert.ok(alone)
    await payOutByDriver(bench, alone)
    await writeReservations(limit, group)
    await writePayoutOutcomes(limit, group)
    await assertSameRows(example, rows)
    const sums = await limit.query(
      `select kind, sum(balance_minor)::text as minor from ledger_accounts where balance_minor <> 0 group by kind`,
    )
    assert.deepEqual(sums.rows, [{ kind: 'available', minor: '-3000' }])
  })

  it('has paid pay-ins to list at every point, where lines before left nothing but unpaid ones', async () => {
    await fillTransactions(bench, 16_000)
    await own.query(`update transactions set status = 'PENDING' where pay_type = 'payin'`)
    const { contenders } = await openList(bench)
    const measured = await contenders.driver?.busy(0.1)
    assert.ok(measured && measured.perSecond > 0)
  })
})

/** The rows of a transaction without what is each row's own. */
async function shapeOf(pool: pg.Pool, id: unknown): Promise<Record<string, object[]>> {
  const shape: Record<string, object[]> = {}
  for (const [table, key] of Object.entries(tables)) {
    const found = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} t where ${key} = $1
        order by ${table === 'ledger_releases' ? 'release_at' : 'id'}`,
      [id],
    )
    shape[table] = found.rows.map(({ row }) => outline(table, row))
  }
  return shape
}

function outline(table: string, row: Record<string, unknown>): object {
  const kept = Object.entries(row).filter(([name]) => !later[table]?.test(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, ownOfRow.test(name) ? value !== null : value]))
}
