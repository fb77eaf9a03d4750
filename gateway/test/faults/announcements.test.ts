import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Connector } from '../../src/core/connectors/connector.ts'
import { simulatedBank } from '../../src/core/connectors/simulated-bank/connector.ts'
import { readByPayToken } from '../../src/core/payments/store/reads/transactions.ts'
import { siteAt } from '../../src/core/platform/deps.ts'
import { uuidV7 } from '../../src/core/platform/ids.ts'
import { applyOutcomes } from '../../src/core/processing/apply-outcome.ts'
import type { NewTransaction } from '../../src/core/processing/rules/new-transaction.ts'
import type { StatusUpdate } from '../../src/core/processing/rules/state.ts'
import { sendWaiting } from '../../src/core/processing/send-waiting.ts'
import type { ApplyItem } from '../../src/core/processing/status-update.ts'
import { insertTransactions } from '../../src/core/processing/store/creations.ts'
import type { Outcome } from '../../src/core/values/outcome.ts'
import type { Deps } from '../../src/extras/deps.ts'
import { aConnectorAccount, aProcess, aTransaction } from '../support/a-transaction.ts'
import { aPoint, setUp } from '../support/set-up.ts'
import { eventually } from '../support/world.ts'

const world = await setUp({ after })
const { pointId } = await aPoint(world)
const connectorAccountId = await aConnectorAccount(world)
const process = aProcess(world)

/** A provider that takes what it is told, as its answers say; `meanwhile` runs while it is being told. */
const taken: Outcome = {
  kind: 'pending',
  providerReference: 'SB1',
  next: { type: 'payer_app', url: 'http://bank/payer/1' },
}
let answerTo: (transactionId: string) => Outcome = () => taken
let meanwhile: () => Promise<void> = async () => undefined
const { manifest } = simulatedBank({ baseUrl: 'http://127.0.0.1:9' })
const provider: Connector = {
  manifest,
  keyFor: (id) => id,
  submit: async () => await Promise.reject(new Error('only announced')),
  inquire: async () => await Promise.reject(new Error('not asked')),
  register: async (orders) => {
    await meanwhile()
    return orders.map(({ order }) => answerTo(order.transactionId))
  },
}
const account = { id: connectorAccountId, connector: 'simulated-bank', environment: 'test', credentials: '{}' } as const
/** What took the way of all news. */
let written: ApplyItem[] = []
const deps = {
  ...process,
  clock: world.clock,
  processName: 'a gateway',
  connectors: new Map([['simulated-bank', provider]]),
  routes: { account: async () => await Promise.resolve(account) },
  applyOutcome: async (item: ApplyItem) => {
    written.push(item)
    return (await applyOutcomes(process, [item]))[0]
  },
  site: siteAt(''),
} as unknown as Deps

async function inserted(): Promise<NewTransaction> {
  const attempt = { id: uuidV7(world.clock.now()), kind: 'announce', state: 'waiting' } as const
  const item = aTransaction(
    world,
    { pointId, connectorAccountId },
    { attempt: { ...attempt, key: attempt.id, leaseOwner: null, leaseMs: null, executeBefore: null } },
  )
  await insertTransactions(world.database.engine, [item])
  return item
}

async function announced(given: { answer?: Outcome; meanwhile?(item: NewTransaction): Promise<unknown> } = {}) {
  const item = await inserted()
  answerTo = () => given.answer ?? taken
  meanwhile = async () => void (await given.meanwhile?.(item))
  written = []
  const before = await versionOf(item.id)
  assert.equal(await sendWaiting(deps), 1)
  return { item, rowWasWritten: (await versionOf(item.id)) !== before, ...(await stateOf(item.id)) }
}

/** Which database transaction wrote the row or locked it last. */
async function versionOf(id: string): Promise<string> {
  const found = await world.database.owner.query(
    'select xmin || $2 || xmax as version from transactions where id = $1',
    [id, '/'],
  )
  return found.rows[0].version
}

async function stateOf(id: string) {
  const found = await world.database.owner.query(
    `select t.status, t.reason, a.state, a.outcome, a.outcome_detail as evidence, a.inquiries, a.lease_until,
        round(extract(epoch from a.next_action_at - a.updated_at))::int as "nextIn"
      from transactions t join attempts a on a.transaction_id = t.id where t.id = $1`,
    [id],
  )
  return found.rows[0]
}

const tell = async (item: NewTransaction, update: StatusUpdate) =>
  await applyOutcomes(process, [{ transactionId: item.id, update, source: 'notification' }])

test('an announcement that was taken opens its attempt and leaves the row of the order alone', async () => {
  const found = await announced()
  assert.equal(found.rowWasWritten, false)
  assert.deepEqual([found.status, found.reason, found.state], ['PENDING', 'awaiting_payment', 'open'])
  assert.deepEqual([found.outcome, found.evidence, found.inquiries], ['pending', taken, 1])
  assert.ok(found.nextIn >= 0.8 * 3_600 && found.nextIn <= 3_600, `asked about in ${found.nextIn} s`)
  assert.equal(found.lease_until, null)
  assert.deepEqual(written, [])
  const references = async () =>
    (await world.database.owner.query('select provider_reference from transactions where id = $1', [found.item.id]))
      .rows
  assert.deepEqual(await references(), [{ provider_reference: null }], 'the bank’s number of an order is evidence')
  await tell(found.item, { kind: 'completed', providerReference: 'PAID-1' })
  assert.deepEqual(await references(), [{ provider_reference: 'PAID-1' }], 'that of a payment stands with the payment')
})

test('an answer that cannot be kept beside its attempt holds up no other one', async () => {
  const [first, second] = [await inserted(), await inserted()]
  const tooLong: Outcome = { ...taken, detail: { message: 'too long '.repeat(2_000) } }
  answerTo = (id) => (id === first.id ? tooLong : taken)
  await assert.rejects(sendWaiting(deps), /check constraint/)
  // The round fails with the first one; the others are written meanwhile.
  await eventually(async () => (await stateOf(second.id)).state === 'open' || undefined, 'the other one')
  assert.equal((await stateOf(first.id)).state, 'calling')
  await world.database.owner.query(`update attempts set state = 'closed' where transaction_id = $1`, [first.id])
})

test('a lease that is over takes the way of all news', async () => {
  const found = await announced({
    meanwhile: async (item) =>
      await world.database.owner.query(
        `update attempts set lease_until = statement_timestamp() - interval '1 second' where transaction_id = $1`,
        [item.id],
      ),
  })
  assert.deepEqual([found.state, written.length], ['open', 1])
})

test('a later answer without the payer’s page leaves the one that was named', async () => {
  const { item } = await announced()
  await world.database.owner.query(
    `update attempts set state = 'calling', fence = fence + 1, lease_until = statement_timestamp() + interval '10 s' where transaction_id = $1`,
    [item.id],
  )
  const lease = { attemptId: item.attempt?.id ?? '', fence: 2 }
  await applyOutcomes(process, [
    { transactionId: item.id, update: { kind: 'unknown', why: 'timeout' }, source: 'inquiry', lease },
  ])
  const page = await readByPayToken(world.database.engine, item.pay_token ?? '')
  assert.equal(page?.payer_app_url, 'http://bank/payer/1')
})

test('an order that was paid while it was announced stays paid, and its attempt closed', async () => {
  const found = await announced({ meanwhile: async (item) => await tell(item, { kind: 'completed' }) })
  assert.deepEqual([found.status, found.state, found.nextIn], ['COMPLETED', 'closed', null])
  assert.equal(written.length, 1)
})

test('an order that was paid at the very moment of the writing is not opened again', async () => {
  const found = await announced({
    meanwhile: async (item) => {
      const client = await world.database.owner.connect()
      await client.query('begin')
      await client.query(`update transactions set status = 'COMPLETED', reason = 'paid' where id = $1`, [item.id])
      await client.query(`update attempts set state = 'closed', next_action_at = null where transaction_id = $1`, [
        item.id,
      ])
      // The writing begins with the old rows in sight, and waits for this commit.
      setTimeout(() => {
        client.query('commit').then(
          () => client.release(),
          (error: Error) => client.release(error),
        )
      }, 300)
    },
  })
  assert.deepEqual([found.status, found.state, found.nextIn], ['COMPLETED', 'closed', null])
})

test('a lease that was lost opens nothing: whoever holds it now goes on', async () => {
  const found = await announced({
    meanwhile: async (item) =>
      await world.database.owner.query('update attempts set fence = fence + 1 where transaction_id = $1', [item.id]),
  })
  assert.deepEqual([found.state, found.outcome, found.inquiries], ['calling', null, 0])
  assert.deepEqual(
    written.map(({ update }) => update.kind),
    ['pending'],
  )
})

test('an answer that decides, or that is none, takes the way of all news', async () => {
  const declined = await announced({ answer: { kind: 'rejected', reason: 'declined' } })
  assert.deepEqual([declined.status, declined.reason, declined.state], ['ERROR', 'declined', 'closed'])
  const unknown = await announced({ answer: { kind: 'unknown', why: 'timeout' } })
  assert.deepEqual([unknown.status, unknown.reason, unknown.state], ['PENDING', 'outcome_unknown', 'open'])
  const known = await announced({
    meanwhile: async (item) =>
      await world.database.owner.query(`update transactions set reason = 'outcome_unknown' where id = $1`, [item.id]),
  })
  assert.deepEqual([known.status, known.reason, known.state], ['PENDING', 'awaiting_payment', 'open'])
})

test('behind its deadline nothing is announced, and a pay-in whose time has passed as well ends in EXPIRED', async () => {
  let calls = 0
  meanwhile = async () => void (await Promise.resolve(calls++))
  const late = async (change: string) => {
    const { id } = await inserted()
    const past = `gateway_now() - interval '1 minute'`
    await world.database.owner.query(`update attempts set execute_before = ${past} where transaction_id = $1`, [id])
    await world.database.owner.query(change.replaceAll('past', past), [id])
    assert.equal(await sendWaiting(deps), 1)
    const { status, reason, state, outcome } = await stateOf(id)
    return [status, reason, state, outcome].slice(0, status === 'PENDING' ? 4 : 2)
  }
  assert.deepEqual(await late('update transactions set expired_at = past where id = $1'), ['EXPIRED', 'expired'])
  const inTime = `update transactions set expired_at = gateway_now() + interval '1 hour' where id = $1`
  assert.deepEqual(await late(inTime), ['ERROR', 'not_executed'])
  const known = 'update attempts set maybe_sent = true where transaction_id = $1'
  assert.deepEqual(await late(known), ['PENDING', 'outcome_unknown', 'open', 'unknown'])
  assert.equal(calls, 0)
})
