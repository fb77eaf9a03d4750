import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { fundPoint } from '../../../src/core/ledger/fund-point.ts'
import { reservePayouts } from '../../../src/core/payouts/reserve-payouts.ts'
import { groupWriter } from '../../../src/core/platform/database/group-commit.ts'
import { type ApplyDeps, applyOutcomes } from '../../../src/core/processing/apply-outcome.ts'
import type { NewTransaction } from '../../../src/core/processing/rules/new-transaction.ts'
import type { StatusUpdate } from '../../../src/core/processing/rules/state.ts'
import { insertTransactions } from '../../../src/core/processing/store/creations.ts'
import { applyManually } from '../../../src/extras/operator-desk/apply-manually.ts'
import { requireRow } from '../../../src/extras/operator-desk/list-for-operator.ts'
import { aConnectorAccount, aProcess, aTransaction } from '../../support/a-transaction.ts'
import { aPoint, setUp } from '../../support/set-up.ts'
import { fc } from '../../support/test-seed.ts'

const world = await setUp({ after })
const { database } = world
const [one, two] = [aProcess(world), aProcess(world)]
const connectorAccountId = await aConnectorAccount(world)

async function aFundedPoint(availableMinor: bigint) {
  const { pointId } = await aPoint(world)
  await fund(one, pointId, { to: availableMinor })
  return pointId
}

async function fund(deps: ApplyDeps, pointId: string, change: { to: bigint } | { by: bigint }) {
  await fundPoint(
    { ...deps, clock: world.clock },
    {
      pointId,
      environment: 'test',
      currency: 'ARS',
      kind: 'funding',
      change,
      overdraftMinor: 0n,
      note: 'test',
      audit: { actor: 'test', action: 'test.funds', pointId, objectId: pointId, detail: {} },
    },
  )
}

const payoutOf = (pointId: string, changes: Partial<NewTransaction> = {}) =>
  aTransaction(world, { pointId, connectorAccountId }, { pay_type: 'payout', ...changes })

async function reserved(pointId: string, changes: Partial<NewTransaction> = {}) {
  const item = payoutOf(pointId, changes)
  const [creation] = await reservePayouts(one, [item])
  assert.equal(creation?.kind, 'created')
  return item
}

const tell = async (transactionId: string, update: StatusUpdate, deps = one) =>
  (await applyOutcomes(deps, [{ transactionId, update, source: 'connector' }]))[0]
const rows = async (text: string, values: unknown[] = []) => (await database.owner.query(text, values)).rows
const entries = async (id: string) =>
  (await rows('select kind, amount_minor from ledger_transfers where transaction_id = $1 order by id', [id])).map(
    (row) => `${row.kind} ${row.amount_minor}`,
  )
const balances = async (pointId: string) =>
  Object.fromEntries(
    (
      await rows('select kind, balance_minor from ledger_accounts where point_id = $1 and balance_minor is not null', [
        pointId,
      ])
    ).map((row) => [row.kind, BigInt(row.balance_minor)]),
  )

/** Every stored balance is the sum of its rows. */
async function assertBalancesAddUp() {
  const wrong = await rows(`select a.id, a.kind, a.balance_minor, s.summed from ledger_accounts a
    cross join lateral (select coalesce(sum(case when x.credit_account = a.id then x.amount_minor else -x.amount_minor end), 0)
      as summed from ledger_transfers x where a.id in (x.debit_account, x.credit_account)) s
    where a.balance_minor is not null and a.balance_minor <> s.summed`)
  assert.deepEqual(wrong, [])
}

describe('money bugs: the ledger', () => {
  it('bug 2: a person’s decision about a payout in flight is refused, and about one that is decided, too', async () => {
    const item = await reserved(await aFundedPoint(1000n))
    const manual = async () => {
      const row = await requireRow(database.engine, item.id)
      const update = { kind: 'rejected', reason: 'not_executed' } as const
      const by = { operator: 'ana', evidence: 'x' }
      return await applyManually(one, { row, update, by, action: 'transaction.fail' })
    }
    await assert.rejects(manual, { code: 'not_in_this_state', message: /being called/ })
    await database.owner.query(`update attempts set state = 'waiting', lease_until = null where transaction_id = $1`, [
      item.id,
    ])
    await assert.rejects(manual, { code: 'not_in_this_state', message: /being called/ })
    await database.owner.query(`update attempts set state = 'open' where transaction_id = $1`, [item.id])
    assert.equal((await manual()).status, 'ERROR')
    await assert.rejects(manual, { code: 'not_in_this_state', message: /Nothing was changed/ })
    assert.equal((await rows('select 1 from audit_log where object_id = $1', [item.id])).length, 1)
    assert.deepEqual(await entries(item.id), ['reserve 1000', 'unreserve 1000'])
  })

  it('bug 3: a hundred payouts against funds for one: one is accepted', async () => {
    const pointId = await aFundedPoint(1000n)
    const writers = [one, two].map((deps) =>
      groupWriter({
        keyOf: (item: NewTransaction) => item.reference,
        writeGroup: async (items) => await reservePayouts(deps, items),
      }),
    )
    const results = await Promise.all(
      Array.from({ length: 100 }, async (_, turn) => await writers[turn % 2]?.write(payoutOf(pointId))),
    )
    const kinds = results.map((result) => (result?.kind === 'refused' ? result.why : result?.kind))
    assert.equal(kinds.filter((kind) => kind === 'created').length, 1)
    assert.equal(kinds.filter((kind) => kind === 'insufficient_funds').length, 99)
    assert.deepEqual(await balances(pointId), { available: 0n, reserved: 1000n })
    await assertBalancesAddUp()
  })

  it('bug 4: a notice, a poll and a call a thousand times at once are one transition and one release', async () => {
    for (const update of [{ kind: 'completed' }, { kind: 'rejected', reason: 'declined' }] as const) {
      const pointId = await aFundedPoint(1000n)
      const item = await reserved(pointId)
      const writers = [one, two].map((deps) =>
        groupWriter({
          keyOf: (each: { transactionId: string }) => each.transactionId,
          writeGroup: async (items) =>
            await applyOutcomes(
              deps,
              items.map((each) => ({ ...each, update, source: 'inquiry' as const })),
            ),
        }),
      )
      const told = await Promise.all(
        Array.from({ length: 1000 }, async (_, turn) => await writers[turn % 2]?.write({ transactionId: item.id })),
      )
      assert.equal(told.filter((each) => each?.kind === 'moved').length, 1)
      assert.equal((await entries(item.id)).length, 2)
      assert.equal((await rows('select 1 from callback_events where transaction_id = $1', [item.id])).length, 1)
      assert.deepEqual(await balances(pointId), {
        available: update.kind === 'completed' ? 0n : 1000n,
        reserved: 0n,
      })
    }
  })

  it('bug 7: a late success after ERROR raises an alert, moves nothing by itself, and two people book the truth', async () => {
    const pointId = await aFundedPoint(1000n)
    const item = await reserved(pointId)
    await tell(item.id, { kind: 'rejected', reason: 'invalid_account' })
    assert.equal((await tell(item.id, { kind: 'completed' }))?.kind, 'contradiction')
    assert.deepEqual(await entries(item.id), ['reserve 1000', 'unreserve 1000'])
    assert.equal((await rows('select 1 from attempts where transaction_id = $1', [item.id])).length, 1)
    assert.equal((await requireRow(database.engine, item.id)).needs_operator, 'completed after ERROR')
    await tell(item.id, { kind: 'operator_completed' })
    assert.deepEqual(await entries(item.id), ['reserve 1000', 'unreserve 1000', 'late_payout 1000'])
    assert.equal((await requireRow(database.engine, item.id)).needs_operator, null)
    assert.deepEqual(await balances(pointId), { available: 0n, reserved: 0n })
  })

  it('bug 8: no run-time role can change or delete an entry, and a balance is the sum of its entries', async () => {
    for (const role of ['pasarela_engine', 'pasarela_reader']) {
      for (const right of ['update', 'delete', 'truncate']) {
        const [row] = await rows('select has_table_privilege($1, $2, $3) as may', [role, 'ledger_transfers', right])
        assert.equal(row.may, false, `${role} ${right}`)
      }
    }
    await assert.rejects(database.engine.query('update ledger_transfers set amount_minor = 1'), { code: '42501' })
    await assert.rejects(database.engine.query('delete from ledger_transfers'), { code: '42501' })
    await assertBalancesAddUp()
  })

  it('bug 9: whatever happens at the same moment, no update is lost and no reservation overdraws', async () => {
    const pointId = await aFundedPoint(5_000n)
    const amounts = fc.array(fc.bigInt(1n, 3_000n), { minLength: 2, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(amounts, fc.infiniteStream(fc.nat(3)), async (wanted, endings) => {
        await Promise.all(
          wanted.map(async (amountMinor, turn) => {
            const deps = turn % 2 ? one : two
            const item = payoutOf(pointId, { amount_minor: amountMinor })
            const [creation] = await reservePayouts(deps, [item])
            const ending = endings.next().value
            if (creation?.kind !== 'created') return
            if (ending === 0) await tell(item.id, { kind: 'completed' }, deps)
            if (ending === 1) await tell(item.id, { kind: 'rejected', reason: 'other' }, deps)
            if (ending === 2) {
              await tell(item.id, { kind: 'completed' }, deps)
              await tell(item.id, { kind: 'reversed', amountMinor: 1n }, deps)
            }
            if (ending === 3) await fund(deps, pointId, { by: amountMinor })
          }),
        )
        await assertBalancesAddUp()
        const { available = 0n, reserved: held = 0n } = await balances(pointId)
        assert.ok(available >= 0n && held >= 0n)
      }),
      { numRuns: 25 },
    )
  })

  it('bug 13: an unknown order fails a pay-in after its window, and a payout only where that is proof', async () => {
    const pointId = await aFundedPoint(10_000n)
    const payin = aTransaction(world, { pointId, connectorAccountId })
    await insertTransactions(database.engine, [payin])
    await tell(payin.id, { kind: 'not_found', conclusive: true })
    assert.deepEqual(await statusOf(payin.id), 'ERROR not_executed')
    const item = await reserved(pointId)
    await tell(item.id, { kind: 'not_found', conclusive: false })
    assert.deepEqual(await statusOf(item.id), 'PENDING outcome_unknown')
    await database.owner.query(
      `update attempts set created_at = created_at - interval '25 hours' where transaction_id = $1`,
      [item.id],
    )
    const lease = { attemptId: item.attempt?.id ?? '', fence: 1 }
    await applyOutcomes(one, [
      { transactionId: item.id, update: { kind: 'not_found', conclusive: false }, source: 'inquiry', lease },
    ])
    assert.deepEqual(await statusOf(item.id), 'PENDING needs_operator')
    assert.deepEqual(await entries(item.id), ['reserve 1000'])
  })

  it('bug 22: ids are 64 bits wide, and two thousand million rows later all goes on', async () => {
    const narrow = await rows(`select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type in ('integer', 'smallint') and column_name ~ '(^|_)id$'`)
    assert.deepEqual(narrow, [])
    for (const table of ['ledger_transfers', 'transaction_history', 'ledger_accounts']) {
      await rows(`select setval(pg_get_serial_sequence($1, 'id'), 2147483646)`, [table])
    }
    const item = await reserved(await aFundedPoint(1000n))
    await tell(item.id, { kind: 'completed' })
    assert.deepEqual(await entries(item.id), ['reserve 1000', 'payout 1000'])
  })

  it('test and live never meet in one transfer', async () => {
    const account = async (environment: string, owner: string) =>
      (
        await rows(
          `insert into ledger_accounts (environment, currency, kind, point_id, balance_minor, overdraft_minor)
          values ($1, 'BRL', 'available', $2, 0, 0) returning id`,
          [environment, owner],
        )
      )[0].id
    const test = await account('test', (await aPoint(world)).pointId)
    const live = await account('live', (await aPoint(world, { environment: 'live' })).pointId)
    for (const [environment, currency] of [
      ['test', 'BRL'],
      ['live', 'BRL'],
      ['test', 'ARS'],
    ]) {
      await assert.rejects(
        rows(
          `insert into ledger_transfers (kind, debit_account, credit_account, amount_minor, environment, currency)
          values ('funding', $1, $2, 1, $3, $4)`,
          [test, live, environment, currency],
        ),
        { code: '23503' },
      )
    }
  })
})

async function statusOf(id: string): Promise<string> {
  const row = await requireRow(database.engine, id)
  return `${row.status} ${row.reason}`
}
