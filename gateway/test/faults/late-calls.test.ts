import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Connector, Order } from '../../src/core/connectors/connector.ts'
import { simulatedBank } from '../../src/core/connectors/simulated-bank/connector.ts'
import { createApiKey } from '../../src/core/merchants/create-api-key.ts'
import { reservePayouts } from '../../src/core/payouts/reserve-payouts.ts'
import { siteAt } from '../../src/core/platform/deps.ts'
import { applyOutcomes } from '../../src/core/processing/apply-outcome.ts'
import { callStartsWithinMs, type HeldAttempt, submitLeased } from '../../src/core/processing/call-connector.ts'
import { callSlots } from '../../src/core/processing/call-slots.ts'
import { inquireDue } from '../../src/core/processing/inquiries/inquire-due.ts'
import { inquiryBudget } from '../../src/core/processing/inquiries/inquiry-budget.ts'
import { orderFromRow } from '../../src/core/processing/order-from-row.ts'
import type { NewTransaction } from '../../src/core/processing/rules/new-transaction.ts'
import type { StatusUpdate } from '../../src/core/processing/rules/state.ts'
import { sendWaiting } from '../../src/core/processing/send-waiting.ts'
import type { ApplyItem } from '../../src/core/processing/status-update.ts'
import { insertTransactions } from '../../src/core/processing/store/creations.ts'
import { readTransaction } from '../../src/core/processing/store/reads/transactions.ts'
import { present } from '../../src/core/values/assert.ts'
import type { Caller } from '../../src/core/values/caller.ts'
import type { NotFound, Outcome } from '../../src/core/values/outcome.ts'
import { Problem } from '../../src/core/values/problem.ts'
import type { Deps } from '../../src/extras/deps.ts'
import { approvePayout } from '../../src/extras/payout-approvals/decide-payout.ts'
import { aConnectorAccount, aProcess, aTransaction } from '../support/a-transaction.ts'
import { aPoint, setUp } from '../support/set-up.ts'

const world = await setUp({ after })
const { pointId } = await aPoint(world)
const connectorAccountId = await aConnectorAccount(world)
const process = aProcess(world)

/** A provider that notes what reaches it and answers as it is told. */
const reached: string[] = []
const orders: Order[] = []
const answers: { submit: Outcome; inquire: Outcome | NotFound } = {
  submit: { kind: 'completed' },
  inquire: { kind: 'not_found' },
}
const { manifest } = simulatedBank({ baseUrl: 'http://127.0.0.1:9' })
const provider: Connector = {
  manifest: { ...manifest, visibilityWindowMs: 60_000, lateExecution: [{ kind: 'not_found_is_final' }] },
  keyFor: (id, attempt) => `${id}/${attempt}`,
  submit: async (order, key) => {
    reached.push(key)
    orders.push(order)
    return await Promise.resolve(answers.submit)
  },
  inquire: async () => await Promise.resolve(answers.inquire),
}
const account = { id: connectorAccountId, connector: 'simulated-bank', environment: 'test', credentials: '{}' } as const
const deps = {
  ...process,
  clock: world.clock,
  processName: 'a gateway',
  connectors: new Map([['simulated-bank', provider]]),
  routes: {
    account: async () => await Promise.resolve(account),
    accountIds: async (environment: string) =>
      await Promise.resolve(environment === 'test' ? [connectorAccountId] : []),
  },
  applyOutcome: async (item: ApplyItem) => present((await applyOutcomes(process, [item]))[0], 'a result'),
  inquiryBudget: inquiryBudget(() => 1),
  site: siteAt(''),
} as unknown as Deps

async function payout(changes: Partial<NewTransaction> = {}): Promise<NewTransaction> {
  const item = aTransaction(world, { pointId, connectorAccountId }, { pay_type: 'payout', ...changes })
  await reservePayouts(process, [item])
  return item
}

async function stateOf(id: string) {
  const found = await world.database.owner.query(
    `select t.status, t.reason, t.needs_operator, a.state, a.maybe_sent from transactions t
      join attempts a on a.transaction_id = t.id where t.id = $1`,
    [id],
  )
  return found.rows[0]
}

const change = async (id: string, what: string) =>
  await world.database.owner.query(`update attempts set ${what} where transaction_id = $1`, [id])

const tell = async (item: NewTransaction, update: StatusUpdate, fence: number) =>
  await deps.applyOutcome({
    transactionId: item.id,
    update,
    source: 'connector',
    lease: { attemptId: present(item.attempt, 'the attempt').id, fence },
  })

test('a process that was paused between commit and call sends nothing; the order goes out later with its key', async () => {
  const item = await payout()
  const attempt: HeldAttempt = { ...present(item.attempt, 'the attempt'), heldMs: () => callStartsWithinMs + 1 }
  const routed = { account, connector: provider }
  const order = { transactionId: item.id, payType: 'payout' } as Order
  await submitLeased(deps, { order, routed }, { attempt, payToken: null })
  assert.deepEqual(reached, [])
  assert.equal((await stateOf(item.id)).state, 'waiting')
  await change(item.id, 'next_action_at = gateway_now()')
  await sendWaiting(deps)
  assert.deepEqual(reached, [attempt.key])
  assert.equal((await stateOf(item.id)).status, 'COMPLETED')
})

test('an order that is sent again under its key is the same in every part, the payer’s way back among them', async () => {
  const item = aTransaction(world, { pointId, connectorAccountId }, { service_code: 'DEBIN_AR' })
  await insertTransactions(world.database.engine, [item])
  const row = present(await readTransaction(world.database.engine, pointId, item.id), 'the row')
  const attempt: HeldAttempt = { ...present(item.attempt, 'the attempt'), heldMs: () => 0 }
  const call = { order: orderFromRow(row, null), routed: { account, connector: provider } }
  answers.submit = { kind: 'not_sent', why: 'unavailable' }
  orders.length = 0
  await submitLeased(deps, call, { attempt, payToken: item.pay_token })
  await change(item.id, 'next_action_at = gateway_now()')
  answers.submit = { kind: 'completed' }
  await sendWaiting(deps)
  assert.equal((await stateOf(item.id)).status, 'COMPLETED')
  assert.equal(orders[0]?.returnUrl, `/pay/${item.pay_token}/return`)
  assert.deepEqual(orders[1], orders[0])
})

test('an accepted payout whose outcome no queue takes is no refusal: it stays PENDING until an inquiry finds out', async () => {
  const item = await payout()
  const full = { ...deps, applyOutcome: async () => await Promise.reject(new Problem('unavailable')) }
  const attempt: HeldAttempt = { ...present(item.attempt, 'the attempt'), heldMs: () => 0 }
  const order = { transactionId: item.id, payType: 'payout' } as Order
  const routed = { account, connector: provider }
  reached.length = 0
  assert.equal(await submitLeased(full as unknown as Deps, { order, routed }, { attempt, payToken: null }), undefined)
  assert.deepEqual(reached, [attempt.key])
  assert.equal((await stateOf(item.id)).status, 'PENDING')
  await change(item.id, 'lease_until = statement_timestamp(), next_action_at = gateway_now()')
  answers.inquire = { kind: 'completed' }
  await inquireDue(deps)
  assert.equal((await stateOf(item.id)).status, 'COMPLETED')
  assert.deepEqual(reached, [attempt.key], 'it was sent once')
})

test('that money moved is heard from a process that lost its lease, and a person is told where others said failed', async () => {
  const item = await payout()
  await change(item.id, 'fence = 2')
  await tell(item, { kind: 'not_found', conclusive: true }, 2)
  assert.deepEqual((await stateOf(item.id)).status, 'ERROR')
  assert.equal((await tell(item, { kind: 'completed' }, 1)).kind, 'contradiction')
  assert.equal((await stateOf(item.id)).needs_operator, 'executed after it was reported as not executed')
})

test('a day later an order that may have arrived is asked about; one that surely did not is not executed', async () => {
  const arrived = await payout()
  const never = await payout()
  for (const { id } of [arrived, never]) {
    await change(
      id,
      `state = 'waiting', lease_until = null, lease_owner = null, next_action_at = gateway_now(),
      created_at = gateway_now() - interval '25 hours'`,
    )
  }
  await change(arrived.id, 'maybe_sent = true')
  reached.length = 0
  await sendWaiting(deps)
  assert.deepEqual(reached, [], 'nobody waits for it any more')
  assert.deepEqual((await stateOf(never.id)).reason, 'not_executed')
  const asked = await stateOf(arrived.id)
  assert.deepEqual([asked.status, asked.state, asked.needs_operator !== null], ['PENDING', 'open', true])
})

test('what a provider failed with, and what a dead process left, counts as maybe sent ever after', async () => {
  const failed = await payout()
  await tell(failed, { kind: 'unknown', why: 'server_error' }, 1)
  assert.equal((await stateOf(failed.id)).maybe_sent, true)
  const left = await payout()
  await change(left.id, 'lease_until = statement_timestamp(), next_action_at = gateway_now()')
  await inquireDue(deps)
  assert.equal((await stateOf(left.id)).maybe_sent, true)
})

test('not found proves nothing before the provider’s window since the last sending is over', async () => {
  const item = await payout()
  answers.inquire = { kind: 'not_found' }
  const due = async (sentSecondsAgo: number) => {
    await change(
      item.id,
      `lease_until = null, lease_owner = null, state = 'open', next_action_at = gateway_now(),
      created_at = gateway_now() - interval '1 hour', sent_at = gateway_now() - interval '${sentSecondsAgo} seconds'`,
    )
    await inquireDue(deps)
    return (await stateOf(item.id)).status
  }
  assert.equal(await due(30), 'PENDING', 'sent again half a minute ago, though it was made an hour ago')
  assert.equal(await due(61), 'PENDING', 'the call may have begun a little after its lease')
  assert.equal(await due(65), 'ERROR')
})

test('an approval whose bank has too many calls open is refused before it counts, and counts when there is a place', async () => {
  await world.database.owner.query(
    `insert into payout_limits (point_id, currency, approval_above_minor) values ($1, 'ARS', 0)`,
    [pointId],
  )
  const item = await payout()
  const { keyId } = await createApiKey(world, { pointId, name: 'second', scopes: ['approve_payouts'], actor: 'test' })
  const caller = { point: { pointId }, keyId, scopes: new Set(['approve_payouts']) } as unknown as Caller
  const approve = async (max: number) => {
    const slots = callSlots(process.metrics, { max, share: max })
    const approving = { ...deps, database: world.database, callSlots: slots }
    return await approvePayout(approving, caller, { transactionId: item.id, origin: '127.0.0.1' })
  }
  answers.submit = { kind: 'completed' }
  reached.length = 0
  await assert.rejects(approve(0), { code: 'unavailable' })
  const { rows } = await world.database.owner.query('select reason from transactions where id = $1', [item.id])
  assert.deepEqual([rows[0].reason, reached.length], ['awaiting_approval', 0])
  assert.equal((await approve(1)).status, 'COMPLETED')
  assert.equal(reached.length, 1)
})
