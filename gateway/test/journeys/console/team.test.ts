import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import type { ConsoleClient } from '../../support/console-client.ts'
import { type Answer, eventually, openWorld } from '../../support/world.ts'

const refused = (answer: Answer, status: number, code: string) =>
  assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body))
const done = (answer: Answer) => {
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}
const password = 'a good long password'

describe('the people of a team', () => {
  const world = openWorld()
  let owner: ConsoleClient
  let admin: ConsoleClient
  before(async () => {
    owner = await provenClient('owner')
    admin = await provenClient('admin')
  })

  async function provenClient(name: 'owner' | 'admin' | 'operations'): Promise<ConsoleClient> {
    const client = world.visitor()
    await client.signIn(world.demo.people[name])
    await client.stepUp({ password: world.demo.people[name].password })
    return client
  }
  const tokenOf = (url: string) => url.split('#')[1] ?? ''
  const invite = async (client: ConsoleClient, email: string, role: string, more = {}) =>
    await client.call('POST', '/console/team/invitations', { body: { email, role, ...more } })
  const accept = async (client: ConsoleClient, token: string, body = {}) =>
    await client.call('POST', `/console/invitations/${token}/accept`, {
      body: { name: 'Nadia Sol', password, language: 'es', ...body },
    })
  const join = async (by: ConsoleClient, email: string, role: string): Promise<ConsoleClient> => {
    const client = world.visitor()
    done(await accept(client, tokenOf(done(await invite(by, email, role)).url)))
    return client
  }
  const idOf = async (email: string) =>
    (await world.db.query('select id from users where email = $1', [email])).rows[0].id
  const stepDown = async () => await world.db.query('update sessions set stepped_up_at = null')

  it('grow by a link that says who invites to what, opens once, and signs in', async () => {
    const made = done(await invite(owner, 'Nadia@Shop.example', 'developer'))
    assert.equal(made.delivery, 'inviter', 'there is no mail server, and test money only')
    assert.equal(done(await owner.call('GET', '/console/team')).mail_configured, false)
    assert.ok(made.url.startsWith(`${world.url}/dashboard/invitation#`))
    const token = tokenOf(made.url)
    assert.match(token, /^[\w-]{43}$/)
    const stranger = world.visitor()
    const offer = done(await stranger.call('GET', `/console/invitations/${token}`))
    assert.deepEqual(
      { ...offer, expires_at: null },
      {
        email: 'nadia@shop.example',
        role: 'developer',
        merchant_name: 'Demo shop',
        invited_by: 'Olga Prado',
        expires_at: null,
        closes_account: false,
      },
    )
    const hours = (Date.parse(offer.expires_at) - Date.now()) / 3_600_000
    assert.ok(hours > 71.9 && hours <= 72, `${hours}`)
    refused(await accept(stranger, token, { password: 'nadia@shop.example' }), 422, 'not_allowed')
    refused(await accept(stranger, token, { password: 'short' }), 422, 'too_short')
    const session = done(await accept(stranger, token))
    assert.deepEqual([session.stage, session.person.role, session.person.language], ['signed_in', 'developer', 'es'])
    for (const again of [
      await accept(world.visitor(), token),
      await stranger.call('GET', `/console/invitations/${token}`),
    ])
      refused(again, 404, 'not_found')
    await world.visitor().signIn({ email: 'nadia@shop.example', password })
    const { people, invitations } = done(await owner.call('GET', '/console/team'))
    assert.ok(
      people.some(
        (each: { email: string; role: string }) => each.email === 'nadia@shop.example' && each.role === 'developer',
      ),
    )
    assert.deepEqual(invitations, [])
    const stored = await world.db.query(`select 1 from invitations where encode(token_hash, 'escape') like $1`, [
      `%${token}%`,
    ])
    assert.equal(stored.rowCount, 0)
  })

  it('of two who use a link at once one joins', async () => {
    const token = tokenOf(done(await invite(owner, 'both@shop.example', 'read_only')).url)
    const answers = await Promise.all([1, 2, 3].map(async () => await accept(world.visitor(), token)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404])
  })

  it('a link opens nothing once it is withdrawn, replaced, too old, or where the address is taken', async () => {
    const stranger = world.visitor()
    const first = done(await invite(owner, 'late@shop.example', 'read_only'))
    const second = done(await invite(owner, 'late@shop.example', 'read_only'))
    refused(await accept(stranger, tokenOf(first.url)), 404, 'not_found')
    const left = done(await owner.call('DELETE', `/console/team/invitations/${second.id}`))
    assert.deepEqual(left.invitations, [])
    refused(await accept(stranger, tokenOf(second.url)), 404, 'not_found')
    refused(await owner.call('DELETE', `/console/team/invitations/${second.id}`), 404, 'not_found')
    const third = done(await invite(owner, 'late@shop.example', 'read_only'))
    await world.db.query(`update invitations set expires_at = statement_timestamp() where id = $1`, [third.id])
    refused(await accept(stranger, tokenOf(third.url)), 404, 'not_found')
    // Whether somebody has an address is told to nobody: who invites sees the same, and a link that was shown opens nothing.
    const taken = done(await invite(owner, world.demo.people.admin.email, 'read_only'))
    refused(await accept(stranger, tokenOf(taken.url)), 404, 'not_found')
    const own = done(await invite(owner, world.demo.people.operations.email, 'read_only'))
    assert.deepEqual(Object.keys(own), Object.keys(taken))
    done(await owner.call('DELETE', `/console/team/invitations/${own.id}`))
    for (const wrong of ['x', 'a b@c.example', 'a@b@c', '@c.example'])
      assert.equal((await invite(owner, wrong, 'owner')).status, 422)
    refused(await invite(owner, 'x@shop.example', 'admin'), 422, 'not_allowed')
  })

  it('change only after a step-up, for everything', async () => {
    const id = await idOf(world.demo.people.operations.email)
    await stepDown()
    for (const [method, path, body] of [
      ['POST', '/console/team/invitations', { email: 'x@shop.example', role: 'owner' }],
      ['DELETE', `/console/team/invitations/${id}`, undefined],
      ['PATCH', `/console/team/${id}`, { disabled: true }],
      ['DELETE', `/console/team/${id}/sessions`, undefined],
    ] as const)
      refused(await owner.call(method, path, { body }), 403, 'step_up_required')
    await owner.stepUp({ password: world.demo.people.owner.password })
    await admin.stepUp({ password: world.demo.people.admin.password })
  })

  it('lose their sessions with their role, when they are disabled, and when somebody ends them', async () => {
    const email = 'change@shop.example'
    const member = await join(owner, email, 'developer')
    const id = await idOf(email)
    const signedOut = async (client: ConsoleClient) =>
      refused(await client.call('GET', '/console/me'), 401, 'not_signed_in')
    done(await owner.call('PATCH', `/console/team/${id}`, { body: { role: 'read_only' } }))
    await signedOut(member)
    assert.equal((await member.signIn({ email, password })).person.role, 'read_only')
    done(await owner.call('DELETE', `/console/team/${id}/sessions`))
    await signedOut(member)
    await member.signIn({ email, password })
    done(await owner.call('PATCH', `/console/team/${id}`, { body: { disabled: true } }))
    await signedOut(member)
    refused(await member.call('POST', '/console/session', { body: { email, password } }), 401, 'wrong_credentials')
    done(await owner.call('PATCH', `/console/team/${id}`, { body: { disabled: false } }))
    await member.signIn({ email, password })
    const log = await world.db.query(
      `select action, actor, merchant_id is not null as own, origin, detail from audit_log where object_id = $1 and action like 'team.%'
        order by created_at, id`,
      [id],
    )
    const actions = log.rows.map(({ action }) => action)
    assert.deepEqual(actions, ['team.join', 'team.change_role', 'team.end_sessions', 'team.disable', 'team.enable'])
    assert.deepEqual(log.rows[1], {
      action: 'team.change_role',
      actor: `Olga Prado <${world.demo.people.owner.email}>`,
      own: true,
      origin: '127.0.0.1',
      detail: { email, from: 'developer', to: 'read_only' },
    })
  })

  it('keep their last owner or admin, also where two would remove each other at once', async () => {
    const lone = await idOf(world.demo.people.owner.email)
    for (const body of [{ role: 'read_only' }, { disabled: true }])
      refused(await owner.call('PATCH', `/console/team/${lone}`, { body }), 409, 'not_in_this_state')
    const lastAdmin = await idOf(world.demo.people.admin.email)
    refused(
      await admin.call('PATCH', `/console/team/${lastAdmin}`, { body: { role: 'support' } }),
      409,
      'not_in_this_state',
    )
    const other = await join(owner, 'second@shop.example', 'owner')
    await other.stepUp({ password })
    const ids = [lone, await idOf('second@shop.example')]
    const answers = await Promise.all([
      owner.call('PATCH', `/console/team/${ids[1]}`, { body: { role: 'read_only' } }),
      other.call('PATCH', `/console/team/${lone}`, { body: { role: 'read_only' } }),
    ])
    const owners = await world.db.query(`select 1 from users where merchant_id is not null and role = 'owner'`)
    assert.equal(owners.rowCount, 1, JSON.stringify(answers.map(({ body }) => body)))
    // Whoever won, the tests behind this one begin with one owner.
    await world.db.query(
      `update users set role = case id when $1 then 'owner' else 'read_only' end where id in ($1, $2)`,
      ids,
    )
    owner = await provenClient('owner')
  })

  it('of others cannot be seen or touched', async () => {
    const stranger = await idOf(world.demo.people.operator.email)
    refused(await owner.call('PATCH', `/console/team/${stranger}`, { body: { disabled: true } }), 404, 'not_found')
    refused(await owner.call('DELETE', `/console/team/${stranger}/sessions`), 404, 'not_found')
    const member = await idOf(world.demo.people.operations.email)
    refused(await admin.call('PATCH', `/console/team/${member}`, { body: { disabled: true } }), 404, 'not_found')
    const { people } = done(await owner.call('GET', '/console/team'))
    assert.ok(
      people.every(({ email }: { email: string }) => !Object.values([world.demo.people.admin.email]).includes(email)),
    )
  })

  it('get their first owner from an operator’s admin, and whom else only from that owner', async () => {
    const made = await world.facts('point', 'create', '--merchant', 'New shop', '--environment', 'test', '--name', 'N')
    const merchantId = made['merchant_id'] ?? ''
    refused(await invite(admin, 'dev@new.example', 'developer', { merchant_id: merchantId }), 403, 'role_missing')
    const invited = done(await invite(admin, 'boss@new.example', 'owner', { merchant_id: merchantId }))
    const boss = world.visitor()
    assert.equal(done(await accept(boss, tokenOf(invited.url))).person.merchant.name, 'New shop')
    refused(await invite(admin, 'more@new.example', 'owner', { merchant_id: merchantId }), 403, 'role_missing')
    refused(await invite(owner, 'thief@new.example', 'owner', { merchant_id: merchantId }), 403, 'role_missing')
    const colleague = await join(admin, 'new@pasarela.example', 'support')
    assert.equal((await colleague.call('GET', '/console/session')).body.data.person.side, 'operator')
  })

  it('are invited, listed, disabled and freed of a lost second factor by the command line', async () => {
    const merchant = (await world.db.query(`select id from merchants where name = 'New shop'`)).rows[0].id
    // Only a demonstration has this file.
    rmSync(`${world.folder}/data/demo.json`)
    const made = await world.facts(
      'user',
      'invite',
      '--merchant',
      merchant,
      '--email',
      'cli@new.example',
      '--role',
      'developer',
    )
    assert.ok(made['url']?.startsWith(`${world.url}/`), made['url'])
    const client = world.visitor()
    done(await accept(client, tokenOf(made['url'] ?? '')))
    await client.setUpSecondFactor(password)
    const list = async () => (await world.facts('user', 'list'))['cli@new.example']
    assert.equal(await list(), 'New shop, developer, Nadia Sol, second factor')
    const reset = ['user', 'reset-second-factor', '--email', 'cli@new.example', '--by']
    assert.equal((await world.command(...reset, 'Ana\u200b')).code, 1)
    await world.facts(...reset, 'Ana')
    refused(await client.call('GET', '/console/me'), 401, 'not_signed_in')
    assert.equal((await client.signIn({ email: 'cli@new.example', password })).stage, 'signed_in')
    const [entry] = (await world.db.query(`select actor, detail from audit_log where action = 'second_factor.reset'`))
      .rows
    assert.deepEqual([entry.actor, entry.detail.second], ['Ana', undefined])
    await world.facts('user', 'disable', '--email', 'cli@new.example')
    refused(await client.call('GET', '/console/me'), 401, 'not_signed_in')
    assert.match((await list()) ?? '', /DISABLED/)
    assert.equal((await world.command('user', 'disable', '--email', world.demo.people.owner.email)).code, 1)
    for (const wrong of [['--operator', '--merchant', merchant], []])
      assert.equal(
        (await world.command('user', 'invite', '--email', 'x@y.example', '--role', 'owner', ...wrong)).code,
        2,
      )
  })

  it('read what they did in their own audit log, page by page, and prove it', async () => {
    const first = done(await owner.call('GET', '/console/audit?limit=3'))
    assert.equal(first.items.length, 3)
    const rest = done(await owner.call('GET', `/console/audit?limit=200&cursor=${first.next_cursor}`))
    const all = [...first.items, ...rest.items]
    const merchantId = all[0].merchant_id
    assert.ok(all.every((each) => each.merchant_id === merchantId))
    const { rows } = await world.db.query('select count(*)::int as n from audit_log where merchant_id = $1', [
      merchantId,
    ])
    assert.equal(all.length, rows[0].n)
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
    const some = async (query: string, client = owner) =>
      done(await client.call('GET', `/console/audit?${query}`)).items
    const disables = await some('action=team.disable')
    assert.ok(disables.length > 0 && disables.every(({ action }: { action: string }) => action === 'team.disable'))
    assert.ok((await some('action=team.')).length > disables.length)
    assert.ok((await some('actor=OLGA&limit=200')).every(({ actor }: { actor: string }) => actor.startsWith('Olga')))
    const id = await idOf('change@shop.example')
    assert.ok((await some(`object=${id}`)).length >= 5)
    assert.deepEqual(await some('to=2020-01-01T00:00:00Z'), [])
    assert.ok((await some('result=refused')).every(({ result }: { result: string }) => result === 'refused'))
    refused(await owner.call('GET', '/console/audit?cursor=x'), 422, 'invalid_format')
    const seenByAdmin: { merchant_id: string | null }[] = await some('limit=200', admin)
    assert.ok(seenByAdmin.some((each) => each.merchant_id === null))
    await eventually(
      async () => ((await some('limit=1'))[0].seal === null ? undefined : true),
      'the newest row is sealed',
    )
    const verdict = done(await owner.call('GET', '/console/audit/verify'))
    assert.deepEqual([verdict.holds, verdict.breaks], [true, []])
    assert.deepEqual(
      verdict.heads.map(({ chain }: { chain: string }) => chain),
      [merchantId],
    )
    const chains = async () => done(await admin.call('GET', '/console/audit/verify')).heads.length
    await eventually(async () => ((await chains()) >= 3 ? true : undefined), 'the chains of others are sealed too')
    assert.match((await world.command('audit', 'verify')).output, /verdict +holds/)
    await world.db.query(`update audit_log set actor = 'Nobody' where action = 'team.disable'`)
    assert.equal(done(await owner.call('GET', '/console/audit/verify')).holds, false)
    const broken = await world.command('audit', 'verify')
    assert.equal(broken.code, 1)
    assert.match(broken.output, /the row was changed after it was sealed/)

    const other = ['--merchant', 'Other shop', '--environment', 'test', '--name', 'Web']
    const point = (await world.facts('point', 'create', ...other))['auth_point_id']
    await world.db.query(
      `update audit_log set detail = jsonb_build_object('point_id', $1::text) where object_id = $2`,
      [point, id],
    )
    const namesFor = async (client: typeof owner): Promise<string[]> =>
      (await some(`object=${id}&limit=1`, client))[0].named.map((each: { name: string }) => each.name)
    const [seenByOwner, seenByOperator] = [await namesFor(owner), await namesFor(admin)]
    assert.equal(seenByOwner.length, 1, 'the person, and no point of another merchant')
    assert.deepEqual(seenByOperator.toSorted(), [...seenByOwner, 'Other shop · Web'].toSorted())
  })
})
