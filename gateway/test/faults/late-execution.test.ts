import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { CancelResult, Connector, LateExecutionGuarantee, Manifest } from '../../src/core/connectors/connector.ts'
import { simulatedBank } from '../../src/core/connectors/simulated-bank/connector.ts'
import { reservePayouts } from '../../src/core/payouts/reserve-payouts.ts'
import { siteAt } from '../../src/core/platform/deps.ts'
import { applyOutcomes } from '../../src/core/processing/apply-outcome.ts'
import { callTimeoutMs } from '../../src/core/processing/call-connector.ts'
import { expireOverdue } from '../../src/core/processing/expire-overdue.ts'
import { checkLateExecutions, lateExecutionJob } from '../../src/core/processing/inquiries/check-late-executions.ts'
import { inquireDue } from '../../src/core/processing/inquiries/inquire-due.ts'
import { inquiryBudget } from '../../src/core/processing/inquiries/inquiry-budget.ts'
import type { NewTransaction } from '../../src/core/processing/rules/new-transaction.ts'
import { sendWaiting } from '../../src/core/processing/send-waiting.ts'
import type { ApplyItem } from '../../src/core/processing/status-update.ts'
import { insertTransactions } from '../../src/core/processing/store/creations.ts'
import {
  claimLateExecutionChecks,
  insertLateExecutionChecks,
} from '../../src/core/processing/store/late-execution-checks.ts'
import { present } from '../../src/core/values/assert.ts'
import type { NotFound, Outcome } from '../../src/core/values/outcome.ts'
import { evaluateAlerts } from '../../src/extras/alerts/evaluate-alerts.ts'
import type { Deps } from '../../src/extras/deps.ts'
import { aConnectorAccount, aProcess, aTransaction } from '../support/a-transaction.ts'
import { aPoint, setUp } from '../support/set-up.ts'
import { eventually } from '../support/world.ts'

const world = await setUp({ after })
const { pointId } = await aPoint(world)
const connectorAccountId = await aConnectorAccount(world)
const process = aProcess(world)
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A provider that notes what it is asked and answers as it is told. */
const provider = {
  guarantees: [] as readonly LateExecutionGuarantee[],
  inquire: { kind: 'not_found' } as Outcome | NotFound,
  submit: { kind: 'not_sent', why: 'unavailable' } as Outcome,
  cancel: 'unknown' as CancelResult,
  calls: [] as string[],
  /** What happens meanwhile, once each. */
  meanwhile: { inquire: [] as (() => Promise<void>)[], cancel: [] as (() => Promise<void>)[] },
  deadlines: [] as (Date | null)[],
}
const { manifest } = simulatedBank({ baseUrl: 'http://127.0.0.1:9' })
const connector: Connector = {
  get manifest(): Manifest {
    return { ...manifest, visibilityWindowMs: 10_000, lateExecution: provider.guarantees }
  },
  keyFor: (id) => id,
  submit: async (order, key) => {
    provider.calls.push(`submit ${key}`)
    provider.deadlines.push(order.executeBefore)
    return await Promise.resolve(provider.submit)
  },
  inquire: async (key) => {
    provider.calls.push(`inquire ${key}`)
    await provider.meanwhile.inquire.shift()?.()
    return await Promise.resolve(provider.inquire)
  },
  cancel: async (key) => {
    provider.calls.push(`cancel ${key}`)
    await provider.meanwhile.cancel.shift()?.()
    return await Promise.resolve(provider.cancel)
  },
}
const account = { id: connectorAccountId, connector: 'simulated-bank', environment: 'test', credentials: '{}' } as const
const deps = {
  ...process,
  clock: world.clock,
  processName: 'a gateway',
  connectors: new Map([['simulated-bank', connector]]),
  routes: {
    account: async () => await Promise.resolve(account),
    accountIds: async (environment: string) =>
      await Promise.resolve(environment === 'test' ? [connectorAccountId] : []),
  },
  applyOutcome: async (item: ApplyItem) => present((await applyOutcomes(process, [item]))[0], 'a result'),
  inquiryBudget: inquiryBudget(() => 1),
  site: siteAt(''),
} as unknown as Deps

const { owner } = world.database

beforeEach(async () => {
  Object.assign(provider, { guarantees: [], inquire: { kind: 'not_found' }, cancel: 'unknown', calls: [] })
  provider.submit = { kind: 'not_sent', why: 'unavailable' }
  provider.deadlines = []
  await owner.query(`delete from late_execution_checks`)
  await owner.query(`update attempts set state = 'closed', next_action_at = null`)
  await world.moveClockTo(0)
})

async function payout(executeBefore: Date | null = null): Promise<NewTransaction> {
  const item = aTransaction(world, { pointId, connectorAccountId }, { pay_type: 'payout' })
  const written = { ...item, attempt: { ...present(item.attempt, 'the attempt'), executeBefore } }
  await reservePayouts(process, [written])
  return written
}

async function stateOf(id: string) {
  const found = await owner.query('select status, reason, needs_operator from transactions where id = $1', [id])
  return found.rows[0]
}

/** The gateway asks about an attempt whose last call ended a while ago. */
async function ask({ id }: NewTransaction): Promise<string> {
  await owner.query(
    `update attempts set state = 'open', lease_until = null, lease_owner = null, next_action_at = gateway_now(),
      sent_at = gateway_now() - interval '1 minute' where transaction_id = $1 and state <> 'closed'`,
    [id],
  )
  await inquireDue(deps)
  const { status, reason } = await stateOf(id)
  return `${status} ${reason}`
}

const inFuture = (ms: number) => new Date(world.clock.now().getTime() + ms)

async function notExecuted(): Promise<NewTransaction> {
  const item = await payout()
  provider.guarantees = [{ kind: 'not_found_is_final' }]
  assert.equal(await ask(item), 'ERROR not_executed')
  provider.calls = []
  return item
}

const checksLeft = async () =>
  (await owner.query('select attempt_id, checks, next_check_at from late_execution_checks')).rows

test('where nothing bars a late execution, an order that is not found waits for a person and is asked about on', async () => {
  const item = await payout()
  assert.equal(await ask(item), 'PENDING needs_operator')
  assert.match((await stateOf(item.id)).needs_operator, /may still be executed/)
  provider.inquire = { kind: 'completed' }
  assert.equal(await ask(item), 'COMPLETED paid')
  assert.deepEqual(new Set(provider.calls), new Set([`inquire ${item.id}`]), 'nothing was sent or cancelled')
})

test('an order that the provider’s window still hides is not yet missing', async () => {
  const item = await payout()
  await owner.query(
    `update attempts set state = 'open', lease_until = null, next_action_at = gateway_now(),
    sent_at = gateway_now() - interval '5 seconds' where transaction_id = $1`,
    [item.id],
  )
  await inquireDue(deps)
  assert.equal((await stateOf(item.id)).reason, 'outcome_unknown')
})

test('with a deadline it failed once that has passed with the margin of clocks and the provider’s window, not before', async () => {
  provider.guarantees = [{ kind: 'deadline', validForMs: 10 * minuteMs, clockMarginMs: minuteMs }]
  const item = await payout(inFuture(10 * minuteMs))
  for (const minutes of [1, 9.9, 10.5]) {
    await world.moveClockTo(minutes * minuteMs)
    assert.equal(await ask(item), 'PENDING outcome_unknown', `${minutes} minutes`)
  }
  await world.moveClockTo(11.5 * minuteMs)
  assert.equal(await ask(item), 'ERROR not_executed')
})

test('an order from before deadlines were sent carries none: a deadline that the provider would honour concludes nothing', async () => {
  provider.guarantees = [{ kind: 'deadline', validForMs: 10 * minuteMs, clockMarginMs: minuteMs }]
  assert.equal(await ask(await payout(null)), 'PENDING needs_operator')
})

test('no resend extends the deadline, and behind it nothing is sent', async () => {
  provider.guarantees = [{ kind: 'deadline', validForMs: 10 * minuteMs, clockMarginMs: minuteMs }]
  const before = inFuture(10 * minuteMs)
  const item = await payout(before)
  const send = async () => {
    await owner.query(
      `update attempts set state = 'waiting', lease_until = null, lease_owner = null,
      next_action_at = gateway_now() where transaction_id = $1 and state <> 'closed'`,
      [item.id],
    )
    await sendWaiting(deps)
  }
  for (const minutes of [0, 3, 9]) {
    await world.moveClockTo(minutes * minuteMs)
    await send()
  }
  assert.deepEqual(provider.deadlines, [before, before, before])
  await world.moveClockTo(10.1 * minuteMs)
  await send()
  assert.equal(provider.deadlines.length, 3)
  const { status, reason } = await stateOf(item.id)
  assert.deepEqual([status, reason], ['ERROR', 'not_executed'], 'no call ever got through')
})

test('a tombstone lets it fail at once; what arrived in between, or is not known, does not', async () => {
  provider.guarantees = [{ kind: 'tombstone' }]
  const item = await payout()
  for (const cancel of ['too_late', 'unknown', 'not_found'] as const) {
    provider.cancel = cancel
    assert.equal(await ask(item), 'PENDING outcome_unknown', cancel)
  }
  provider.cancel = 'cancelled'
  assert.equal(await ask(item), 'ERROR not_executed')
})

test('whoever makes two calls about an order holds it for both, however long they take', async () => {
  /** Makes the second call the slowest that there is, and another gateway looks for work at its end. */
  const slowly = async (call: 'inquire' | 'cancel', first: () => Promise<unknown>, other: () => Promise<number>) => {
    const taken: number[] = []
    provider.calls = []
    provider.meanwhile[call] = [
      async () => {
        for (const table of ['attempts', 'late_execution_checks'])
          await owner.query(`update ${table} set lease_until = lease_until - $1::int * interval '1 millisecond'`, [
            2 * callTimeoutMs,
          ])
        await owner.query(`update attempts set next_action_at = gateway_now(), ending_at = ending_at - interval '1 hour'
          where state = 'calling'`)
        taken.push(await other())
      },
    ]
    await first()
    assert.deepEqual(taken, [0], provider.calls.join())
  }
  const [inquire, check] = [async () => await inquireDue(deps), async () => await checkLateExecutions(deps)]
  provider.guarantees = [{ kind: 'tombstone' }]
  const item = await payout()
  await slowly('cancel', async () => await ask(item), inquire)
  provider.cancel = 'cancelled'
  assert.equal(await ask(item), 'ERROR not_executed')
  provider.inquire = { kind: 'pending' }
  await world.moveClockTo(31 * minuteMs)
  await slowly('cancel', check, check)
  const overdue = aTransaction(world, { pointId, connectorAccountId }, { expired_at: inFuture(-minuteMs) })
  await insertTransactions(world.database.engine, [overdue])
  await owner.query(`update attempts set state = 'open', lease_until = null where transaction_id = $1`, [overdue.id])
  provider.cancel = 'too_late'
  await slowly(
    'inquire',
    async () => await expireOverdue(deps),
    async () => await expireOverdue(deps),
  )
})

test('an overdue pay-in that its provider does not know ends only where nobody can pay it any more', async () => {
  const item = aTransaction(world, { pointId, connectorAccountId })
  await insertTransactions(world.database.engine, [item])
  await owner.query(`update transactions set expired_at = gateway_now() - interval '1 minute' where id = $1`, [item.id])
  const expire = async () => {
    await owner.query(
      `update attempts set state = 'open', lease_until = null, sent_at = gateway_now() - interval '1 minute',
      ending_at = gateway_now() - interval '1 hour' where transaction_id = $1`,
      [item.id],
    )
    await expireOverdue(deps)
    const { status, reason } = await stateOf(item.id)
    return `${status} ${reason}`
  }
  provider.cancel = 'not_found'
  assert.equal(await expire(), 'PENDING needs_operator')
  provider.guarantees = [{ kind: 'not_found_is_final' }]
  assert.equal(await expire(), 'EXPIRED expired')
})

test('an overdue pay-in that its provider does not let go of is asked about more and more rarely', async () => {
  const item = aTransaction(world, { pointId, connectorAccountId })
  await insertTransactions(world.database.engine, [item])
  const overdue = async (overdueFor: string, askedAgo: string) => {
    await owner.query(`update transactions set expired_at = gateway_now() - $2::interval where id = $1`, [
      item.id,
      overdueFor,
    ])
    await owner.query(
      `update attempts set state = 'open', lease_until = null, ending_at = gateway_now() - $2::interval
      where transaction_id = $1`,
      [item.id, askedAgo],
    )
    return await expireOverdue(deps)
  }
  assert.equal(await overdue('1 minute', '11 seconds'), 1)
  assert.equal(await overdue('1 hour', '5 minutes'), 0)
  assert.equal(await overdue('1 hour', '7 minutes'), 1)
  assert.equal(await overdue('1 day', '2 hours'), 0)
  assert.equal(await overdue('1 day', '3 hours'), 1)
  assert.equal(await overdue('30 days', '23 hours'), 0)
  assert.equal(await overdue('30 days', '25 hours'), 1)
})

test('what ended as not executed is asked about after 30 minutes, 2, 6 and 24 hours, and nothing is ever sent', async () => {
  const item = await notExecuted()
  const asked: number[] = []
  for (let minutes = 0; minutes <= 30 * 60; minutes += 10) {
    await world.moveClockTo(minutes * minuteMs)
    const before = provider.calls.length
    await checkLateExecutions(deps)
    if (provider.calls.length > before) asked.push(minutes)
  }
  assert.equal(asked.length, 4)
  ;[30, 120, 360, 1440].forEach((planned, index) => {
    const late = present(asked[index], 'an inquiry') - planned
    assert.ok(late >= 0 && late <= 10, `${asked[index]} instead of ${planned}`)
  })
  assert.deepEqual(
    provider.calls,
    asked.map(() => `inquire ${item.id}`),
  )
  assert.deepEqual(await checksLeft(), [])
  assert.equal((await stateOf(item.id)).needs_operator, null)
})

test('a late execution goes to the review queue with an alert of its own, and the merchant’s status stays', async () => {
  const item = await notExecuted()
  const told: string[] = []
  const waking = { ...process, notify: (loop: string) => void told.push(loop) }
  provider.inquire = { kind: 'completed' }
  await world.moveClockTo(31 * minuteMs)
  const applyOutcome = async (update: ApplyItem) => present((await applyOutcomes(waking, [update]))[0], 'a result')
  await checkLateExecutions({ ...deps, applyOutcome } as unknown as Deps)
  const row = await stateOf(item.id)
  assert.deepEqual([row.status, row.reason], ['ERROR', 'not_executed'])
  assert.match(row.needs_operator, /executed after it was reported as not executed/)
  assert.deepEqual(await checksLeft(), [])
  assert.ok(told.includes('alerts'), 'nobody waits for the next round of alerts')
  await evaluateAlerts({ ...world, notify: () => undefined, mail: undefined } as unknown as Deps)
  const alerts = await owner.query('select kind from alerts where object = $1 and resolved_at is null', [item.id])
  assert.deepEqual(alerts.rows, [{ kind: 'late_execution' }])
  const events = await owner.query(`select status from callback_events where transaction_id = $1 order by created_at`, [
    item.id,
  ])
  assert.deepEqual(events.rows, [{ status: 'ERROR' }])
})

test('an order that arrived late and waits is cancelled there, told to people, and asked about until it is decided', async () => {
  const item = await notExecuted()
  provider.inquire = { kind: 'pending' }
  provider.cancel = 'cancelled'
  await world.moveClockTo(31 * minuteMs)
  await checkLateExecutions(deps)
  assert.deepEqual(provider.calls, [`inquire ${item.id}`, `cancel ${item.id}`])
  assert.match((await stateOf(item.id)).needs_operator, /accepted after it was reported as not executed/)
  provider.inquire = { kind: 'completed' }
  await world.moveClockTo(42 * minuteMs)
  await checkLateExecutions(deps)
  assert.match((await stateOf(item.id)).needs_operator, /^executed after/)
})

test('an order that arrived late and stays undecided is asked about for longer than two days, and its alert stays', async () => {
  const item = await notExecuted()
  provider.inquire = { kind: 'pending' }
  provider.cancel = 'too_late'
  await world.moveClockTo(31 * minuteMs)
  await checkLateExecutions(deps)
  for (const [hours, answer] of [
    [49, { kind: 'pending' }],
    [51, { kind: 'unknown', why: 'timeout' }],
    [53, { kind: 'pending' }],
  ] as const) {
    provider.inquire = answer
    await world.moveClockTo(hours * hourMs)
    assert.equal(await checkLateExecutions(deps), 1, `${hours} hours`)
    assert.match((await stateOf(item.id)).needs_operator, /accepted after it was reported as not executed/)
  }
  await evaluateAlerts({ ...world, notify: () => undefined, mail: undefined } as unknown as Deps)
  const alerts = await owner.query('select kind from alerts where object = $1 and resolved_at is null', [item.id])
  assert.deepEqual(alerts.rows, [{ kind: 'late_execution' }])
  provider.inquire = { kind: 'completed' }
  await world.moveClockTo(55 * hourMs)
  await checkLateExecutions(deps)
  assert.match((await stateOf(item.id)).needs_operator, /^executed after/)
  assert.deepEqual(await checksLeft(), [])
})

test('what the review queue says of a late order is not replaced by an inquiry without an answer', async () => {
  const item = await notExecuted()
  const write = async (update: ApplyItem['update']) =>
    await applyOutcomes(process, [{ transactionId: item.id, update, source: 'inquiry' }])
  for (const [update, said] of [
    [{ kind: 'pending' }, /^accepted after/],
    [{ kind: 'completed' }, /^executed after/],
  ] as const) {
    await write(update)
    await write({ kind: 'unresolved', why: 'late_check' })
    assert.match((await stateOf(item.id)).needs_operator, said)
  }
})

test('a provider that does not answer is asked again every ten minutes, and after two days a person is', async () => {
  const item = await notExecuted()
  provider.inquire = { kind: 'unknown', why: 'timeout' }
  for (const minutes of [31, 42, 53]) {
    await world.moveClockTo(minutes * minuteMs)
    await checkLateExecutions(deps)
  }
  assert.equal(provider.calls.length, 3)
  assert.equal((await checksLeft()).length, 1)
  await world.moveClockTo(49 * hourMs)
  await checkLateExecutions(deps)
  assert.deepEqual(await checksLeft(), [])
  const row = await stateOf(item.id)
  assert.deepEqual([row.status, row.reason], ['ERROR', 'not_executed'])
  assert.match(row.needs_operator, /could not be asked/)
})

test('many checks of a provider that is silent do not delay those of another provider', async () => {
  const silent = await aConnectorAccount(world)
  const lateAt = async (accountId: string, count: number) => {
    const items = Array.from({ length: count }, () =>
      aTransaction(world, { pointId, connectorAccountId: accountId }, { pay_type: 'payout' }),
    )
    await reservePayouts(process, items)
    const ids = items.map(({ id }) => id)
    await owner.query(`update transactions set status = 'ERROR', reason = 'not_executed' where id = any($1)`, [ids])
    await insertLateExecutionChecks(world.database.engine, ids, { now: world.clock.now(), firstInMs: 0 })
    return ids
  }
  await lateAt(silent, 30)
  await world.moveClockTo(minuteMs)
  const [other] = await lateAt(connectorAccountId, 1)
  const asked: string[] = []
  const ends: (() => void)[] = []
  const inquire: Connector['inquire'] = async (key, context) => {
    asked.push(key)
    if (context.account.id === silent) await new Promise<void>((resolve) => ends.push(resolve))
    return { kind: 'not_found' }
  }
  const job = lateExecutionJob({
    ...deps,
    connectors: new Map([['simulated-bank', { ...connector, inquire }]]),
    routes: {
      ...deps.routes,
      account: async (id: string) => await Promise.resolve({ ...account, id }),
      accountIds: async (environment: string) =>
        await Promise.resolve(environment === 'test' ? [silent, connectorAccountId] : []),
    },
  } as Deps)
  await job.runOnce()
  await eventually(async () => await Promise.resolve(asked.length > 10 || undefined), 'both are asked')
  assert.ok(asked.includes(other ?? ''))
  await job.runOnce()
  assert.equal(asked.length, 11, 'a silent provider has ten checks open at most')
  for (const end of ends) end()
  await job.stop()
})

test('one process has a check at a time, and a dead process’s check is taken by another', async () => {
  await notExecuted()
  await world.moveClockTo(31 * minuteMs)
  const claim = async (leaseMs: number) =>
    await claimLateExecutionChecks(world.database.engine, {
      owner: 'another',
      leaseMs,
      limit: 10,
      total: 10,
      shares: [],
    })
  const both = (await Promise.all([claim(60_000), claim(60_000)])).flat()
  assert.equal(both.length, 1)
  await owner.query('update late_execution_checks set lease_until = statement_timestamp()')
  assert.equal(await checkLateExecutions(deps), 1)
})

test('what operators found out meanwhile, and orders that nobody sends, are not asked about', async () => {
  const item = await notExecuted()
  await owner.query(`update transactions set status = 'COMPLETED', reason = 'paid' where id = $1`, [item.id])
  await notExecuted()
  provider.guarantees = [{ kind: 'nothing_is_sent' }]
  await world.moveClockTo(31 * minuteMs)
  assert.equal(await checkLateExecutions(deps), 2)
  assert.deepEqual(provider.calls, [])
  assert.deepEqual(await checksLeft(), [])
})
