import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { findRecovering } from '../../../../src/core/callbacks/store/callback-backlogs.ts'
import { claimDeliveries, releaseExpiredLeases } from '../../../../src/core/callbacks/store/callback-claims.ts'
import { claimReleases } from '../../../../src/core/ledger/store/releases.ts'
import { claimInquiries, claimOverduePayins, claimToSend } from '../../../../src/core/processing/store/attempts.ts'
import { claimLateExecutionChecks } from '../../../../src/core/processing/store/late-execution-checks.ts'
import { claimNotifications } from '../../../../src/core/processing/store/notifications.ts'
import { present } from '../../../../src/core/values/assert.ts'
import { findExpiredApprovals } from '../../../../src/extras/payout-approvals/store/payout-approvals.ts'
import { alertAfterMs, alertsDue, holdMs } from '../../../../src/extras/webhooks/rules/endpoint-alerts.ts'
import { findFailing } from '../../../../src/extras/webhooks/store/endpoint-alerts.ts'
import { endHeld, holdBacklogs, releaseHeld } from '../../../../src/extras/webhooks/store/held-callbacks.ts'
import { insertChange, insertPayin } from '../../../../test/support/callback-world.ts'
import { aPoint, type SetUp, setUp } from '../../../../test/support/set-up.ts'
import { setDatabaseTime, shadowTimeAndChance } from '../engine/shadow-functions.ts'
import { dueInstants } from './due-instants.ts'

const nowMs = Date.parse('2026-01-15T12:00:00Z')
const worlds = 80
const spanMs = 1_000_000

/** Claims round due times up by at most this. */
const slackMs = 2

type Client = pg.PoolClient

/** The claim of each loop. Whether it found work shows in what it returns, or in what it changed. */
const claims: Record<string, (tx: Client) => Promise<number>> = {
  announce: async (tx) => (await claimToSend(tx, lease)).length,
  inquire: async (tx) => {
    const shares = await sharesOf(tx)
    const unknown = await claimInquiries(tx, { ...lease, outcome: 'unknown', shares })
    return unknown.length + (await claimInquiries(tx, { ...lease, outcome: 'pending', shares })).length
  },
  lateExecutions: async (tx) =>
    (await claimLateExecutionChecks(tx, { ...lease, total: 1_000, shares: await sharesOf(tx) })).length,
  expire: async (tx) => (await claimOverduePayins(tx, lease)).length,
  approvals: async (tx) => (await findExpiredApprovals(tx, 1_000)).length,
  release: async (tx) => (await claimReleases(tx, 1_000)).due.length,
  notifications: async (tx) => (await claimNotifications(tx, lease)).length,
  callbacks: async (tx) => {
    const contents = `select md5(concat((select string_agg(d::text, ',' order by id) from callback_deliveries d),
      (select string_agg(h::text, ',' order by point_id) from callback_health h))) as contents`
    const earlier = await tx.query(contents)
    await releaseExpiredLeases(tx, 15)
    const order = { limit: 1_000, afterPointId: '00000000-0000-0000-0000-000000000000', restingPointIds: [] }
    await claimDeliveries(tx, { ...lease, ...order })
    const later = await tx.query(contents)
    return earlier.rows[0]?.contents === later.rows[0]?.contents ? 0 : 1
  },
  endpoints: async (tx) => (await findRecovering(tx)).length,
  endpointCare: async (tx) => {
    const failing = await findFailing(tx, alertAfterMs['15m'], 1_000)
    const untold = failing.flatMap((each) => alertsDue(each, each.now).filter((level) => !each.told.includes(level)))
    return untold.length + (await holdBacklogs(tx)) + (await endHeld(tx, holdMs)) + (await releaseHeld(tx))
  },
}

const lease = { owner: 'test', leaseMs: 30_000, limit: 1_000 }

async function sharesOf(tx: Client) {
  const found = await tx.query<{ id: string }>('select id from connector_accounts')
  return found.rows.map(({ id }) => ({ accountId: id, limit: 1_000 }))
}

test('the due instant of each loop is when its claim finds the first work, in worlds drawn by lot', async (t) => {
  const set = await setUp(t)
  const client = await set.database.owner.connect()
  try {
    await prepare(set, client)
    const found = new Map<string, number>()
    for (let world = 1; world <= worlds; world++) {
      await setDatabaseTime(client, nowMs)
      await client.query('begin')
      await shuffle(client, world)
      const instants = new Map((await dueInstants(client)).map(({ loop, atMs }) => [loop, atMs]))
      for (const [loop, claim] of Object.entries(claims)) {
        await judge(client, { loop, claim, atMs: instants.get(loop), world })
        if (instants.has(loop)) found.set(loop, (found.get(loop) ?? 0) + 1)
      }
      await client.query('rollback')
    }
    // Worlds in which nothing is ever due prove nothing.
    for (const loop of Object.keys(claims)) assert.ok((found.get(loop) ?? 0) > worlds / 4, loop)
  } finally {
    client.release(true)
  }
})

async function prepare(set: SetUp, client: Client): Promise<void> {
  const [row] = (await client.query<{ name: string }>('select current_database() as name')).rows
  await shadowTimeAndChance(client, present(row, 'the database').name)
  await client.query('set search_path = public, sim, pg_catalog')
  await setDatabaseTime(client, nowMs)
  for (const wish of [
    { callbackUrl: 'https://one.example/' },
    {},
    { environment: 'live', callbackUrl: 'https://two.example/' },
  ] as const) {
    const { pointId } = await aPoint(set, wish)
    for (let each = 0; each < 4; each++) {
      const transactionId = await insertPayin(set, pointId)
      for (const status of ['PENDING', 'COMPLETED'] as const)
        await insertChange(set, { pointId, transactionId, status })
    }
  }
  await addRest(client)
}

interface Judged {
  loop: string
  claim(tx: Client): Promise<number>
  atMs: number | undefined
  world: number
}

async function judge(client: Client, { loop, claim, atMs, world }: Judged): Promise<void> {
  const at = async (ms: number): Promise<number> => {
    await client.query('savepoint before_claim')
    await setDatabaseTime(client, ms)
    const count = await claim(client)
    await client.query('rollback to savepoint before_claim')
    await setDatabaseTime(client, nowMs)
    return count
  }
  const what = `${loop} in world ${world}, due at ${atMs === undefined ? 'no time' : `now + ${atMs - nowMs} ms`}`
  if (atMs === undefined) {
    assert.equal(await at(nowMs + 1_000 * spanMs), 0, what)
    return
  }
  assert.ok((await at(Math.max(atMs, nowMs))) > 0, `${what}: finds work`)
  if (atMs > nowMs + slackMs) assert.equal(await at(atMs - slackMs), 0, `${what}: finds none before`)
}

/** What the callbacks' transactions do not have yet: attempts, checks, releases, notifications, health. */
async function addRest(client: Client): Promise<void> {
  await client.query(`insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor,
      currency, status, reason, connector_account_id, sequence, instructions, details, content_hash, created_at, updated_at)
    select gen_random_uuid(), point_id, environment, 'payout', service_code, reference, amount_minor, currency, 'PENDING',
      'awaiting_approval', connector_account_id, sequence + 1000, instructions, details, content_hash, now(), now()
    from transactions order by id limit 3`)
  await client.query(`insert into attempts (id, transaction_id, point_id, environment, connector_account_id, kind, number,
      key, state, created_at, updated_at)
    select gen_random_uuid(), id, point_id, environment, connector_account_id, 'submit', 1, id::text, 'open', now(), now()
    from transactions`)
  await client.query(`insert into late_execution_checks (attempt_id, created_at, next_check_at)
    select id, now(), now() from attempts order by id limit 4`)
  await client.query(`insert into ledger_releases (transaction_id, amount_minor, release_at, point_id, currency)
    select id, 1, now(), point_id, currency from transactions order by id limit 3`)
  await client.query(`insert into provider_notifications (id, connector_account_id, event_id, attempt_key, headers, body,
      state, next_try_at, received_at)
    select gen_random_uuid(), connector_account_id, id::text, id::text, '{}', '', 'received', now(), now()
    from transactions order by id limit 3`)
  await client.query(`insert into callback_health (point_id, window_started_at, attempts, failures, silent_in_a_row, opens,
      recovering) select point_id, now(), 0, 0, 0, 0, false from callback_endpoints`)
}

/** Puts every row into a state drawn by lot, with the server's own lots. */
async function shuffle(client: Client, seed: number): Promise<void> {
  await client.query('select pg_catalog.setseed($1)', [seed / worlds])
  const lot = 'pg_catalog.random()'
  const time = `now() + (${lot} * ${spanMs} - ${spanMs / 10})::int * interval '1 millisecond'`
  const maybe = (share: number, value: string) => `case when ${lot} < ${share} then ${value} end`
  const one = (...values: string[]) => `(array[${values.join(', ')}])[1 + floor(${lot} * ${values.length})::int]`
  await client.query(`update transactions set status = ${one(`'PENDING'`, `'COMPLETED'`)},
    reason = ${one(`'awaiting_payment'`, `'awaiting_approval'`)}, approval_until = case when pay_type = 'payout' then ${time} end,
    expired_at = case when pay_type = 'payin' then ${time} end,
    suspense_minor = ${one('0', '0', 'amount_minor')}`)
  await client.query(`update attempts set state = ${one(`'waiting'`, `'calling'`, `'open'`, `'closed'`)},
    kind = ${one(`'submit'`, `'announce'`)}, outcome = ${one(`'pending'`, 'null')}, lease_until = ${maybe(0.5, time)},
    next_action_at = ${maybe(0.8, time)}, ending_at = ${maybe(0.8, time)}`)
  await client.query(`update late_execution_checks set next_check_at = ${time}, lease_until = ${maybe(0.5, time)}`)
  await client.query(`update ledger_releases set release_at = ${time}, released_at = ${maybe(0.5, 'now()')}`)
  await client.query(
    `update provider_notifications set next_try_at = ${time}, state = ${one(`'received'`, `'processed'`)}`,
  )
  await client.query(`with drawn as (select point_id, ${one(`'active'`, `'active'`, `'paused'`, `'suspended'`)} as status
      from callback_endpoints offset 0)
    update callback_endpoints e set status = d.status, max_inflight = ${one('1', '2', '8')},
      suspended_at = case when d.status = 'suspended' then now() - interval '30 days' + ${lot} * interval '100 seconds' end,
      url = case when ${lot} < 0.7 then 'https://one.example/' end
    from drawn d where d.point_id = e.point_id`)
  await client.query(`with drawn as (select point_id, ${one('0', '1')} as opens from callback_health offset 0)
    update callback_health h set opens = d.opens, next_probe_at = case when d.opens > 0 then ${time} end,  recovering = ${lot} < 0.3,
      failing_since = ${maybe(0.7, `${one(`now()`, `now() - interval '3 days'`, `now() - interval '5 days'`)} + ${lot} * interval '100 seconds'`)}
    from drawn d where d.point_id = h.point_id`)
  await client.query(`insert into callback_alerts (point_id, failing_since, level)
    select point_id, failing_since, level from callback_health, unnest(array['15m', '24h', '3d', 'suspended']) as level
    where failing_since is not null and ${lot} < 0.8`)
  await client.query(`with drawn as (
      select id, ${one(`'pending'`, `'pending'`, `'sending'`, `'delivered'`, `'held'`, `'superseded'`)} as state
      from callback_deliveries offset 0)
    update callback_deliveries d set state = x.state, next_attempt_at = ${time},
      lease_until = case when x.state = 'sending' then ${time} end,
      delivered_at = case when x.state = 'delivered' then now() end, attempts = ${one('0', '1')}, has_failed = ${lot} < 0.5,
      created_at = now() - interval '30 days' + ${lot} * interval '100 seconds'
    from drawn x where x.id = d.id`)
}
