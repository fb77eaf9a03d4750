import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type pg from 'pg'
import { reservePayouts } from '../../src/core/payouts/reserve-payouts.ts'
import { type Db, lockThenWrite } from '../../src/core/platform/database/database.ts'
import { groupWriter } from '../../src/core/platform/database/group-commit.ts'
import { applyOutcomes } from '../../src/core/processing/apply-outcome.ts'
import { type NewTransaction, referenceKey } from '../../src/core/processing/rules/new-transaction.ts'
import type { ApplyItem } from '../../src/core/processing/status-update.ts'
import { insertNewTransactions, insertTransactions } from '../../src/core/processing/store/creations.ts'
import { aConnectorAccount, aProcess, aTransaction } from '../support/a-transaction.ts'
import { aPoint, setUp } from '../support/set-up.ts'
import { eventually } from '../support/world.ts'

const world = await setUp({ after })
const { engine, owner } = world.database
const connectorAccountId = await aConnectorAccount(world)
const points = await Promise.all(Array.from({ length: 3 }, async () => (await aPoint(world)).pointId))

const keyOf = (item: NewTransaction) => referenceKey(item.point_id, item.pay_type, item.reference)

/** The three group writers of one gateway process. A group that fails is repeated one by one: `failures` tells of it. */
function aNode() {
  const deps = aProcess(world)
  const failures: unknown[] = []
  const heard = async <T>(group: Promise<T>): Promise<T> => {
    try {
      return await group
    } catch (error) {
      failures.push((error as { code?: string }).code ?? error)
      throw error
    }
  }
  return {
    failures,
    creations: groupWriter({
      keyOf,
      writeGroup: async (items: readonly NewTransaction[]) => await heard(insertTransactions(engine, items)),
    }),
    payouts: groupWriter({
      keyOf,
      writeGroup: async (items: readonly NewTransaction[]) => await heard(reservePayouts(deps, items)),
    }),
    outcomes: groupWriter({
      keyOf: (item: ApplyItem) => item.transactionId,
      writeGroup: async (items) => await applyOutcomes(deps, items),
    }),
  }
}

/** Requests for the same references, as another process would make them: with ids of their own. */
function sameAgain(items: readonly NewTransaction[]): NewTransaction[] {
  return items.map((item) => {
    const made = aTransaction(
      world,
      { pointId: item.point_id, connectorAccountId },
      item.pay_type === 'payout' ? { pay_type: 'payout' } : {},
    )
    const { id, sequence, attempt, target_reference, pay_token } = made
    return { ...item, id, sequence, attempt, target_reference, pay_token }
  })
}

async function count(sql: string, values: unknown[]): Promise<number> {
  return (await owner.query<{ n: number }>({ text: `select count(*)::int as n ${sql}`, values })).rows[0]?.n ?? -1
}

describe('groups of two processes', () => {
  it('that create the same references in opposite orders create each once and lock nobody out', async () => {
    const [one, other] = [aNode(), aNode()]
    for (let round = 0; round < 10; round++) {
      const items = Array.from({ length: 64 }, (_, n) =>
        aTransaction(world, { pointId: points[n % 3] ?? '', connectorAccountId }),
      )
      const [mine, theirs] = await Promise.all([
        Promise.all(items.map(async (item) => await one.creations.write(item))),
        Promise.all(
          sameAgain(items)
            .toReversed()
            .map(async (item) => await other.creations.write(item)),
        ),
      ])
      const kinds = mine.map(({ kind }, n) => [kind, theirs.at(-1 - n)?.kind].sort().join())
      assert.deepEqual(new Set(kinds), new Set(['created,existing']))
    }
    assert.deepEqual([...one.failures, ...other.failures], [])
  })

  it('that reserve payouts of several points in opposite orders accept each once and reserve each once', async () => {
    const [one, other] = [aNode(), aNode()]
    for (let round = 0; round < 10; round++) {
      const items = Array.from({ length: 48 }, (_, n) =>
        aTransaction(world, { pointId: points[n % 3] ?? '', connectorAccountId }, { pay_type: 'payout' }),
      )
      const again = sameAgain(items)
      const [mine, theirs] = await Promise.all([
        Promise.all(items.map(async (item) => await one.payouts.write(item))),
        Promise.all(again.toReversed().map(async (item) => await other.payouts.write(item))),
      ])
      const kinds = mine.map(({ kind }, n) => [kind, theirs.at(-1 - n)?.kind].sort().join())
      assert.deepEqual(new Set(kinds), new Set(['created,existing']))
      const ids = [...items, ...again].map(({ id }) => id)
      assert.equal(await count(`from ledger_transfers where kind = 'reserve' and transaction_id = any ($1)`, [ids]), 48)
    }
    assert.deepEqual([...one.failures, ...other.failures], [])
    for (const pointId of points) {
      const found = await owner.query<{ kind: string; stored: string; sum: string }>({
        text: `select a.kind, a.balance_minor::text as stored, (
            coalesce((select sum(amount_minor) from ledger_transfers where credit_account = a.id), 0)
            - coalesce((select sum(amount_minor) from ledger_transfers where debit_account = a.id), 0))::text as sum
          from ledger_accounts a where a.point_id = $1 and a.kind in ('available', 'reserved')`,
        values: [pointId],
      })
      assert.equal(found.rows.length, 2)
      for (const { stored, sum } of found.rows) assert.equal(stored, sum)
    }
  })
})

describe('a payout whose reference another currency takes at the same moment', () => {
  /** Payouts whose first one finds its reference taken only when it is written, because no lock is common to both. */
  async function reservedMeanwhile(number: number, changes: Partial<NewTransaction> = { pay_type: 'payout' }) {
    const owned = { pointId: points[0] ?? '', connectorAccountId }
    const items = Array.from({ length: number }, () => aTransaction(world, owned, changes))
    const faster = { ...aTransaction(world, owned, { ...changes, currency: 'USD' }) }
    const client = await owner.connect()
    await client.query('begin')
    await insertTransactions(client, [{ ...faster, reference: items[0]?.reference ?? '' }])
    const reserved = reservePayouts(aProcess(world), items)
    await eventually(async () => {
      const waits = await count(
        `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        [],
      )
      return waits === 1 || undefined
    }, 'the writing that waits for the faster one')
    await client.query('commit')
    client.release()
    return { reserved: await reserved, ids: items.map(({ id }) => id), faster: faster.id }
  }

  it('is not read by the statement that finds its reference taken, because the reservation beside it has failed', async () => {
    const sent: (string | undefined)[] = []
    const db: Db = {
      query: async <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) => {
        sent.push(statement.name)
        return await engine.query<Row>(statement)
      },
    }
    const item = aTransaction(world, { pointId: points[0] ?? '', connectorAccountId }, { pay_type: 'payout' })
    const written = [await insertNewTransactions(db, [item]), await insertNewTransactions(db, sameAgain([item]))]
    assert.deepEqual(
      written.map(({ size }) => size),
      [1, 0],
    )
    assert.deepEqual(sent, ['insert-transaction', 'insert-transaction'])
  })

  it('is told of the faster one where it is a refund', async () => {
    const payin = aTransaction(world, { pointId: points[0] ?? '', connectorAccountId }, { amount_minor: 9_000n })
    await insertTransactions(engine, [payin])
    await applyOutcomes(aProcess(world), [
      { transactionId: payin.id, update: { kind: 'completed' }, source: 'notification' },
    ])
    const refund = { payinId: payin.id, isRest: false, isPayable: true, lineId: null }
    const { reserved, faster } = await reservedMeanwhile(1, { pay_type: 'refund', refund })
    assert.equal(reserved[0]?.kind === 'existing' && reserved[0].row.id, faster)
  })

  for (const number of [1, 3]) {
    it(`is told of the faster one, in a group of ${number}, and reserves nothing`, async () => {
      const { reserved, ids, faster } = await reservedMeanwhile(number)
      const [loser, ...others] = reserved
      assert.equal(loser?.kind === 'existing' && loser.row.id, faster)
      assert.deepEqual(new Set(others.map(({ kind }) => kind)), new Set(number === 1 ? [] : ['created']))
      assert.equal(
        await count(`from ledger_transfers where kind = 'reserve' and transaction_id = any ($1)`, [ids]),
        number - 1,
      )
    })
  }
})

describe('a bad item', () => {
  it('of a creating group fails alone', async () => {
    const { creations } = aNode()
    const items = Array.from({ length: 20 }, () =>
      aTransaction(world, { pointId: points[0] ?? '', connectorAccountId }),
    )
    const poisoned = items.map((item, n) => (n === 7 ? { ...item, reference: 'nul\u0000' } : item))
    const written = await Promise.allSettled(poisoned.map(async (item) => await creations.write(item)))
    assert.deepEqual(
      written.flatMap(({ status }, n) => (status === 'rejected' ? [n] : [])),
      [7],
    )
    assert.equal(await count('from transactions where id = any ($1)', [items.map(({ id }) => id)]), 19)
  })

  it('of a group of payouts fails alone, and reserves nothing', async () => {
    const { payouts } = aNode()
    const owned = { pointId: points[1] ?? '', connectorAccountId }
    const items = Array.from({ length: 20 }, () => aTransaction(world, owned, { pay_type: 'payout' }))
    const poisoned = items.map((item, n) => (n === 7 ? { ...item, details: { note: 'nul\u0000' } } : item))
    const written = await Promise.allSettled(poisoned.map(async (item) => await payouts.write(item)))
    assert.deepEqual(
      written.flatMap(({ status }, n) => (status === 'rejected' ? [n] : [])),
      [7],
    )
    const ids = items.map(({ id }) => id)
    assert.equal(await count(`from ledger_transfers where kind = 'reserve' and transaction_id = any ($1)`, [ids]), 19)
  })

  it('of a group of news fails alone', async () => {
    const { creations, outcomes } = aNode()
    const owned = { pointId: points[2] ?? '', connectorAccountId }
    const items = Array.from({ length: 20 }, () => aTransaction(world, owned))
    await Promise.all(items.map(async (item) => await creations.write(item)))
    const update = items.map(({ id }, n): ApplyItem => {
      const reference = n === 7 ? 'nul\u0000' : `bank-${n}`
      return { transactionId: id, update: { kind: 'completed', providerReference: reference }, source: 'inquiry' }
    })
    const applied = await Promise.allSettled(update.map(async (item) => await outcomes.write(item)))
    assert.deepEqual(
      applied.flatMap(({ status }, n) => (status === 'rejected' ? [n] : [])),
      [7],
    )
    const ids = items.map(({ id }) => id)
    assert.equal(await count(`from transactions where status = 'COMPLETED' and id = any ($1)`, [ids]), 19)
    assert.equal(await count('from callback_events where transaction_id = any ($1)', [ids]), 19)
  })
})

describe('statements that are sent together', () => {
  const insert = (name: string) => ({
    text: `insert into merchants (id, name) values (gen_random_uuid(), $1)`,
    values: [name],
  })

  it('are all undone when one of them fails, and the first failure is told', async () => {
    const failing = lockThenWrite(engine, {
      lock: async (tx) => await tx.query({ text: 'select 1' }),
      write: async (tx) =>
        await Promise.all([tx.query(insert('before')), tx.query({ text: 'select 1 / 0' }), tx.query(insert('behind'))]),
    })
    await assert.rejects(failing, { code: '22012' })
    assert.equal(await count(`from merchants where name in ('before', 'behind')`, []), 0)
  })

  it('are undone by whatever is thrown between them and the commit, and leave the connections usable', async () => {
    for (let turn = 0; turn < 30; turn++) {
      const failing = lockThenWrite(engine, {
        lock: async (tx) => await tx.query({ text: 'select 1 from gateway_clock for share' }),
        write: async (tx) => {
          await Promise.all([tx.query({ text: 'select 1' }), tx.query({ text: 'select 2' })])
          throw new Error('thought better of it')
        },
      })
      await assert.rejects(failing, /thought better of it/)
    }
    assert.equal((await engine.query('select 1 as one')).rows[0].one, 1)
  })
})
