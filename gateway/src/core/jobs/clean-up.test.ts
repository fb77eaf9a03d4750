import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { setUp as databaseSetUp, type SetUp } from '../../../test/support/set-up.ts'
import { createMerchant } from '../merchants/create-merchant.ts'
import { migrate } from '../platform/database/migrate.ts'
import { createLog } from '../platform/log/log.ts'
import { createMetrics } from '../platform/log/metrics.ts'
import { type CleanupStep, cleanUp } from './clean-up.ts'

const dayMs = 86_400_000
let logged: string[] = []
let others = 0
beforeEach(() => {
  logged = []
  others = 0
})

/** A step of an extra. */
const another: CleanupStep = { name: 'another', work: async () => await Promise.resolve(++others) }

async function setUp(t: { after(work: () => Promise<void>): void }) {
  const deps = await databaseSetUp(t)
  return { ...deps, log: createLog('info', (line) => logged.push(line)), metrics: createMetrics() }
}

async function rows(deps: SetUp, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await deps.database.owner.query(text, values)).rows
}

async function partitions(deps: SetUp, table: string): Promise<string[]> {
  const found = await rows(
    deps,
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass and c.relname <> $1 || '_default' order by 1`,
    [table],
  )
  return found.map(({ name }) => String(name))
}

function partition(table: string, monthsFromNow: number): string {
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsFromNow, 1))
  return `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`
}

/** Sets the clock a year ahead, where no month has a partition yet, and writes one row into the default partition. */
async function aRowInTheDefaultPartition(deps: SetUp): Promise<void> {
  await deps.moveClockTo(365 * dayMs)
  await createMerchant(deps, { name: 'Early shop', actor: 'early bird' })
  assert.equal((await rows(deps, 'select from audit_log_default')).length, 1)
}

test('migrating creates the partitions of this month and the next two', async (t) => {
  const deps = await setUp(t)
  for (const table of ['audit_log', 'callback_attempts', 'provider_notifications', 'request_log']) {
    for (const name of await partitions(deps, table)) await deps.database.owner.query(`drop table ${name}`)
    assert.deepEqual(await partitions(deps, table), [])
  }
  await migrate(deps.database.owner, () => undefined)
  for (const table of ['audit_log', 'callback_attempts', 'provider_notifications', 'request_log']) {
    assert.deepEqual(
      await partitions(deps, table),
      [0, 1, 2].map((ahead) => partition(table, ahead)),
    )
  }
})

test('a row written before the partition of its month existed moves into it', async (t) => {
  const deps = await setUp(t)
  await aRowInTheDefaultPartition(deps)
  await cleanUp(deps)
  assert.deepEqual(await rows(deps, 'select from audit_log_default'), [])
  const kept = await rows(
    deps,
    `select actor, tableoid::regclass::text as place from audit_log where actor = 'early bird'`,
  )
  assert.deepEqual(kept, [{ actor: 'early bird', place: partition('audit_log', 12) }])
  assert.deepEqual(logged, [])
})

test('a partition that cannot be created yet is logged and counted, and does not stop other steps', async (t) => {
  const deps = await setUp(t)
  await aRowInTheDefaultPartition(deps)
  await rows(
    deps,
    `insert into audit_log (id, actor, action) select gen_random_uuid(), 'many', 'test' from generate_series(1, 10001)`,
  )
  await cleanUp(deps, [another])
  assert.equal((await rows(deps, 'select from audit_log_default')).length, 10_002)
  assert.ok((await partitions(deps, 'audit_log')).includes(partition('audit_log', 13)))
  assert.ok((await partitions(deps, 'callback_attempts')).includes(partition('callback_attempts', 12)))
  assert.equal(others, 1)
  assert.match(logged.join(), /partitions of audit_log/)
  assert.match(
    await deps.metrics.registry.metrics(),
    /job_runs_total\{job="maintain: partitions of audit_log",result="failed"\} 1/,
  )
})

test('a failed step is logged and counted, and the other steps run', async (t) => {
  const deps = await setUp(t)
  await rows(deps, 'alter table provider_event_ids rename to elsewhere')
  await cleanUp(deps, [another])
  assert.equal(others, 1)
  assert.match(await deps.metrics.registry.metrics(), /job="maintain: event ids",result="failed"\} 1/)
})

test('merchants’ answers are deleted after 90 days with their month, notifications and their ids after 13 months, the audit log never', async (t) => {
  const deps = await setUp(t)
  await someOfEverything(deps)
  const left = async () => {
    await cleanUp(deps)
    const counts = await rows(
      deps,
      `select (select count(*)::int from callback_attempts) as attempts,
        (select count(*)::int from provider_notifications) as news, (select count(*)::int from provider_event_ids) as ids,
        (select count(*)::int from audit_log) as audit`,
    )
    return counts[0]
  }
  // Rows of a default partition are deleted one by one.
  assert.deepEqual(await left(), { attempts: 1, news: 1, ids: 1, audit: 1 })
  await deps.moveClockTo(89 * dayMs)
  assert.deepEqual(await left(), { attempts: 1, news: 1, ids: 1, audit: 1 })
  // At most a month later the whole month is old enough.
  await deps.moveClockTo((90 + 32) * dayMs)
  assert.deepEqual(await left(), { attempts: 0, news: 1, ids: 1, audit: 1 })
  assert.ok(!(await partitions(deps, 'callback_attempts')).includes(partition('callback_attempts', 0)))
  await deps.moveClockTo(390 * dayMs)
  assert.deepEqual(await left(), { attempts: 0, news: 1, ids: 1, audit: 1 })
  await deps.moveClockTo((397 + 32) * dayMs)
  assert.deepEqual(await left(), { attempts: 0, news: 0, ids: 0, audit: 1 })
})

test('another round follows at once if one round cannot delete everything', async (t) => {
  const deps = await setUp(t)
  const account = await someOfEverything(deps)
  await rows(
    deps,
    `insert into provider_event_ids select $1, 'event ' || n, gateway_now() from generate_series(1, 10000) n`,
    [account],
  )
  await deps.moveClockTo(430 * dayMs)
  assert.ok((await cleanUp(deps)) > 0)
  assert.equal((await rows(deps, 'select from provider_event_ids')).length, 1)
  assert.equal(await cleanUp(deps), 0)
  assert.equal((await rows(deps, 'select from provider_event_ids')).length, 0)
})

/** Writes a current row of each kind, and old ones in the default partitions. Returns the connector account. */
async function someOfEverything(deps: SetUp): Promise<string> {
  const account = randomUUID()
  await rows(
    deps,
    `insert into connector_accounts (id, connector, environment, name, credentials_box)
      values ($1, 'simulated-bank', 'test', 'bank', '')`,
    [account],
  )
  await rows(deps, `insert into provider_event_ids values ($1, 'event', gateway_now())`, [account])
  await rows(deps, `insert into audit_log (id, actor, action) values ($1, 'somebody', 'test')`, [randomUUID()])
  await rows(
    deps,
    `insert into callback_attempts (delivery_id, point_id, number, started_at)
      select 1, $1, 1, gateway_now() - days * interval '1 day' from unnest(array[0, 100]) as days`,
    [account],
  )
  await rows(
    deps,
    `insert into provider_notifications (id, connector_account_id, headers, body, state, received_at)
      select $1, $1, '{}', '', 'processed', gateway_now() - days * interval '1 day' from unnest(array[0, 430]) as days`,
    [account],
  )
  return account
}
