import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import type { Connector, ProviderRecord, ProviderRecords } from '../../src/core/connectors/connector.ts'
import { createConnectors } from '../../src/core/connectors/index.ts'
import { type Funding, fundPoint } from '../../src/core/ledger/fund-point.ts'
import { systemClock } from '../../src/core/platform/clock/clock.ts'
import { type Database, inTransaction, openDatabase } from '../../src/core/platform/database/database.ts'
import { siteAt } from '../../src/core/platform/deps.ts'
import { createLog } from '../../src/core/platform/log/log.ts'
import { createMetrics } from '../../src/core/platform/log/metrics.ts'
import { secretBox } from '../../src/core/platform/secret-box.ts'
import { applyOutcomes } from '../../src/core/processing/apply-outcome.ts'
import { inquiryBudget } from '../../src/core/processing/inquiries/inquiry-budget.ts'
import { takeIncoming } from '../../src/core/processing/take-incoming.ts'
import { checkBankDays } from '../../src/extras/bank-accounts/days/check-days.ts'
import { linesOfIncoming } from '../../src/extras/bank-accounts/provider-accounts/lines-of-incoming.ts'
import { connectorsOfExtras } from '../../src/extras/providers/connectors.ts'
import { verify } from '../../src/extras/verify/verify.ts'
import { bookOutside } from '../../src/extras/withdrawals/book-outside.ts'
import { storeBankStatement } from '../support/a-bank-statement.ts'
import { flatCard } from '../support/card-request.ts'
import { moneyColumns, valuesOf, writeValue } from '../support/money-columns.ts'
import { eventually, openWorld } from '../support/world.ts'

/**
 * Columns of prices and limits: people decide them, and no money is in them. Every change of one stands in the sealed
 * audit log with its value.
 */
const settings = new Set([
  'point_terms.fee_fixed_minor',
  'payout_limits.single_minor',
  'payout_limits.daily_minor',
  'payout_limits.approval_above_minor',
  'ledger_accounts.overdraft_minor',
  'bank_accounts.opening_minor',
  'payment_links.amount_minor',
  'payment_links.amount_min_minor',
  'payment_links.amount_max_minor',
])

/** What a process works out anew from rows that are checked, and writes again where it differs. */
const workedOut = /^bank_days\./

/** The transactions of this test: what becomes of each amount is the simulated bank's scenario. */
const payins = {
  paid: 100,
  released: 50,
  waiting: 777.01,
  declined: 777.02,
  reversed: 777.08,
  part: 777.1,
  more: 777.11,
  twice: 777.15,
}
const payouts = { out: 40, refused: 777.02, slow: 777.14, returned: 777.08 }
const settled: Readonly<Record<string, string>> = {
  paid: 'paid',
  released: 'paid',
  waiting: 'awaiting_payment',
  declined: 'insufficient_funds',
  reversed: 'reversed',
  part: 'underpaid',
  more: 'overpaid',
  twice: 'paid',
  out: 'paid',
  refused: 'insufficient_funds',
  slow: 'submitted',
  returned: 'returned',
  card: 'paid',
}

describe('verify compares amounts', () => {
  const world = openWorld({
    bankEnv: {
      SIMBANK_AGAIN_DELAY_MS: '100',
      SIMBANK_RETURN_DELAY_MS: '300',
      SIMBANK_HOLD_DELAY_MS: '3600000',
    },
  })
  let database: Database
  let bank: Connector
  /** What the bank's records are changed into before verify sees them. */
  let retold: (records: readonly ProviderRecord[]) => readonly ProviderRecord[] = (records) => records
  const ids: Record<string, string> = {}
  /** Of a provider that is not asked. */
  let otherAccount = ''

  before(async () => {
    database = openDatabase(world.databaseUrl, () => undefined)
    world.after(async () => await database.close())
    bank = createConnectors({
      simulatedBankUrl: world.bankUrl,
      onThrown: ({ error }) => assert.fail(String(error)),
    }).get('simulated-bank') as Connector
    await database.owner.query(
      `insert into point_terms (point_id, service_code, pay_type, fee_millionths, fee_fixed_minor, release_delay_seconds)
        values ($1, 'BT_AR', 'payin', 10000, 30, 86400), ($1, 'BT_AR', 'payout', 0, 15, null)`,
      [world.demo.auth_point_id],
    )
    await pay()
    await settle()
    await storeBankStatement(world)
    await putIntoBatch('out')
    await takeMoneyForNoOrder()
    await payOutside()
    await world.stopGateway()
    await sendBackSuspense()
    await addUpDays()
    // Everything is old enough to be compared.
    await database.owner.query('update gateway_clock set offset_ms = 3600000')
    await runVerify()
    await database.owner.query(`update verify_runs set recorded_at = recorded_at - interval '5 minutes'`)
    await runVerify()
  })

  async function pay() {
    const send = async (name: string, path: string, body: object) => {
      const answer = await world.call('POST', `/api/v1/payments/${path}`, { body: { reference: name, ...body } })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      ids[name] = answer.body.data.transaction_id
    }
    const payin = { service_code: 'BT_AR', payer_doc_id: '20267565393' }
    const payout = { service_code: 'BT_AR', account_type: 'CBU', account: '2850590940090418135201' }
    for (const [name, amount] of Object.entries(payins)) await send(name, 'payin_hth', { ...payin, amount })
    for (const [name, amount] of Object.entries(payouts)) await send(name, 'payout_hth', { ...payout, amount })
    await send('card', 'payin_hth', flatCard('4111111111111111', { amount: 12 }))
  }

  async function settle() {
    for (const [name, reason] of Object.entries(settled)) {
      await eventually(async () => {
        const { body } = await world.call('GET', `/api/v1/payments/${ids[name]}`)
        return body.data.reason === reason ? true : undefined
      }, `${name} is ${reason}`)
    }
    await eventually(async () => {
      const { rows } = await database.owner.query('select suspense_minor from transactions where id = $1', [
        ids['twice'],
      ])
      return rows[0].suspense_minor > 0n ? true : undefined
    }, 'the second payment')
    // Before its release date, and with its share of the fee.
    await database.owner.query(`update points set refund_fee_policy = 'give_back' where id = $1`, [
      world.demo.auth_point_id,
    ])
    const body = { reference: 'refund', amount: 30 }
    const refund = await world.call('POST', `/api/v1/payments/${ids['paid']}/refunds`, { body })
    assert.equal(refund.body.data?.status, 'COMPLETED', JSON.stringify(refund.body))
    ids['refund'] = refund.body.data.refund_id
    await database.owner.query(
      `update ledger_releases set release_at = gateway_now() - interval '1 second' where transaction_id = $1`,
      [ids['released']],
    )
    await eventually(async () => {
      const { rowCount } = await database.owner.query('select from ledger_releases where released_at is not null')
      return rowCount === 1 ? true : undefined
    }, 'the release')
    await eventually(async () => {
      const left = await database.owner.query(`select from callback_deliveries where state in ('pending', 'sending')`)
      return left.rowCount === 0 ? true : undefined
    }, 'every callback')
  }

  /** Days of the own account, with one transfer as if an operator had confirmed it. */
  async function addUpDays() {
    for (let round = 0; round < 2; round += 1) {
      await database.owner.query(`update bank_days_upto set seen_at = 'epoch'`)
      await checkBankDays({ database })
    }
    const moved = await database.owner.query(
      `insert into bank_manual_moves select min(x.id), m.bank_account_id, min(m.day), 100 from bank_day_moves m
        join bank_lines l on l.bank_account_id = m.bank_account_id join ledger_transfers x on x.bank_line_id = l.id
        group by m.bank_account_id returning day`,
    )
    await database.owner.query('update bank_day_moves set moved_minor = moved_minor - 100 where day = $1', [
      moved.rows[0]?.['day'],
    ])
  }

  /** A provider received money for no order, and it is a line of its account. */
  async function takeMoneyForNoOrder() {
    const id = randomUUID()
    await database.owner.query(
      `insert into connector_accounts (id, connector, environment, name, credentials_box) values ($1, 'pix-api', 'live', 'Pix', 'x')`,
      [id],
    )
    otherAccount = id
    const alongIncoming = linesOfIncoming(connectorsOfExtras({ allowCidrs: [] }))
    const incoming = [{ providerId: 'E1', amountMinor: 700n, currency: 'BRL', at: new Date() }] as const
    await inTransaction(
      database.engine,
      async (tx) => await takeIncoming({ clock: systemClock(), alongIncoming }, tx, { account: { id }, incoming }),
    )
    await eventually(async () => {
      const { rowCount } = await database.owner.query(`select from bank_line_states where state = 'new'`)
      return rowCount === 0 ? true : undefined
    }, 'every line is judged')
  }

  /** Operators paid a merchant outside the gateway. */
  async function payOutside() {
    const booked = { pointId: String(world.demo.auth_point_id), environment: 'test', currency: 'ARS' } as const
    const deps = { database, clock: systemClock(), knownAccounts: new Map() }
    const audit = { actor: 'ana', action: 'point.fund', pointId: booked.pointId, objectId: null, detail: {} } as const
    await fundPoint(deps, { ...booked, kind: 'funding', change: { to: 10_000n }, note: 'prefunded', audit } as Funding)
    await bookOutside(deps, { ...booked, amountMinor: 10n, reference: 'outside', how: 'cash' }, {
      actor: 'ana',
      second: 'eva',
    } as never)
  }

  /** A payout stands in a payment file. */
  async function putIntoBatch(name: string) {
    await database.owner.query(
      `with batch as (insert into payment_batches (id, bank_account_id, number, items, total_minor, execution_day, format, sha256, made_by)
          select gen_random_uuid(), b.id, 1, 1, t.amount_minor, '2030-06-14', 'csv', sha256('x'), 'ana'
          from transactions t join bank_accounts b on b.connector_account_id = t.connector_account_id where t.id = $1 returning id)
        insert into payment_batch_items (batch_id, position, transaction_id, amount_minor, reference, beneficiary)
        select batch.id, 1, t.id, t.amount_minor, 'P22K47XM', '{}' from batch, transactions t where t.id = $1`,
      [ids[name]],
    )
  }

  /** Operators sent back the part of a pay-in that waited in suspense. */
  async function sendBackSuspense() {
    const deps = {
      database,
      metrics: createMetrics(),
      log: createLog('silent'),
      notify: () => undefined,
      knownAccounts: new Map(),
      alongOutcomes: async () => await Promise.resolve(),
    }
    const { rows } = await database.owner.query('select suspense_minor from transactions where id = $1', [ids['part']])
    const update = { kind: 'return_suspense', suspenseMinor: rows[0].suspense_minor } as const
    const [applied] = await applyOutcomes(deps, [
      { transactionId: ids['part'] ?? '', update, source: 'operator', detail: 'sent back' },
    ])
    assert.equal(applied?.kind, 'noted')
  }

  async function runVerify() {
    const connector = Object.create(bank, {
      providerRecords: {
        value: {
          read: async (...call: Parameters<ProviderRecords['read']>) => {
            const page = await bank.providerRecords?.read(...call)
            return page && { ...page, records: retold(page.records) }
          },
          end: async (...call: Parameters<ProviderRecords['end']>) => await bank.providerRecords?.end(...call),
        },
      },
    }) as Connector
    const credentials = JSON.stringify({ token: world.bankToken, notification_secret: 'x'.repeat(16) })
    const { results, violations } = await verify(
      {
        database,
        clock: systemClock(),
        inquiryBudget: inquiryBudget(() => 1),
        secretBox: secretBox(Buffer.alloc(32)),
        connectors: new Map([['simulated-bank', connector]]),
        routes: {
          account: async (id: string) =>
            id === otherAccount ? undefined : { id, connector: 'simulated-bank', environment: 'test', credentials },
        } as never,
        site: siteAt('http://127.0.0.1:1'),
      },
      { full: true },
    )
    const review = results.find(({ id }) => id === 'I3')?.underReview
    const examples = [...results.flatMap((result) => result.examples), ...(review?.examples ?? [])]
    return { results, violations, differing: review?.differing ?? 0, examples, review }
  }

  /** Whatever it found: violations, and differences of what is under review. */
  const found = async () => {
    const { violations, differing } = await runVerify()
    return violations + differing
  }

  it('and finds nothing where all agree, with what is under review counted', async () => {
    const { examples, violations, review } = await runVerify()
    assert.deepEqual([examples, violations], [[], 0])
    assert.deepEqual([review?.needsOperator, review?.suspense], [1, 1], JSON.stringify(review))
  })

  it('in every money column: each value changed by one minor unit is found', async (t) => {
    const { money, unclear } = await moneyColumns(database.owner)
    assert.deepEqual(
      unclear,
      [],
      'columns of which nothing says whether they hold money: name them in money-columns.ts',
    )
    const untried: string[] = []
    const missed: string[] = []
    let tried = 0
    for (const each of money) {
      const name = `${each.table}.${each.column}`
      if (settings.has(name) || workedOut.test(name)) continue
      const values = await valuesOf(database.owner, each)
      let changed = 0
      for (const { place, value } of values) {
        const now = await writeValue(database.owner, each, { place, value: (value ?? 0n) + 1n })
        if (now === undefined) continue
        changed++
        if ((await found()) === 0) missed.push(`${name} ${value} at ${place}`)
        await writeValue(database.owner, each, { place: now, value })
      }
      if (changed === 0) untried.push(name)
      tried += changed
    }
    assert.deepEqual(untried, [], 'money columns without a row that this test could change')
    assert.deepEqual(missed, [])
    t.diagnostic(`${tried} values changed`)
    assert.deepEqual((await runVerify()).examples, [])
  })

  it('in every provider record: each amount, currency and direction changed, each record missing or too many', async (t) => {
    const page = await bank.providerRecords?.read(0, bankContext())
    const records = page?.records ?? []
    assert.equal(records.length, Object.keys(ids).length)
    const missed: string[] = []
    let tried = 0
    for (const record of records) {
      for (const [what, changed] of changesOf(record)) {
        retold = (all) => all.flatMap((each) => (each.key === record.key ? changed : each))
        if ((await found()) === 0) missed.push(`${nameOf(record.key)}: ${what}`)
        tried++
      }
    }
    const stranger = records.find(({ executions }) => executions === 1)
    assert.ok(stranger)
    retold = (all) => [...all, { ...stranger, key: 'nobody' }]
    const { examples } = await runVerify()
    retold = (all) => all
    assert.match(
      examples.map(({ id, what }) => `${id}: ${what}`).join(),
      /nobody: executed by the provider \(\d+\.\d\d ARS\), and unknown/,
    )
    assert.deepEqual(missed, [])
    t.diagnostic(`${tried} records changed`)
  })

  it('of a pay-in that was booked with ten times its amount, consistently: transaction and amounts are named', async () => {
    const { owner } = database
    const times = async (factor: string) => {
      await owner.query(
        `update transactions set received_minor = received_minor ${factor}, credited_minor = credited_minor ${factor},
          fee_minor = fee_minor ${factor} where id = $1`,
        [ids['card']],
      )
      await owner.query(`update ledger_transfers set amount_minor = amount_minor ${factor} where transaction_id = $1`, [
        ids['card'],
      ])
      await owner.query(
        `update callback_events set refundable_minor = refundable_minor ${factor} where transaction_id = $1`,
        [ids['card']],
      )
      await owner.query(
        `update ledger_accounts a set balance_minor = s.minor from (
          select account, sum(minor) as minor from (select credit_account as account, amount_minor as minor from ledger_transfers
            union all select debit_account, -amount_minor from ledger_transfers) x group by account) s
          where a.id = s.account and a.balance_minor is not null`,
      )
    }
    await owner.query('update ledger_sums_upto set transfer_id = 0')
    const sums = await owner.query('delete from ledger_sums returning account_id, sum_minor::text')
    assert.ok(sums.rows.length > 0)
    await times('* 10')
    const { examples } = await runVerify()
    await times('/ 10')
    assert.deepEqual(examples, [
      { id: ids['card'], what: 'COMPLETED (paid): received 120.00 EUR here, 12.00 EUR by the provider' },
    ])
  })

  function bankContext() {
    const credentials = JSON.stringify({ token: world.bankToken, notification_secret: 'x'.repeat(16) })
    const account = { id: 'a', connector: 'simulated-bank', environment: 'test', credentials } as const
    return { account, timeoutMs: 5_000, notifyUrl: 'http://127.0.0.1:1', now: new Date() }
  }

  const nameOf = (key: string) => Object.entries(ids).find(([, id]) => id === key)?.[0] ?? key
})

/** Every way in which a record can be wrong about money, each with what stands in its place. */
function changesOf(record: ProviderRecord): [what: string, changed: ProviderRecord[]][] {
  const { orderedMinor, executedMinor, reversedMinor, executions, direction } = record
  const changes: [what: string, changed: ProviderRecord[]][] = [
    ['ordered', [{ ...record, orderedMinor: (orderedMinor ?? 0n) + 1n }]],
    ['executed', [{ ...record, executedMinor: executedMinor + 1n }]],
    ['reversed', [{ ...record, reversedMinor: reversedMinor + 1n }]],
    ['currency', [{ ...record, currency: record.currency === 'USD' ? 'BRL' : 'USD' }]],
    ['direction', [{ ...record, direction: direction === 'in' ? 'out' : 'in' }]],
  ]
  if (direction === 'out') changes.push(['executed twice', [{ ...record, executions: executions + 2 }]])
  if (executedMinor > 0n) changes.push(['missing', []])
  return changes
}
