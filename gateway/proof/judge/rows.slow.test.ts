import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import pg from 'pg'
import type { Connector, ProviderRecord } from '../../src/core/connectors/connector.ts'
import { reservePayouts } from '../../src/core/payouts/reserve-payouts.ts'
import { applyOutcomes } from '../../src/core/processing/apply-outcome.ts'
import { insertTransactions } from '../../src/core/processing/store/creations.ts'
import { aConnectorAccount, aProcess, aTransaction } from '../../test/support/a-transaction.ts'
import { aPoint, setUp } from '../../test/support/set-up.ts'
import type { SimulatedConnectors } from '../stages/virtual/parts.ts'
import { brokenInvariants, proveBooks } from './books-proof.ts'
import { verifyLedger } from './ledger.ts'
import { loadRows } from './rows.ts'
import { checkRules } from './rules.ts'
import { storiesOf } from './story.ts'

const world = await setUp({ after })
const { pointId } = await aPoint(world, { callbackUrl: 'https://merchant.example/hook' })
const connectorAccountId = await aConnectorAccount(world)
const db = new pg.Client({ connectionString: world.url })
db.on('error', () => undefined)
await db.connect()
after(async () => await db.end())

const owner = { pointId, connectorAccountId }
const process = aProcess(world)
const payin = aTransaction(world, owner, { amount_minor: 5_000n })
const payout = aTransaction(world, owner, { pay_type: 'payout', amount_minor: 700n })
const refused = aTransaction(world, owner, { pay_type: 'payout', amount_minor: 900n })
await insertTransactions(world.database.engine, [payin])
await reservePayouts(process, [payout, refused])
const inCurrency = { currency: 'ARS' } as const
const update = [
  { item: payin, update: { kind: 'completed', creditedMinor: 5_000n, ...inCurrency } },
  { item: payout, update: { kind: 'completed', creditedMinor: 700n, ...inCurrency } },
  { item: refused, update: { kind: 'rejected', reason: 'declined' } },
] as const
for (const { item, update: told } of update) {
  await applyOutcomes(process, [{ transactionId: item.id, update: told, source: 'notification' }])
}

/** What the provider has: both completed ones, and the payout over this amount. */
function connectors(paidOutMinor: bigint): SimulatedConnectors {
  const record = (key: string, direction: 'in' | 'out', minor: bigint): ProviderRecord => ({
    ...{ key, direction, currency: 'ARS', orderedMinor: minor, executions: 1, executedMinor: minor },
    ...{ reversedMinor: 0n, movedAt: new Date(world.clock.now().getTime() - 3_600_000) },
  })
  const records = [record(payin.id, 'in', 5_000n), record(payout.id, 'out', paidOutMinor)]
  const page = async (from: number) => await Promise.resolve({ records: from === 0 ? records : [], nextAfter: 2 })
  return new Map([
    [
      'simulated-bank',
      { providerRecords: { read: page, end: async () => await Promise.resolve(2) } } as unknown as Connector,
    ],
  ])
}

async function provedBooks(paidOutMinor = 700n) {
  const box = world.secretBox.seal('{}', {
    table: 'connector_accounts',
    column: 'credentials',
    rowId: connectorAccountId,
  })
  await world.database.owner.query('update connector_accounts set credentials_box = $1', [box])
  // What happened had time to be reported.
  await world.moveClockTo(600_000)
  return await proveBooks({ db, secretBox: world.secretBox, connectors: connectors(paidOutMinor) })
}

it('reads what operations wrote, and finds nothing wrong with it', async () => {
  const rows = await loadRows(db)
  const stories = storiesOf(rows)
  const told = stories.map(({ reference, status, history, attempts, events, deliveries, transfers }) => {
    return [reference, status, history.length, attempts.length, events.length, deliveries.length, transfers.length]
  })
  assert.deepEqual(
    told,
    [
      [payin.reference, 'COMPLETED', 2, 1, 1, 1, 1],
      [payout.reference, 'COMPLETED', 2, 1, 1, 1, 2],
      [refused.reference, 'ERROR', 2, 1, 1, 1, 2],
    ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  )
  assert.ok(Math.abs(rows.nowMs - Date.now()) < 3_600_000)
  assert.equal(typeof rows.payments[0]?.amountMinor, 'bigint')
  const violations = [...verifyLedger(rows, stories), ...checkRules(rows, stories)]
  assert.deepEqual(violations, [])
})

it('proves the books with one session, and says what is broken', async () => {
  assert.deepEqual(brokenInvariants(await provedBooks(), new Set()), [])
  const broken = await provedBooks(701n)
  const found = brokenInvariants(broken, new Set())
  assert.deepEqual(
    found.map(({ rule }) => rule),
    ['verify-I3'],
  )
  assert.match(found[0]?.what ?? '', new RegExp(payout.id))
  assert.deepEqual(brokenInvariants(broken, new Set([payout.id])), [])
})

it('sees a damaged row', async () => {
  await world.database.owner.query('update transactions set fee_minor = fee_minor + 1 where id = $1', [refused.id])
  const rows = await loadRows(db)
  const rules = verifyLedger(rows, storiesOf(rows)).map(({ rule }) => rule)
  assert.deepEqual([...new Set(rules)].sort(), ['ledger-fee', 'ledger-payout'])
  const invariants = brokenInvariants(await provedBooks(), new Set()).map(({ rule }) => rule)
  assert.deepEqual(invariants, ['verify-I1', 'verify-I5'])
})
