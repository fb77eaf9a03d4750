import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { aConnectorAccount } from '../../test/support/a-transaction.ts'
import { aPoint, setUp } from '../../test/support/set-up.ts'
import type { Environment } from '../values/environment.ts'
import { type ConnectorHealth, readConnectorHealth } from './connector-health.ts'
import { readOldestPending } from './store/reads/operator-overview.ts'

const world = await setUp({ after })

describe('how provider accounts fared', () => {
  const db = new pg.Client({ connectionString: world.url })
  let accountId = ''
  before(async () => {
    await db.connect()
    const { pointId } = await aPoint(world)
    accountId = await aConnectorAccount(world)
    let made = 0
    const attempt = async (payType: string, outcome: string, hoursAgo: number, ms: number) =>
      await anAttempt(
        db,
        { environment: 'test', pointId, accountId, number: ++made },
        { payType, outcome, hoursAgo, ms },
      )
    for (let n = 1; n <= 21; n++) await attempt('payout', 'completed', 0.01, n * 100)
    await attempt('payin', 'completed', 0.01, 3_600_000)
    await attempt('payout', 'rejected', 72, 9000)
    await attempt('payout', 'unknown', 72, 50_000)
    await attempt('payin', 'expire', 72, 50_000)
    await attempt('payout', 'completed', 24 * 9, 50_000)
  })
  after(async () => await db.end())

  const ofAccount = async () => {
    const found = (await readConnectorHealth(world, 'test')).find(({ account }) => account.id === accountId)
    assert.ok(found)
    return found
  }

  it('counts seven days by result, with days without attempts and without what is older', async () => {
    const { days } = await ofAccount()
    assert.equal(days.length, 7)
    const sum = (name: 'attempts' | 'succeeded' | 'failed' | 'unknown') =>
      days.reduce((total, day) => total + day[name], 0)
    assert.deepEqual([sum('attempts'), sum('succeeded'), sum('failed'), sum('unknown')], [25, 22, 1, 1])
    const threeDaysAgo = new Date(Date.now() - 72 * 3_600_000).toISOString().slice(0, 10)
    const { attempts, succeeded } = days.find(({ day }) => day === threeDaysAgo) ?? {}
    assert.deepEqual([attempts, succeeded], [3, 0])
    assert.ok(days.some((day) => day.attempts === 0))
  })

  it('times payouts from sending to result, of a day and of the week, and no pay-ins and no unknown results', async () => {
    const { times } = await ofAccount()
    assert.deepEqual(
      [times?.day_half_ms, times?.day_most_ms].map((ms) => Math.round(ms ?? 0)),
      [1100, 2000],
    )
    assert.deepEqual(
      [times?.all_half_ms, times?.all_most_ms].map((ms) => Math.round(ms ?? 0)),
      [1150, 2095],
    )
  })
})

describe('the figures of a live account beside test traffic', () => {
  const db = new pg.Client({ connectionString: world.url })
  const accounts = { live: '', other: '', test: '' }
  before(async () => {
    await db.connect()
    await db.query('delete from attempts')
    const test = await aPoint(world)
    const live = await aPoint(world, { environment: 'live', merchantId: test.merchantId })
    let number = 1_000
    const put = async (environment: Environment, account: keyof typeof accounts, hoursAgo: number) => {
      accounts[account] ||= await aConnectorAccount(world, environment)
      const { pointId } = environment === 'live' ? live : test
      const place = { environment, pointId, accountId: accounts[account], number: ++number }
      await anAttempt(db, place, { payType: 'payout', outcome: 'completed', hoursAgo, ms: 100 })
      await db.query(
        `insert into provider_notifications (id, connector_account_id, headers, body, state, received_at)
          select id, $1, '{}', '', 'processed', created_at from attempts where key = $2`,
        [accounts[account], String(number)],
      )
    }
    for (const hoursAgo of [3, 2.5, 2]) await put('live', 'live', hoursAgo)
    for (let n = 0; n < 12; n++) await put('live', 'other', 1)
    for (let n = 0; n < 12; n++) await put('test', 'test', 0.01)
  })
  after(async () => await db.end())

  const limits = { attempts: 20, timed: 8, notifications: 100 }
  const live = async (given = limits) => {
    const found = await readConnectorHealth(world, 'live', given)
    return { found, quiet: find(found, accounts.live), busy: find(found, accounts.other) }
  }
  const attemptsOf = ({ days }: ConnectorHealth) => days.reduce((sum, { attempts }) => sum + attempts, 0)
  const startOfWeek = () => new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)

  it('counts all of its attempts where the newest of both environments are others’', async () => {
    const { quiet } = await live()
    assert.equal(attemptsOf(quiet), 3)
    assert.deepEqual(
      quiet.calls.map(({ outcome, last_day }) => [outcome, last_day]),
      [['completed', 3]],
    )
    assert.equal(Math.round(quiet.times?.all_half_ms ?? 0), 100)
    assert.equal(quiet.notifications?.processed, 3)
    assert.equal(quiet.counted.since.toISOString().slice(0, 10), startOfWeek())
  })

  it('answers with the accounts of one environment', async () => {
    const { found } = await live()
    assert.ok(found.length > 0 && found.every(({ account }) => account.environment === 'live'))
  })

  it('counts the share of an account that has more, and says since when', async () => {
    const { busy } = await live()
    assert.deepEqual([attemptsOf(busy), busy.counted.attemptsMax, busy.counted.timedMax], [10, 10, 4])
    const hourAgo = Date.now() - 3_600_000
    for (const since of [busy.counted.since, busy.counted.timedSince]) {
      assert.ok(Math.abs(since.getTime() - hourAgo) < 120_000, since.toISOString())
    }
    const { busy: whole } = await live({ attempts: 24, timed: 24, notifications: 100 })
    assert.deepEqual([attemptsOf(whole), whole.counted.since.toISOString().slice(0, 10)], [12, startOfWeek()])
  })

  it('says since when notifications are counted, where all accounts have more', async () => {
    for (const [notifications, isCut] of [
      [26, true],
      [27, false],
    ] as const) {
      const { quiet } = await live({ ...limits, notifications })
      assert.deepEqual(
        [quiet.notifications?.processed, quiet.counted.notificationsSince !== undefined],
        [isCut ? 2 : 3, isCut],
      )
    }
  })

  it('the oldest open attempt is found behind any number of others', async () => {
    await db.query(
      `update attempts set state = 'open', next_action_at = now() + interval '1 day' where connector_account_id = $1`,
      [accounts.live],
    )
    await db.query(`update attempts set state = 'open', next_action_at = now() where connector_account_id <> $1`, [
      accounts.live,
    ])
    const { quiet, busy } = await live()
    assert.deepEqual([quiet.open?.open, busy.open?.open], [3, 10])
    const oldest = await readOldestPending(world.database.engine, 'live')
    const { rows } = await db.query(
      'select transaction_id from attempts where connector_account_id = $1 order by id limit 1',
      [accounts.live],
    )
    assert.equal(oldest?.transaction_id, rows[0].transaction_id)
  })
})

function find(found: readonly ConnectorHealth[], accountId: string): ConnectorHealth {
  const health = found.find(({ account }) => account.id === accountId)
  assert.ok(health)
  return health
}

interface AttemptPlace {
  environment: Environment
  pointId: string
  accountId: string
  /** Of the test; also its key. */
  number: number
}

/** An attempt that many hours ago, whose result came after that many milliseconds. */
async function anAttempt(
  db: pg.Client,
  { environment, pointId, accountId, number }: AttemptPlace,
  { payType, outcome, hoursAgo, ms }: { payType: string; outcome: string; hoursAgo: number; ms: number },
): Promise<void> {
  const at = `now() - interval '${hoursAgo} hours'`
  const id = `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '70008000' || lpad('${number}', 12, '0'))::uuid`
  await db.query(
    `with made as (insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor,
        currency, status, reason, suspense_minor, connector_account_id, sequence, instructions, details, content_hash,
        pay_token, created_at, updated_at, expired_at)
      select ${id}, $1, $7, $3::text, 'BT_AR', 'ref-${number}', 1000, 'ARS', 'COMPLETED', 'paid', 0, $2, $4, '{}', '{}',
        sha256('${number}'), case when $3 = 'payin' then lpad('${number}', 22, '0') end, ${at}, ${at}, case when $3 = 'payin' then now() end returning id, created_at)
    insert into attempts (id, transaction_id, point_id, environment, connector_account_id, kind, number, key, state,
      calls, outcome, sent_at, created_at, updated_at)
    select id, id, $1, $7, $2, 'submit', 1, '${number}', 'closed', 1, $5, created_at, created_at,
      created_at + $6::float8 * interval '1 millisecond' from made`,
    [pointId, accountId, payType, number, outcome, ms, environment],
  )
}
