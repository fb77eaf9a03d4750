import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aConnectorAccount, aTransaction } from '../../../test/support/a-transaction.ts'
import { aPerson, aPoint, setUp as databaseSetUp } from '../../../test/support/set-up.ts'
import { strictLog } from '../../../test/support/strict-log.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import { insertTransactions } from '../../core/processing/store/creations.ts'
import { setPointSettings } from '../point-settings/set-point-settings.ts'
import { evaluateAlerts } from './evaluate-alerts.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
type Context = Parameters<typeof databaseSetUp>[0]

async function setUp(t: Context) {
  const base = await databaseSetUp(t)
  const mail = { send: async () => await Promise.resolve({ kind: 'sent' as const }) }
  const deps = { ...base, mail, notify: () => undefined, log: strictLog() }
  const sql = async (text: string, values: unknown[] = []) => (await base.database.owner.query(text, values)).rows
  return {
    ...deps,
    sql,
    look: async () => await evaluateAlerts(deps),
    lookWithoutMail: async () => await evaluateAlerts({ ...deps, mail: undefined }),
    /** Open alerts of these kinds and the recipients of their mails. */
    told: async (like: string) =>
      await sql(
        `select a.kind, a.resolved_at is null as open, a.merchant_id,
          array(select u.name from mails m join users u on u.id = m.user_id where m.alert_id = a.id order by 1) as mailed
        from alerts a where a.kind like $1 order by a.created_at, a.subject`,
        [like],
      ),
  }
}

type World = Awaited<ReturnType<typeof setUp>>

const told = (rows: Record<string, unknown>[]) =>
  rows.map(({ kind, open, mailed }) => `${kind} ${open ? 'open' : 'ended'}: ${(mailed as string[]).join(', ')}`)

async function aTeam(world: World) {
  const point = await aPoint(world)
  const { merchantId } = point
  const people: Record<string, string> = {}
  for (const [name, role] of [
    ['Olga', 'owner'],
    ['Dani', 'developer'],
    ['Pedro', 'operations'],
    ['Rita', 'read_only'],
  ] as const) {
    people[name] = await aPerson(world, { merchantId, role, name })
  }
  people['Alma'] = await aPerson(world, { role: 'admin', name: 'Alma' })
  people['Sam'] = await aPerson(world, { role: 'support', name: 'Sam' })
  return { point, merchantId, people }
}

async function fail(world: World, pointId: string, levels: readonly string[]): Promise<void> {
  await world.sql(
    `insert into callback_health (point_id, window_started_at, attempts, failures, silent_in_a_row, failing_since, opens,
      next_probe_at, recovering)
      values ($1, gateway_now(), 0, 0, 9, '2026-11-20 10:00Z', 1, gateway_now(), false) on conflict do nothing`,
    [pointId],
  )
  await world.sql(
    `insert into callback_alerts (point_id, failing_since, level)
      select $1, '2026-11-20 10:00Z', unnest($2::text[]) on conflict do nothing`,
    [pointId, levels],
  )
}

test('an outage of callbacks and its end are reported once per level to people who want it', async (t) => {
  const world = await setUp(t)
  const { point, people } = await aTeam(world)
  await world.sql(`update users set alert_mails = '{}' where id = $1`, [people['Dani']])
  await world.sql(`update users set alert_mails = '{callbacks_failing}' where id = $1`, [people['Rita']])
  await fail(world, point.pointId, ['15m'])
  await world.look()
  await world.look()
  assert.deepEqual(told(await world.told('callbacks%')), ['callbacks_failing open: Olga, Rita'])
  await fail(world, point.pointId, ['24h'])
  await world.look()
  assert.equal((await world.told('callbacks%')).length, 2)
  await world.sql(`update callback_endpoints set url = 'https://shop.example/hook'`)
  await world.sql(
    `insert into callback_attempts (delivery_id, point_id, number, started_at, url, status)
      values (1, $1, 1, gateway_now(), 'https://shop.example/hook', 200)`,
    [point.pointId],
  )
  await world.sql('update callback_health set failing_since = null, opens = 0, next_probe_at = null')
  await world.look()
  assert.deepEqual(
    told(await world.told('callbacks%')).sort(),
    [
      'callbacks_failing ended: Olga, Rita',
      'callbacks_failing ended: Olga, Rita',
      'callbacks_recovered open: Olga',
    ].sort(),
  )
  await world.moveClockTo(25 * hourMs)
  await world.look()
  assert.ok(
    (await world.told('callbacks%')).every(({ open }) => !open),
    'what happened is no open alert after a day',
  )
})

test('an outage that ends by a change of the address is not reported as a recovery', async (t) => {
  const world = await setUp(t)
  const { point } = await aTeam(world)
  await fail(world, point.pointId, ['15m'])
  await world.look()
  await world.sql(`update callback_endpoints set url = 'https://other.example/hook'`)
  await world.sql('update callback_health set failing_since = null, opens = 0, next_probe_at = null')
  await world.look()
  assert.deepEqual(told(await world.told('callbacks%')), ['callbacks_failing ended: Dani, Olga'])
})

test('two concurrent processes report once, and not to other merchants or disabled people', async (t) => {
  const world = await setUp(t)
  const { point, people } = await aTeam(world)
  await aTeam(world)
  await world.sql('update users set disabled_at = statement_timestamp() where id = $1', [people['Dani']])
  await fail(world, point.pointId, ['15m'])
  await Promise.all([world.look(), world.look(), world.look()])
  assert.deepEqual(told(await world.told('callbacks%')), ['callbacks_failing open: Olga'])
})

test('a kind whose evaluation fails does not stop the others: it is logged and tried again', async (t) => {
  const world = await setUp(t)
  const { point } = await aTeam(world)
  await fail(world, point.pointId, ['15m'])
  await world.sql('alter table card_guesses rename to elsewhere')
  const kinds: unknown[] = []
  const log = Object.assign(strictLog(), { error: ({ kind }: { kind?: unknown }) => void kinds.push(kind) })
  await evaluateAlerts({ ...world, log })
  assert.deepEqual(kinds, ['cards_guessed'])
  assert.deepEqual(told(await world.told('callbacks%')), ['callbacks_failing open: Dani, Olga'])
  await world.sql('alter table elsewhere rename to card_guesses')
  await world.look()
})

test('without a mail server alerts appear in the dashboard, and no mail is queued', async (t) => {
  const world = await setUp(t)
  const { point } = await aTeam(world)
  await fail(world, point.pointId, ['15m'])
  await world.lookWithoutMail()
  await world.look()
  assert.deepEqual(told(await world.told('callbacks%')), ['callbacks_failing open: '])
})

test('a payout that waits for a second person is reported to approvers, again before it expires, and the alert ends with it', async (t) => {
  const world = await setUp(t)
  const { point } = await aTeam(world)
  const account = await aConnectorAccount(world)
  const until = new Date(world.clock.now().getTime() + 72 * hourMs)
  const payout = aTransaction(
    world,
    { pointId: point.pointId, connectorAccountId: account },
    { pay_type: 'payout', reason: 'awaiting_approval', approval_until: until, attempt: null },
  )
  await insertTransactions(world.database.engine, [payout])
  await world.look()
  assert.deepEqual(told(await world.told('payout%')), ['payout_approval open: Olga, Pedro'])
  await world.moveClockTo(61 * hourMs)
  await world.look()
  assert.deepEqual(told(await world.told('payout%')), [
    'payout_approval open: Olga, Pedro',
    'payout_approval_lapsing open: Olga, Pedro',
  ])
  await world.sql(`update transactions set reason = 'submitted'`)
  await world.look()
  assert.ok((await world.told('payout%')).every(({ open }) => !open))
})

test('an expiring key is reported fourteen and three days before, but not after its revocation', async (t) => {
  const world = await setUp(t)
  const { point } = await aTeam(world)
  await world.sql(
    `insert into api_keys (id, key_id, point_id, environment, name, secret_hash, scopes, expires_at)
      values ($1, 'expiring', $2, 'test', 'till', sha256('x'), '{read}', gateway_now() + interval '20 days')`,
    [uuidV7(world.clock.now()), point.pointId],
  )
  const kinds = async () => told(await world.told('key%'))
  await world.look()
  assert.deepEqual(await kinds(), [])
  await world.moveClockTo(7 * dayMs)
  await world.look()
  assert.deepEqual(await kinds(), ['key_expiring open: Dani, Olga'])
  await world.moveClockTo(18 * dayMs)
  await world.look()
  assert.equal((await kinds()).length, 2)
  await world.sql('update api_keys set revoked_at = gateway_now()')
  await world.look()
  assert.deepEqual(new Set(await kinds()), new Set(['key_expiring ended: Dani, Olga']))
})

test('a locked account and a new address are reported to that person only; the first address is not reported', async (t) => {
  const world = await setUp(t)
  const { people } = await aTeam(world)
  const olga = people['Olga'] ?? ''
  const signedIn = async (address: string) =>
    await world.sql(
      `insert into sessions (id_hash, public_id, user_id, stage, address)
        values (sha256(convert_to($2, 'UTF8')), gen_random_uuid(), $1, 'signed_in', $2)`,
      [olga, address],
    )
  await signedIn('203.0.113.7')
  await world.look()
  assert.deepEqual(told(await world.told('sign_in%')), [])
  await signedIn('198.51.100.9')
  await world.look()
  await world.look()
  assert.deepEqual(told(await world.told('sign_in%')), ['sign_in_new_address open: Olga'])
  const stored = await world.sql('select known_addresses::text as text from known_addresses')
  assert.ok(stored.length === 2 && !JSON.stringify(stored).includes('203.0.113'))
  await world.sql(`update users set locked_until = statement_timestamp() + interval '1 minute' where id = $1`, [olga])
  await world.look()
  await world.sql('update users set locked_until = null')
  await world.look()
  assert.deepEqual(told(await world.told('sign_in_locked')), ['sign_in_locked ended: Olga'])
})

test('changes of credentials and of the team come from the audit log; the first start is not reported', async (t) => {
  const world = await setUp(t)
  const { point, merchantId } = await aTeam(world)
  const audit = async (action: string, actor: string, pointId: string | null, merchant: string | null) =>
    await world.sql(
      `insert into audit_log (id, actor, action, point_id, merchant_id, object_id)
        values (gen_random_uuid(), $1, $2, $3, $4, 'an object')`,
      [actor, action, pointId, merchant],
    )
  await world.sql('delete from audit_log')
  await audit('api_key.rotate', 'Olga <olga@people.example>', point.pointId, merchantId)
  await audit('invitation.create', 'Olga <olga@people.example>', null, merchantId)
  await audit('user.create', 'Alma', null, null)
  await audit('user.create', 'first start', null, merchantId)
  await audit('session.sign_in', 'Olga', null, merchantId)
  await world.look()
  await world.look()
  const rows = [...(await world.told('credential%')), ...(await world.told('team%'))]
  assert.deepEqual(told(rows).sort(), [
    'credential_changed open: Dani, Olga',
    'team_changed open: Alma, Sam',
    'team_changed open: Olga',
  ])
})

test('operators get alerts about reviews, old suspense, silent connectors, violations and proposals', async (t) => {
  const world = await setUp(t)
  const { point, people } = await aTeam(world)
  const account = await aConnectorAccount(world)
  const own = { pointId: point.pointId, connectorAccountId: account }
  const [held, silent] = [aTransaction(world, own), aTransaction(world, own)]
  await insertTransactions(world.database.engine, [held, silent])
  await world.sql(`update transactions set needs_operator = 'held', suspense_minor = 10 where id = $1`, [held.id])
  await world.sql(
    `update attempts set outcome = 'unknown', state = 'open', lease_owner = null, lease_until = null where transaction_id = $1`,
    [silent.id],
  )
  const results = JSON.stringify({
    invariants: [
      { id: 'I5', violations: 3 },
      { id: 'I6', violations: 0 },
    ],
  })
  await world.sql(
    `insert into verify_runs (took_ms, full_run, watermark, transactions, violations, results)
      values (1, true, gateway_now(), 1, 3, $1)`,
    [results],
  )
  await world.sql(
    `insert into proposals (id, action, environment, input, evidence, proposed_by) values (gen_random_uuid(), 'fund', 'test', '{}', 'a wire', $1)`,
    [people['Alma']],
  )
  await world.look()
  const now = async () =>
    told(
      await world.sql(
        `select a.kind, a.resolved_at is null as open,
      array(select u.name from mails m join users u on u.id = m.user_id where m.alert_id = a.id) as mailed
      from alerts a order by a.kind`,
      ),
    )
  assert.deepEqual(await now(), [
    'invariant_violated open: Alma',
    'needs_operator open: Alma',
    'proposal_waiting open: Alma',
  ])
  await world.moveClockTo(25 * hourMs)
  await world.look()
  assert.deepEqual(await now(), [
    'invariant_violated open: Alma',
    'needs_operator open: Alma',
    'outcome_unknown open: Alma',
    'proposal_waiting open: Alma',
    'suspense_old open: Alma',
  ])
  await world.sql(`update transactions set needs_operator = null, suspense_minor = 0`)
  await world.sql(`update attempts set state = 'closed'`)
  await world.sql(`insert into verify_runs (took_ms, full_run, watermark, transactions, violations, results)
    values (1, true, gateway_now(), 1, 0, '{"invariants":[{"id":"I5","violations":0}]}')`)
  await world.sql(
    `update proposals set state = 'withdrawn', decided_by = proposed_by, decided_at = statement_timestamp()`,
  )
  await world.look()
  assert.ok((await now()).every((each) => each.includes('ended')))
  await world.sql(`update transactions set needs_operator = 'again', updated_at = gateway_now() where id = $1`, [
    held.id,
  ])
  await world.look()
  assert.equal((await now()).filter((each) => each.startsWith('needs_operator open')).length, 1, 'it asks again')
})

test('one alert tells of live payouts and refunds that wait for the bank, until none has waited too long', async (t) => {
  const world = await setUp(t)
  await aTeam(world)
  const { pointId } = await aPoint(world, { environment: 'live' })
  const own = { pointId, connectorAccountId: await aConnectorAccount(world, 'live') }
  const change = { environment: 'live', pay_type: 'payout', reason: 'waits_for_operator' } as const
  const [first, second] = [aTransaction(world, own, change), aTransaction(world, own, change)]
  await insertTransactions(world.database.engine, [first, second])
  await world.moveClockTo(3 * hourMs)
  await world.look()
  assert.deepEqual(await world.told('to_pay_old'), [])
  await world.moveClockTo(5 * hourMs)
  await world.look()
  await world.look()
  assert.deepEqual(told(await world.told('to_pay_old')), ['to_pay_old open: Alma'])
  const paid = async (id: string) =>
    await world.sql(`update transactions set status = 'COMPLETED', reason = 'paid' where id = $1`, [id])
  await paid(first.id)
  await world.look()
  assert.deepEqual(told(await world.told('to_pay_old')), ['to_pay_old open: Alma'])
  await paid(second.id)
  await world.look()
  assert.deepEqual(told(await world.told('to_pay_old')), ['to_pay_old ended: Alma'])
})

test('settings of a live point that lower a safeguard are reported; bootstrap invitations once', async (t) => {
  const world = await setUp(t)
  const { pointId } = await aPoint(world, { environment: 'live' })
  const setting = { pointId, note: undefined, actor: 'Ana' }
  await setPointSettings(world, { ...setting, changes: { name: 'Web shop', rateLimitPerSecond: 7 } })
  await world.look()
  assert.deepEqual(await world.told('limits_changed'), [])
  const agreed = { actor: 'Ana', breakGlass: 'operator cli' }
  await setPointSettings(world, { ...setting, changes: { rateLimitPerSecond: 8 }, agreed })
  await world.sql(
    `insert into invitations (id, role, email, token_hash, expires_at, bootstrap, created_at)
      select gen_random_uuid(), 'admin', age || '@pay.example', decode(repeat(age, 64), 'hex'), now() + interval '3 days', true,
        now() - age::int * interval '1 hour' from unnest(array['0', '2']) age`,
  )
  await world.look()
  assert.equal((await world.told('limits_changed')).length, 1)
  assert.equal((await world.told('bootstrap_invitation')).length, 1)
})
