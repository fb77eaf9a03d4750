import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Connector, Order } from '../../src/core/connectors/connector.ts'
import { simulatedBank } from '../../src/core/connectors/simulated-bank/connector.ts'
import { siteAt } from '../../src/core/platform/deps.ts'
import { applyOutcomes } from '../../src/core/processing/apply-outcome.ts'
import { submitLeased } from '../../src/core/processing/call-connector.ts'
import { expireOverdue } from '../../src/core/processing/expire-overdue.ts'
import { inquireDue } from '../../src/core/processing/inquiries/inquire-due.ts'
import { inquiryBudget } from '../../src/core/processing/inquiries/inquiry-budget.ts'
import { processNotifications } from '../../src/core/processing/process-notifications.ts'
import { receiveNotification } from '../../src/core/processing/receive-notification.ts'
import type { NewTransaction } from '../../src/core/processing/rules/new-transaction.ts'
import { sendWaiting } from '../../src/core/processing/send-waiting.ts'
import type { ApplyItem } from '../../src/core/processing/status-update.ts'
import { insertTransactions } from '../../src/core/processing/store/creations.ts'
import { present } from '../../src/core/values/assert.ts'
import type { Outcome } from '../../src/core/values/outcome.ts'
import type { Deps } from '../../src/extras/deps.ts'
import { aConnectorAccount, aProcess, aTransaction } from '../support/a-transaction.ts'
import { aPoint, setUp } from '../support/set-up.ts'

const world = await setUp({ after })
const { pointId } = await aPoint(world)
const connectorAccountId = await aConnectorAccount(world)
const process = aProcess(world)
const { owner } = world.database

/** A provider that says of every order, whoever asks and however, that it was called off. */
const calledOff: Outcome = { kind: 'rejected', reason: 'cancelled', detail: { code: 'C1' } }
const { manifest } = simulatedBank({ baseUrl: 'http://127.0.0.1:9' })
const provider: Connector = {
  manifest,
  keyFor: (id) => id,
  submit: async () => await Promise.resolve(calledOff),
  inquire: async () => await Promise.resolve(calledOff),
  cancel: async () => await Promise.resolve('too_late'),
  readNotifications: ({ body }) => ({
    events: [{ eventId: `called off ${body}`, key: body.toString(), outcome: calledOff }],
  }),
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

async function payin(): Promise<NewTransaction> {
  const item = aTransaction(world, { pointId, connectorAccountId })
  await insertTransactions(world.database.engine, [item])
  return item
}

async function stateOf({ id }: NewTransaction): Promise<string> {
  const found = await owner.query('select status, reason, needs_operator from transactions where id = $1', [id])
  const { status, reason, needs_operator: why } = found.rows[0]
  return [status, reason, ...(why === null ? [] : [why])].join(' ')
}

const isOverdue = async ({ id }: NewTransaction) =>
  await owner.query(`update transactions set expired_at = gateway_now() - interval '1 minute' where id = $1`, [id])

const isDue = async ({ id }: NewTransaction, state: 'waiting' | 'open') =>
  await owner.query(
    `update attempts set state = $2, lease_until = null, lease_owner = null, next_action_at = gateway_now(),
      updated_at = gateway_now() - interval '1 hour' where transaction_id = $1`,
    [id, state],
  )

/** The ways by which the gateway hears of it. */
const ways: Readonly<Record<string, (item: NewTransaction) => Promise<unknown>>> = {
  notification: async ({ id }) => {
    await receiveNotification(deps, { connectorAccountId, headers: {}, body: Buffer.from(id) })
    await processNotifications(deps)
  },
  answer: async ({ id, attempt }) => {
    const order = { transactionId: id, payType: 'payin' } as Order
    const held = { ...present(attempt, 'the attempt'), heldMs: () => 0 }
    await submitLeased(deps, { order, routed: { account, connector: provider } }, { attempt: held, payToken: null })
  },
  'answer to a later try': async (item) => {
    await isDue(item, 'waiting')
    await sendWaiting(deps)
  },
  inquiry: async (item) => {
    await isDue(item, 'open')
    await inquireDue(deps)
  },
}

for (const [way, hear] of Object.entries(ways)) {
  test(`a pay-in that its provider called off is EXPIRED when the gateway hears of it by ${way}`, async () => {
    const [inTime, late] = [await payin(), await payin()]
    await hear(inTime)
    assert.equal(await stateOf(inTime), 'EXPIRED cancelled')
    await isOverdue(late)
    await hear(late)
    assert.equal(await stateOf(late), 'EXPIRED expired')
  })
}

test('a pay-in that its provider called off is EXPIRED when the clock ends it', async () => {
  const item = await payin()
  await isDue(item, 'open')
  await isOverdue(item)
  await expireOverdue(deps)
  assert.equal(await stateOf(item), 'EXPIRED expired')
})

test('a pay-in that was asked about behind its expiry ends at once, as after a jump of the clock', async () => {
  const item = await payin()
  await isDue(item, 'open')
  await owner.query(`update transactions set expired_at = gateway_now() - interval '2 hours' where id = $1`, [item.id])
  await owner.query('update attempts set updated_at = gateway_now() where transaction_id = $1', [item.id])
  assert.equal(await expireOverdue(deps), 1)
  assert.equal(await stateOf(item), 'EXPIRED expired')
  const tried = await payin()
  await isDue(tried, 'open')
  await owner.query(`update transactions set expired_at = gateway_now() - interval '2 hours' where id = $1`, [tried.id])
  await owner.query('update attempts set ending_at = gateway_now() where transaction_id = $1', [tried.id])
  assert.equal(await expireOverdue(deps), 0)
})

test('the history tells the words of the provider', async () => {
  const item = await payin()
  await ways['notification']?.(item)
  const told = await owner.query(
    `select status, source, detail from transaction_history where transaction_id = $1 order by id desc limit 1`,
    [item.id],
  )
  assert.deepEqual(told.rows, [{ status: 'EXPIRED', source: 'notification', detail: 'C1' }])
})

test('a paid pay-in that its provider says was called off stays COMPLETED, and a person is told', async () => {
  const item = await payin()
  await deps.applyOutcome({ transactionId: item.id, update: { kind: 'completed' }, source: 'connector' })
  await ways['notification']?.(item)
  assert.equal(await stateOf(item), 'COMPLETED paid rejected after COMPLETED')
})
