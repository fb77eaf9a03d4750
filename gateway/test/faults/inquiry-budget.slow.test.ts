import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connector } from '../../src/core/connectors/connector.ts'
import { simulatedBank } from '../../src/core/connectors/simulated-bank/connector.ts'
import type { Db } from '../../src/core/platform/database/database.ts'
import { siteAt } from '../../src/core/platform/deps.ts'
import { applyOutcomes } from '../../src/core/processing/apply-outcome.ts'
import { inquireDue, inquiryJob } from '../../src/core/processing/inquiries/inquire-due.ts'
import { inquiryBudget } from '../../src/core/processing/inquiries/inquiry-budget.ts'
import type { ApplyItem } from '../../src/core/processing/status-update.ts'
import { claimInquiries, claimToSend } from '../../src/core/processing/store/attempts.ts'
import { insertTransactions } from '../../src/core/processing/store/creations.ts'
import { present } from '../../src/core/values/assert.ts'
import type { Deps } from '../../src/extras/deps.ts'
import { aConnectorAccount, aProcess, aTransaction } from '../support/a-transaction.ts'
import { planOf } from '../support/plan-of.ts'
import { aPoint, setUp } from '../support/set-up.ts'
import { eventually } from '../support/world.ts'

/** As many pay-ins as wait for their payers after a busy day. */
const pendingCount = 115_000

const world = await setUp({ after })
const { pointId } = await aPoint(world)
const busy = await aConnectorAccount(world)
const quiet = await aConnectorAccount(world)
const process = aProcess(world)
const { owner } = world.database

const asked: { key: string; accountId: string }[] = []
const { manifest } = simulatedBank({ baseUrl: 'http://127.0.0.1:9' })
const connector: Connector = {
  manifest,
  keyFor: (id) => id,
  submit: async () => await Promise.resolve({ kind: 'pending' }),
  inquire: async (key, context) => {
    asked.push({ key, accountId: context.account.id })
    return await Promise.resolve({ kind: 'pending' })
  },
}
const nodes = { worker: 1 }
const aWorker = () =>
  ({
    ...process,
    clock: world.clock,
    processName: 'a gateway',
    connectors: new Map([['simulated-bank', connector]]),
    routes: {
      account: async (id: string) =>
        await Promise.resolve({ id, connector: 'simulated-bank', environment: 'test', credentials: '{}' }),
      accountIds: async (environment: string) => await Promise.resolve(environment === 'test' ? [busy, quiet] : []),
    },
    applyOutcome: async (item: ApplyItem) => present((await applyOutcomes(process, [item]))[0], 'a result'),
    inquiryBudget: inquiryBudget(() => nodes.worker),
    site: siteAt(''),
  }) as unknown as Deps

/** Copies one pay-in that its provider called pending, all due since before the process started. */
const template = aTransaction(world, { pointId, connectorAccountId: busy })
await insertTransactions(world.database.engine, [template])
await owner.query(`delete from attempts where transaction_id = $1`, [template.id])
await fill()
await owner.query('analyze')

beforeEach(() => {
  asked.length = 0
  nodes.worker = 1
})

/** In parts, because a statement may last 15 s. */
async function fill(): Promise<void> {
  const part = 5_000
  for (let from = 1; from <= pendingCount; from += part) {
    await owner.query(
      `with copied as (
          insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor, currency,
            status, reason, connector_account_id, sequence, instructions, details, content_hash, pay_token, created_at,
            updated_at, expired_at)
          select gen_random_uuid(), point_id, environment, pay_type, service_code, 'many ' || n, amount_minor, currency, status,
            reason, connector_account_id, 1000000 + n, instructions, details, content_hash,
            substr(encode(sha256(n::text::bytea), 'hex'), 1, 22), created_at, updated_at, expired_at
          from transactions, generate_series($2::int, $3::int) n where id = $1
          returning id, point_id, environment, connector_account_id)
        insert into attempts (id, transaction_id, point_id, environment, connector_account_id, kind, number, key, state,
          outcome, next_action_at, created_at, updated_at)
        select gen_random_uuid(), id, point_id, environment, connector_account_id, 'announce', 1, id::text, 'open',
          'pending', gateway_now() - interval '1 hour', gateway_now(), gateway_now() from copied`,
      [template.id, from, Math.min(from + part - 1, pendingCount)],
    )
  }
}

/** Orders of which nobody knows what became, due a moment ago: behind all the others by their time. */
async function unknown(count: number, connectorAccountId: string): Promise<string[]> {
  const items = Array.from({ length: count }, () => aTransaction(world, { pointId, connectorAccountId }))
  await insertTransactions(world.database.engine, items)
  const ids = items.map(({ id }) => id)
  await owner.query(
    `update attempts set state = 'open', outcome = 'unknown', lease_until = null, lease_owner = null,
      next_action_at = gateway_now() where transaction_id = any($1::uuid[])`,
    [ids],
  )
  return ids
}

/** Long for a machine that is busy with other things; a worker that asks nothing fails after it. */
const patienceMs = 60_000

/** Asks without pause, as the loop does while it finds something, for so long and until so many were asked about. */
async function askFor(workers: readonly Deps[], ms: number, count = 0): Promise<void> {
  const startedAt = performance.now()
  const isOver = () => {
    const tookMs = performance.now() - startedAt
    return tookMs >= patienceMs || (tookMs >= ms && asked.length >= count)
  }
  const rounds = async (worker: Deps) => {
    while (!isOver()) if ((await inquireDue(worker)) === 0) await sleep(20)
  }
  await Promise.all(workers.map(rounds))
}

const { perSecond } = manifest.inquiries

test('after a restart with 115,000 pending pay-ins a process asks within its budget, and unknown outcomes come first', async () => {
  const unknownIds = new Set(await unknown(30, busy))
  const startedAt = performance.now()
  await askFor([aWorker()], 3_000, perSecond + 1)
  const tookSeconds = (performance.now() - startedAt) / 1_000
  const allowed = perSecond * (tookSeconds + 1) + 1
  assert.ok(asked.length <= allowed, `${asked.length} inquiries in ${tookSeconds} s`)
  assert.ok(asked.length > perSecond, 'the pending ones are asked about as well')
  const first = asked.slice(0, unknownIds.size).map(({ key }) => key)
  assert.deepEqual(new Set(first), unknownIds)
})

test('two workers share the budget of an account', async () => {
  nodes.worker = 2
  const startedAt = performance.now()
  await askFor([aWorker(), aWorker()], 2_000)
  const tookSeconds = (performance.now() - startedAt) / 1_000
  assert.ok(asked.length <= perSecond * (tookSeconds + 1) + 2, `${asked.length} in ${tookSeconds} s`)
  assert.equal(new Set(asked.map(({ key }) => key)).size, asked.length, 'nothing is asked about twice')
})

test('the backlog of one account takes nothing from another one’s', async () => {
  const ids = await unknown(5, quiet)
  await inquireDue(aWorker())
  assert.deepEqual(new Set(asked.filter(({ accountId }) => accountId === quiet).map(({ key }) => key)), new Set(ids))
})

test('a provider that is silent takes nothing from the others', async () => {
  await owner.query(`update attempts set state = 'closed', next_action_at = null where connector_account_id = $1`, [
    quiet,
  ])
  const ends: (() => void)[] = []
  const worker = aWorker()
  const inquire: Connector['inquire'] = async (key, context) => {
    asked.push({ key, accountId: context.account.id })
    if (context.account.id === busy) await new Promise<void>((resolve) => ends.push(resolve))
    return { kind: 'pending' }
  }
  const job = inquiryJob({ ...worker, connectors: new Map([['simulated-bank', { ...connector, inquire }]]) })
  for (let round = 0; round < 10; round++) {
    await job.runOnce()
    await sleep(100)
  }
  const silent = asked.filter(({ accountId }) => accountId === busy).length
  assert.ok(silent > 0 && silent <= 25, `${silent} calls wait for the silent one`)
  const ids = await unknown(5, quiet)
  await job.runOnce()
  const answered = await eventually(async () => {
    const keys = asked.filter(({ accountId }) => accountId === quiet).map(({ key }) => key)
    return await Promise.resolve(keys.length >= ids.length ? keys : undefined)
  }, 'the other provider is asked')
  assert.deepEqual(new Set(answered), new Set(ids))
  for (const end of ends) end()
  await job.stop()
})

test('providers that are silent leave slots for one that is not', async () => {
  const silent = await Promise.all([1, 2, 3, 4].map(async () => await aConnectorAccount(world)))
  for (const accountId of silent) await unknown(40, accountId)
  const ends: (() => void)[] = []
  const worker = aWorker()
  const inquire: Connector['inquire'] = async (key, context) => {
    asked.push({ key, accountId: context.account.id })
    if (context.account.id !== quiet) await new Promise<void>((resolve) => ends.push(resolve))
    return { kind: 'pending' }
  }
  const accountIds = async (environment: string) =>
    await Promise.resolve(environment === 'test' ? [...silent, quiet] : [])
  const job = inquiryJob({
    ...worker,
    connectors: new Map([['simulated-bank', { ...connector, inquire }]]),
    routes: { ...worker.routes, accountIds },
  })
  for (let round = 0; round < 10; round++) {
    await job.runOnce()
    await sleep(100)
  }
  const waiting = asked.filter(({ accountId }) => accountId !== quiet).length
  assert.ok(waiting >= 60 && waiting < 100, `${waiting} calls wait for the silent ones`)
  const ids = await unknown(5, quiet)
  const answered = await eventually(async () => {
    await job.runOnce()
    const keys = asked.filter(({ accountId }) => accountId === quiet).map(({ key }) => key)
    return ids.every((id) => keys.includes(id)) || undefined
  }, 'the fifth provider is asked')
  assert.ok(answered)
  for (const end of ends) end()
  await job.stop()
})

test('a deposit that its provider reports by itself is asked about again hours later, and not all at the same time', async () => {
  const worker = aWorker()
  await inquireDue(worker)
  const [firstMs] = manifest.inquiries.depositDelaysMs
  const keys = asked.map(({ key }) => key)
  const found = await owner.query(
    `select extract(epoch from next_action_at - updated_at)::float8 * 1000 as "inMs" from attempts where key = any($1)`,
    [keys],
  )
  const delays: number[] = found.rows.map(({ inMs }) => inMs)
  assert.ok(delays.length > 10)
  assert.ok(
    delays.every((inMs) => inMs >= present(firstMs, 'a delay') * 0.8 - 1 && inMs <= present(firstMs, 'a delay')),
  )
  assert.ok(new Set(delays).size > delays.length / 2)
})

test('a claim reads what it takes, and not what it leaves alone', async () => {
  const client = new pg.Client({ connectionString: world.url })
  await client.connect()
  try {
    for (const outcome of ['unknown', 'pending'] as const) {
      const { rowsRead } = await planOf(
        client,
        async (db) =>
          await claimInquiries(db, {
            ...{ outcome, owner: 'a gateway', leaseMs: 1_000 },
            shares: [busy, quiet].map((accountId) => ({ accountId, limit: 10 })),
          }),
        'for these values',
      )
      assert.ok(rowsRead < 500, `${outcome}: ${rowsRead} rows`)
    }
    const send = async (db: Db) => await claimToSend(db, { owner: 'a gateway', leaseMs: 1_000, limit: 100 })
    const { rowsRead } = await planOf(client, send, 'for these values')
    assert.ok(rowsRead < 500, `to send: ${rowsRead} rows`)
  } finally {
    await client.end()
  }
})
