import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { Connector } from '../../src/core/connectors/connector.ts'
import { simulatedBank } from '../../src/core/connectors/simulated-bank/connector.ts'
import { cancelPayin } from '../../src/core/payments/cancel-payin.ts'
import { siteAt } from '../../src/core/platform/deps.ts'
import { uuidV7 } from '../../src/core/platform/ids.ts'
import { applyOutcomes } from '../../src/core/processing/apply-outcome.ts'
import { endUnpaid, expireOverdue } from '../../src/core/processing/expire-overdue.ts'
import { inquiryBudget } from '../../src/core/processing/inquiries/inquiry-budget.ts'
import { sendWaiting } from '../../src/core/processing/send-waiting.ts'
import type { ApplyItem } from '../../src/core/processing/status-update.ts'
import { claimOverduePayins, claimToSend, type OverduePayin } from '../../src/core/processing/store/attempts.ts'
import { insertTransactions } from '../../src/core/processing/store/creations.ts'
import { present } from '../../src/core/values/assert.ts'
import type { Caller } from '../../src/core/values/caller.ts'
import type { Deps } from '../../src/extras/deps.ts'
import { settleRestored } from '../../src/extras/restore/settle-restored.ts'
import { aConnectorAccount, aProcess, aTransaction } from '../support/a-transaction.ts'
import { aPoint, setUp } from '../support/set-up.ts'

const world = await setUp({ after })
const { owner } = world.database
const { pointId } = await aPoint(world)
const connectorAccountId = await aConnectorAccount(world)
const process = aProcess(world)
const caller = { point: { pointId } } as unknown as Caller

/** A provider that promises nothing about orders that it does not know, and knows none. */
let calls: string[] = []
const { manifest } = simulatedBank({ baseUrl: 'http://127.0.0.1:9' })
const heard = async <T>(call: string, answer: T): Promise<T> => {
  calls.push(call)
  return await Promise.resolve(answer)
}
const provider: Connector = {
  manifest: { ...manifest, lateExecution: [] },
  keyFor: (id) => id,
  submit: async () => await heard('submit', { kind: 'pending' }),
  register: async (orders) =>
    await heard(
      'announce',
      orders.map(() => ({ kind: 'pending' }) as const),
    ),
  inquire: async () => await heard('inquire', { kind: 'not_found' }),
  cancel: async () => await heard('cancel', 'not_found'),
}
const account = { id: connectorAccountId, connector: 'simulated-bank', environment: 'test', credentials: '{}' } as const
const deps = {
  ...process,
  clock: world.clock,
  processName: 'a gateway',
  connectors: new Map([['simulated-bank', provider]]),
  routes: { account: async () => await Promise.resolve(account) },
  applyOutcome: async (item: ApplyItem) => present((await applyOutcomes(process, [item]))[0], 'a result'),
  inquiryBudget: inquiryBudget(() => 1),
  site: siteAt(''),
} as unknown as Deps

beforeEach(async () => {
  calls = []
  await owner.query(`update attempts set state = 'closed', next_action_at = null`)
  await owner.query(`update transactions set expired_at = gateway_now() + interval '1 day'`)
})

/** A pay-in whose order waits to be sent for the first time. */
async function unsent(kind: 'announce' | 'submit' = 'announce'): Promise<string> {
  const attempt = { id: uuidV7(world.clock.now()), kind, state: 'waiting', leaseOwner: null, leaseMs: null } as const
  const item = aTransaction(
    world,
    { pointId, connectorAccountId },
    { attempt: { ...attempt, key: attempt.id, executeBefore: null } },
  )
  await insertTransactions(world.database.engine, [item])
  return item.id
}

async function isOverdue(id: string): Promise<void> {
  await owner.query(`update transactions set expired_at = gateway_now() - interval '1 minute' where id = $1`, [id])
  await owner.query(`update attempts set ending_at = gateway_now() - interval '1 hour' where transaction_id = $1`, [id])
}

async function isPastItsDeadline(id: string): Promise<void> {
  await owner.query(
    `update attempts set execute_before = statement_timestamp() - interval '1 second' where transaction_id = $1`,
    [id],
  )
}

const isDue = async (id: string) =>
  await owner.query(
    `update attempts set lease_until = statement_timestamp() - interval '1 second',
        next_action_at = gateway_now() - interval '1 second'
      where transaction_id = $1`,
    [id],
  )

async function stateOf(id: string): Promise<string> {
  const found = await owner.query(
    `select t.status, t.reason, a.state from transactions t join attempts a on a.transaction_id = t.id where t.id = $1`,
    [id],
  )
  const { status, reason, state } = found.rows[0]
  return `${status} ${reason}, ${state}`
}

async function claimed(id: string): Promise<OverduePayin> {
  const options = { owner: 'another gateway', leaseMs: 60_000, limit: 1, transactionId: id }
  return present((await claimOverduePayins(world.database.engine, options))[0], 'the claimed pay-in')
}

for (const kind of ['announce', 'submit'] as const) {
  test(`an order that was surely never sent ends by its merchant or the clock alone (${kind})`, async () => {
    const [cancelled, overdue] = [await unsent(kind), await unsent(kind)]
    assert.equal((await cancelPayin(deps, caller, cancelled)).reason, 'cancelled')
    await isOverdue(overdue)
    assert.equal(await expireOverdue(deps), 1)
    assert.equal(await stateOf(cancelled), 'EXPIRED cancelled, closed')
    assert.equal(await stateOf(overdue), 'EXPIRED expired, closed')
    assert.equal(await sendWaiting(deps), 0)
    assert.deepEqual(calls, [])
  })

  test(`an order that was never sent is not sent behind its expiry, whichever loop comes first (${kind})`, async () => {
    const id = await unsent(kind)
    await isOverdue(id)
    assert.equal(await sendWaiting(deps), 1)
    assert.equal(await stateOf(id), 'EXPIRED expired, closed')
    assert.deepEqual(calls, [])
  })
}

test('an order that may have been sent is asked about before it ends', async () => {
  const id = await unsent()
  await isOverdue(id)
  await owner.query('update attempts set maybe_sent = true where transaction_id = $1', [id])
  await expireOverdue(deps)
  assert.deepEqual(calls, ['cancel', 'inquire'])
  assert.match(await stateOf(id), /^PENDING /)
})

test('while one gateway ends an unsent order no other sends it, and what it left when it died stays known as unsent', async () => {
  const id = await unsent()
  await claimed(id)
  assert.equal(await sendWaiting(deps), 0)
  await isDue(id)
  await isOverdue(id)
  await expireOverdue(deps)
  assert.equal(await stateOf(id), 'EXPIRED expired, closed')
  assert.deepEqual(calls, [])
})

for (const [ending, late] of [
  ['its expiry', isOverdue],
  ['its deadline', isPastItsDeadline],
] as const) {
  test(`an announcement whose gateway died while it called may have been sent, and does not end unasked behind ${ending}`, async () => {
    const id = await unsent()
    await claimToSend(world.database.engine, { owner: 'a gateway that dies', leaseMs: 60_000, limit: 10 })
    await isDue(id)
    await late(id)
    await sendWaiting(deps)
    assert.match(await stateOf(id), /^PENDING /)
  })
}

test('a gateway that wakes when another one has sent the order does not end it any more', async () => {
  const id = await unsent()
  const slept = await claimed(id)
  await isDue(id)
  await sendWaiting(deps)
  assert.equal((await endUnpaid(deps, slept, { kind: 'cancel' }))?.status, 'PENDING')
  assert.equal(await stateOf(id), 'PENDING awaiting_payment, open')
  assert.deepEqual(calls, ['announce'])
})

test('an order that is sent while its ending is being claimed does not count as unsent', async () => {
  const id = await unsent()
  const sender = await owner.connect()
  await sender.query('begin')
  await sender.query(
    `update attempts set state = 'open', fence = fence + 1, sent_at = gateway_now() where transaction_id = $1`,
    [id],
  )
  const claiming = claimed(id)
  // The claim sees the order as it was before, and waits for this commit to lock it.
  setTimeout(() => void sender.query('commit').finally(() => sender.release()), 300)
  assert.equal((await claiming).surely_unsent, false)
})

test('after a restore no order counts as unsent: it may have been sent and paid since the backup', async () => {
  const id = await unsent()
  await settleRestored(world, 'test')
  await isOverdue(id)
  await expireOverdue(deps)
  assert.deepEqual(calls, ['cancel', 'inquire'])
})
