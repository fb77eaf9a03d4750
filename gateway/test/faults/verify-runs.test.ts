import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Connector, ProviderRecord } from '../../src/core/connectors/connector.ts'
import { inTransaction } from '../../src/core/platform/database/database.ts'
import { siteAt } from '../../src/core/platform/deps.ts'
import { createLog } from '../../src/core/platform/log/log.ts'
import { createMetrics } from '../../src/core/platform/log/metrics.ts'
import { inquiryBudget } from '../../src/core/processing/inquiries/inquiry-budget.ts'
import { insertTransactions } from '../../src/core/processing/store/creations.ts'
import { keepSums } from '../../src/extras/verify/store/ledger-checks.ts'
import { verify } from '../../src/extras/verify/verify.ts'
import { verifyMetrics } from '../../src/extras/verify/verify-metrics.ts'
import { verifyWhenDue } from '../../src/extras/verify/verify-when-due.ts'
import { aConnectorAccount, aTransaction } from '../support/a-transaction.ts'
import { aPoint, setUp } from '../support/set-up.ts'

const world = await setUp({ after })
const { owner, engine } = world.database

/** Orders of one page of the bank's records. */
const pageOrders = 10

/** A bank of which nothing works but its records. */
const bank = {
  records: [] as ProviderRecord[],
  /** Where its records were asked to be read from. */
  asked: [] as number[],
  fails: (_after: number) => false,
}
const providerRecords = {
  read: async (from: number) => {
    bank.asked.push(from)
    if (bank.fails(from)) throw new Error('the records cannot be read')
    const records = bank.records.slice(from, from + pageOrders)
    return { records, nextAfter: from + records.length }
  },
  end: async () => bank.records.length,
}
const connector = { providerRecords } as unknown as Connector

/** A record of 10.00 ARS for a pay-in that nobody paid, unless `changes` say otherwise. */
function aRecord(key: string, changes: Partial<ProviderRecord> = {}): ProviderRecord {
  const nothing = { executions: 0, executedMinor: 0n, reversedMinor: 0n, movedAt: undefined }
  return { key, direction: 'in', currency: 'ARS', orderedMinor: 1000n, ...nothing, ...changes }
}

const metrics = createMetrics()
const deps = {
  database: world.database,
  secretBox: world.secretBox,
  clock: world.clock,
  inquiryBudget: inquiryBudget(() => 1),
  connectors: new Map([['simulated-bank', connector]]),
  routes: {
    account: async (id: string) => ({ id, connector: 'simulated-bank', environment: 'test', credentials: '{}' }),
  } as never,
  site: siteAt('http://127.0.0.1:1'),
  metrics: verifyMetrics(metrics),
  log: createLog('silent'),
}

let accountId = ''
before(async () => {
  accountId = await aConnectorAccount(world)
})

beforeEach(async () => {
  await owner.query('delete from verify_runs')
  Object.assign(bank, { records: [], asked: [], fails: () => false })
})

/** The runs so far, oldest first: `full` or `changed`, and `failed` behind it. */
async function runs(): Promise<string[]> {
  const found = await owner.query('select full_run, failed from verify_runs order by id')
  return found.rows.map((row) => `${row.full_run ? 'full' : 'changed'}${row.failed ? ' failed' : ''}`)
}

/** Lets time pass for what was recorded. */
const age = async (seconds: number) =>
  await owner.query(
    `update verify_runs set started_at = started_at - $1 * interval '1 second',
    recorded_at = recorded_at - $1 * interval '1 second'`,
    [seconds],
  )

describe('a full run that fails', () => {
  it('is recorded and rests, longer after each failure, while what changes is looked at every minute', async () => {
    await verifyWhenDue(deps)
    assert.deepEqual(await runs(), ['full'])
    await age(25 * 3_600)
    // Full runs fail, others do not: they begin behind the first order.
    bank.records = [aRecord('nobody')]
    await verify(deps, { full: false })
    await age(60)
    bank.fails = (from) => from === 0
    const round = async () => await verifyWhenDue(deps).catch((error: Error) => error.message)
    assert.equal(await round(), 'the records cannot be read')
    for (let each = 0; each < 3; each++) assert.equal(await round(), 0)
    const soFar = ['full', 'changed', 'full failed', 'changed']
    assert.deepEqual(await runs(), soFar)

    await age(200)
    await round()
    assert.deepEqual(await runs(), [...soFar, 'changed'], 'five minutes are not over')
    await age(101)
    await round()
    assert.deepEqual((await runs()).slice(5), ['full failed'])
    await age(400)
    await round()
    assert.deepEqual((await runs()).slice(5), ['full failed', 'changed'], 'the second time ten minutes are needed')
    await age(201)
    bank.fails = () => false
    await round()
    assert.deepEqual((await runs()).slice(5), ['full failed', 'changed', 'full'])
  })

  it('shows in the age of the last good one, as metrics tell it', async () => {
    await verifyWhenDue(deps)
    await age(25 * 3_600)
    bank.fails = () => true
    await assert.rejects(verifyWhenDue(deps))
    const text = await metrics.registry.metrics()
    for (const full of ['true', 'false']) {
      const found = new RegExp(`^verify_age_seconds\\{full="${full}"\\} (\\S+)$`, 'm').exec(text)
      assert.ok(Number(found?.[1]) >= 25 * 3_600, text)
    }
  })

  it('moves no watermark: what it did not look at is looked at by the next', async () => {
    bank.fails = () => true
    await assert.rejects(verifyWhenDue(deps))
    await age(61)
    const { rows } = await owner.query('select watermark from verify_runs')
    bank.fails = () => false
    await verifyWhenDue(deps)
    const pointId = (await aPoint(world)).pointId
    await insertTransactions(engine, [aTransaction(world, { pointId, connectorAccountId: accountId })])
    await owner.query(`update transactions set updated_at = $1::timestamptz + interval '1 millisecond'`, [
      rows[0].watermark,
    ])
    assert.deepEqual(await runs(), ['full failed', 'changed'])
    await owner.query('delete from verify_runs where failed is null')
    const { full, transactions } = await verify(deps, { full: false })
    assert.deepEqual([full, transactions], [false, 1])
  })
})

describe('provider records', () => {
  const i3 = async (full: boolean) => {
    bank.asked = []
    const { results } = await verify(deps, { full })
    return results.find(({ id }) => id === 'I3')
  }

  it('are compared with every order once its reports had time, however many came after it', async () => {
    const { pointId } = await aPoint(world)
    const item = aTransaction(world, { pointId, connectorAccountId: accountId })
    await insertTransactions(engine, [item])
    const touch = async (status: string, minutesAgo: number) => {
      await owner.query(
        `update transactions set status = $2, updated_at = gateway_now() - $3 * interval '1 minute' where id = $1`,
        [item.id, status, minutesAgo],
      )
      await owner.query(
        `update attempts set updated_at = gateway_now() - $2 * interval '1 minute' where transaction_id = $1`,
        [item.id, minutesAgo],
      )
    }
    const others = (count: number) => Array.from({ length: count }, (_, n) => aRecord(`other-${n}`))
    bank.records = [...others(25), aRecord(item.attempt?.key ?? '', { executions: 1, executedMinor: 1000n })]
    // Expired here, paid there; the report may still be on its way.
    await touch('EXPIRED', 0)
    assert.equal((await i3(true))?.violations, 0)
    bank.records.push(...others(3_000))
    assert.equal((await i3(false))?.violations, 0)
    assert.equal(bank.asked[0], 20, 'begins at the page of the order that moves')
    await touch('EXPIRED', 3)
    assert.equal((await i3(false))?.violations, 1)
    assert.equal((await i3(false))?.violations, 1, 'found again while it is broken')
    await owner.query('update transactions set received_minor = 1000 where id = $1', [item.id])
    assert.equal((await i3(false))?.violations, 0)
    assert.equal((await i3(false))?.checked, 0)
    assert.deepEqual(bank.asked, [bank.records.length], 'nothing is left to compare')
    await owner.query('update transactions set received_minor = 0 where id = $1', [item.id])
  })

  /** A quiet transaction as `columns` say; the key of its order. */
  async function aQuietRow(payType: 'payin' | 'payout', columns: string) {
    const { pointId } = await aPoint(world)
    const item = aTransaction(world, { pointId, connectorAccountId: accountId }, { pay_type: payType })
    await insertTransactions(engine, [item])
    await owner.query(
      `update transactions set ${columns}, updated_at = gateway_now() - interval '3 minutes' where id = $1`,
      [item.id],
    )
    await owner.query(
      `update attempts set updated_at = gateway_now() - interval '3 minutes' where transaction_id = $1`,
      [item.id],
    )
    return item.id
  }
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

  it('find a PENDING payout that the provider executed five minutes ago, and wait for its report before', async () => {
    const key = await aQuietRow('payout', `reason = 'outcome_unknown'`)
    const executed = { direction: 'out', executions: 1, executedMinor: 1000n } as const
    bank.records = [aRecord(key, { ...executed, movedAt: minutesAgo(4) })]
    assert.deepEqual((await i3(true))?.examples, [])
    bank.records = [aRecord(key, { ...executed, movedAt: minutesAgo(6) })]
    const found = await i3(false)
    assert.deepEqual(bank.asked, [0, 1], 'what had to wait is compared again by the next run')
    const what = 'PENDING (outcome_unknown): paid out 0.00 ARS here, 10.00 ARS by the provider'
    assert.deepEqual(found?.examples, [{ id: key, what }])
  })

  it('show how transactions under review differ, which is no violation, and count all of them', async () => {
    const paidTwice = { executions: 1, executedMinor: 1000n, movedAt: minutesAgo(9) }
    const asked = await aQuietRow('payin', `status = 'ERROR', needs_operator = 'completed after ERROR'`)
    const unknown = await aQuietRow(
      'payin',
      `status = 'EXPIRED', received_minor = 5, suspense_minor = 5,
      needs_operator = 'expired with part of the money in suspense'`,
    )
    bank.records = [aRecord(asked, paidTwice)]
    const found = await i3(true)
    assert.equal(found?.violations, 0, JSON.stringify(found))
    const { examples, ...counts } = found?.underReview ?? { examples: [] }
    assert.deepEqual(counts, { transactions: 2, needsOperator: 2, suspense: 1, proposals: 0, differing: 2 })
    assert.deepEqual(
      new Map(examples.map(({ id, what }) => [id, what])),
      new Map([
        [asked, 'ERROR (awaiting_payment): received 0.00 ARS here, 10.00 ARS by the provider'],
        [unknown, 'EXPIRED: received 0.05 ARS here, and the provider has no record of it'],
      ]),
    )
    await owner.query('update transactions set needs_operator = null, received_minor = 0, suspense_minor = 0')
    assert.equal((await i3(true))?.violations, 1, 'what nobody looks at any more is judged')
  })

  it('are read on from the same position after a full run that could not read them', async () => {
    bank.records = Array.from({ length: 30 }, (_, n) => aRecord(`old-${n}`))
    await i3(true)
    Object.assign(connector, { providerRecords: { ...providerRecords, read: async () => undefined } })
    assert.match(String((await i3(true))?.notChecked), /records_unread/)
    Object.assign(connector, { providerRecords })
    await i3(false)
    assert.deepEqual(bank.asked, [30])
  })

  it('are read from their beginning when they are others', async () => {
    bank.records = Array.from({ length: 30 }, (_, n) => aRecord(`old-${n}`))
    await i3(true)
    bank.records = bank.records.slice(0, 5)
    assert.equal((await i3(false))?.checked, 5)
  })

  describe('by the time of receipt', () => {
    const dayMs = 86_400_000
    /** One page a day; and what the provider says of an order that it is asked about. */
    const receipts = { pages: new Map<number, ProviderRecord[]>(), wholes: new Map<string, ProviderRecord>() }
    let askedAbout: string[] = []
    const byReceipt = {
      reachMs: 10 * dayMs,
      find: async (key: string) => {
        askedAbout.push(key)
        return receipts.wholes.get(key) ?? 'not_found'
      },
    }
    const read = async (after: number, { now }: { now: Date }) => {
      bank.asked.push(after)
      const daysAgo = Math.ceil((now.getTime() - after) / dayMs)
      return { records: receipts.pages.get(daysAgo) ?? [], nextAfter: Math.min(after + dayMs, now.getTime()) }
    }
    const end = async ({ now }: { now: Date }) => now.getTime()
    const openedDaysAgo = async (days: number) =>
      await owner.query(`update connector_accounts set created_at = gateway_now() - $1 * interval '1 day'`, [days])
    beforeEach(() => {
      askedAbout = []
      receipts.pages.clear()
      receipts.wholes.clear()
      const manifest = { inquiries: { perSecond: 1_000 } }
      Object.assign(connector, { manifest, providerRecords: { read, end, byReceipt } })
    })
    after(() => void Object.assign(connector, { providerRecords }))
    const part = (key: string, executedMinor: bigint) =>
      aRecord(key, { executions: 1, executedMinor, movedAt: minutesAgo(60) })

    it('are read from as far back as they are listed, and not before the account was ours', async () => {
      await openedDaysAgo(30)
      await i3(true)
      assert.equal(bank.asked.length, 10)
      await openedDaysAgo(3)
      await i3(true)
      assert.ok(bank.asked.length <= 4, String(bank.asked.length))
    })

    it('make an order that was paid on two pages no difference, and show the sum where it differs', async () => {
      await openedDaysAgo(30)
      const paid = `status = 'COMPLETED', received_minor = 1000, credited_minor = 1000`
      const [right, wrong] = [await aQuietRow('payin', paid), await aQuietRow('payin', paid)]
      for (const [key, sum] of [
        [right, 1000n],
        [wrong, 900n],
      ] as const) {
        receipts.pages.set(5, [...(receipts.pages.get(5) ?? []), part(key, 600n)])
        receipts.pages.set(2, [...(receipts.pages.get(2) ?? []), part(key, sum - 600n)])
        receipts.wholes.set(key, { ...part(key, sum), executions: 2 })
      }
      const { examples = [] } = (await i3(true)) ?? {}
      assert.deepEqual(
        examples.map(({ id }) => id),
        [wrong],
      )
      assert.match(examples[0]?.what ?? '', /received 10\.00 ARS here, 9\.00 ARS by the provider/)
    })

    it('ask about an order that no page has, say nothing of one from before them, and look for a refund with its pay-in', async () => {
      await openedDaysAgo(30)
      await owner.query('delete from refunds')
      await owner.query(`update transactions set created_at = gateway_now() - interval '11 days'`)
      const paid = `status = 'COMPLETED', received_minor = 1000, credited_minor = 1000`
      const [listedLate, missing, old] = [
        await aQuietRow('payin', paid),
        await aQuietRow('payin', paid),
        await aQuietRow('payin', paid),
      ]
      const refund = await aQuietRow('payin', `${paid}, created_at = gateway_now() - interval '1 day'`)
      await owner.query(`update transactions set created_at = gateway_now() - interval '11 days' where id = $1`, [old])
      await owner.query(
        'insert into refunds (id, transaction_id, point_id) select $1, $2, point_id from transactions where id = $1',
        [refund, old],
      )
      receipts.wholes.set(listedLate, { ...part(listedLate, 1000n) })
      const found = await i3(true)
      assert.deepEqual(
        found?.examples.map(({ id }) => id),
        [missing],
      )
      assert.deepEqual(new Set(askedAbout), new Set([listedLate, missing]))
      assert.match(String(found?.notChecked), /before_records/)
    })
  })
})

describe('the sums of the ledger', () => {
  it('are kept a page at a time, so that no statement adds up everything', async () => {
    const keep = async () => await inTransaction(engine, async (tx) => await keepSums(tx, 250_000n))
    assert.deepEqual([await keep(), await keep(), await keep(), await keep()], [true, true, false, false])
    const { rows } = await owner.query('select transfer_id::int from ledger_sums_upto')
    assert.equal(rows[0].transfer_id, 250_000)
  })
})
