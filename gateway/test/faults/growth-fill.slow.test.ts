import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Filled, fill } from '../../bench/growth/fill.ts'
import { siteAt } from '../../src/core/platform/deps.ts'
import { verify } from '../../src/extras/verify/verify.ts'
import { setUp } from '../support/set-up.ts'

/** A thousandth of what the bench fills, and more: every kind of row is among them. */
const rows = 2_000

const world = await setUp({ after })

describe('what the generator of large databases makes', () => {
  const { owner } = world.database
  let filled: Filled
  let made: readonly unknown[]
  const definitions = async () =>
    (
      await owner.query(
        `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid in (
          select oid from pg_class where relnamespace = 'public'::regnamespace and not relispartition)
        union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
          from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0
        order by 1`,
      )
    ).rows.filter(({ definition }) => !/_20\d\d_\d\d/.test(definition))

  before(async () => {
    made = await definitions()
    filled = await fill(world, { rows, points: 12, log: () => undefined })
  })

  it('passes every invariant that can be proved without a bank', async () => {
    const verdict = await verify(
      {
        database: world.database,
        clock: world.clock,
        connectors: new Map(),
        routes: { account: async () => undefined } as never,
        site: siteAt('http://127.0.0.1:1'),
      },
      { full: true },
    )
    assert.equal(verdict.transactions, rows)
    assert.deepEqual(
      verdict.results.filter(({ violations }) => violations > 0),
      [],
    )
  })

  it('leaves every index, key and constraint as the migrations made it', async () => {
    assert.deepEqual(await definitions(), made)
  })

  it('holds all statuses of both kinds, with three rows of history and a delivered callback each', async () => {
    const found = await owner.query(
      `select pay_type || ' ' || status as kind, count(*)::int as n from transactions group by 1 order by 1`,
    )
    const counts = new Map<string, number>(found.rows.map(({ kind, n }) => [kind, n]))
    for (const kind of ['payin COMPLETED', 'payin ERROR', 'payin EXPIRED', 'payout COMPLETED', 'payout ERROR']) {
      assert.ok((counts.get(kind) ?? 0) > 0, kind)
    }
    const { rows: sums } = await owner.query(
      `select (select count(*) from transaction_history)::int as history,
        (select count(*) from callback_deliveries where state = 'delivered')::int as delivered,
        (select count(*) from callback_attempts)::int as attempts,
        (select count(*) from transactions where status = 'PENDING')::int as pending,
        (select count(*) from transactions where point_id = $1)::int as busy`,
      [filled.points[0]?.pointId],
    )
    const [sum] = sums
    assert.equal(sum.history, 3 * rows - sum.pending)
    assert.deepEqual([sum.delivered, sum.attempts], [rows - sum.pending, rows - sum.pending])
    assert.ok(sum.busy > rows * 0.25 && sum.busy < rows * 0.35, `${sum.busy} rows of the busy point`)
  })
})
