import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Operators } from '../../support/people.ts'
import { startSmtpServer } from '../../support/smtp-server.ts'
import { type Answer, eventually, openWorld, type Wire } from '../../support/world.ts'

const recoveries = '/console/password-recoveries'
const proposals = '/console/operator/proposals'
const newPassword = 'a password that is quite new'

const done = (answer: Answer): Wire => {
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}
const refused = (answer: Answer, status: number, code: string) =>
  assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body))
const tokenOf = (url: string) => url.split('#')[1] ?? ''

describe('a forgotten password, where a mail server is set', () => {
  let server: Awaited<ReturnType<typeof startSmtpServer>>
  const world = openWorld(async (t) => {
    server = await startSmtpServer(t)
    return { env: { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Pasarela <pay@example.com>' } }
  })
  const ask = async (email: string) => await world.visitor().call('POST', recoveries, { body: { email } })
  const linksTo = (email: string): string[] =>
    server.mails
      .filter((mail) => mail.to === email)
      .flatMap((mail) => /#([\w-]{43})/.exec(mail.raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1] ?? [])
  const nextLinkTo = async (email: string, before: number): Promise<string> =>
    await eventually(async () => await Promise.resolve(linksTo(email)[before]), `a mail to ${email}`)
  const prove = async (email: string) =>
    await world.db.query('update users set email_proved_at = statement_timestamp() where email = $1', [email])
  const use = async (token: string, password = newPassword) =>
    await world.visitor().call('POST', `${recoveries}/${token}/use`, { body: { password } })

  it('is set anew by a link that goes to the address alone, opens once, and leaves the second factor', async () => {
    const { owner } = world.demo.people
    await prove(owner.email)
    const olga = world.visitor()
    const signedIn = await olga.call('POST', '/console/session', { body: owner })
    const known = /known=[^;]*/.exec(signedIn.headers.getSetCookie().join('\n'))?.[0] ?? ''
    const { secret } = await olga.setUpSecondFactor(owner.password)
    const answer = done(await ask(` ${owner.email.toUpperCase()} `))
    assert.deepEqual(answer, { by: 'mail' })
    const token = await nextLinkTo(owner.email, 0)
    const stored = await world.db.query(`select encode(token_hash, 'escape') as hash from password_recoveries`)
    assert.ok(stored.rows.every(({ hash }) => !hash.includes(token)))
    const offer = done(await world.visitor().call('GET', `${recoveries}/${token}`))
    assert.equal(offer.email, owner.email)
    const minutes = (Date.parse(offer.expires_at) - Date.now()) / 60_000
    assert.ok(minutes > 28 && minutes <= 30.1, `${minutes}`)
    refused(await use(token, 'short'), 422, 'too_short')
    const answers = await Promise.all([1, 2, 3].map(async () => await use(token)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404, 404])
    assert.ok(
      answers.every(({ headers }) => headers.getSetCookie().length === 0),
      'nobody is signed in by it',
    )
    refused(await olga.call('GET', '/console/me'), 401, 'not_signed_in')
    const again = world.visitor()
    refused(await again.call('POST', '/console/session', { body: owner }), 401, 'wrong_credentials')
    const body = { email: owner.email, password: newPassword }
    const session = done(await again.call('POST', '/console/session', { body, headers: { cookie: known } }))
    assert.equal(session.stage, 'second_factor', 'the second factor is asked for')
    done(await again.call('POST', '/console/session/second-factor', { body: { code: olga.nextCode(secret) } }))
    const log = await world.db.query(`select action, actor from audit_log where action like 'password.%'`)
    assert.deepEqual(
      log.rows.map(({ action }) => action),
      ['password.recover'],
    )
    await eventually(async () => {
      const alerts = await world.db.query(`select from alerts where kind = 'password_recovered'`)
      return alerts.rowCount === 1 || undefined
    }, 'an alert to the person')
    const told = async () => await Promise.resolve(server.mails.filter(({ to }) => to === owner.email)[1])
    await eventually(told, 'a mail that tells the person')
  })

  it('says the same and asks the same whoever has the address, and mails no address that was not proved', async () => {
    const { operations, admin } = world.demo.people
    await prove(operations.email)
    await world.db.query('update users set disabled_at = statement_timestamp() where email = $1', [admin.email])
    const shown = ({ status, body }: Answer) => ({ status, data: body.data })
    const proved = await ask(operations.email)
    for (const email of ['nobody@shop.example', world.demo.people.operator.email, admin.email]) {
      assert.deepEqual(shown(await ask(email)), shown(proved), email)
    }
    await nextLinkTo(operations.email, 0)
    const made = await world.db.query(`select from mails where kind = 'recovery'`)
    assert.equal(made.rowCount, 2, 'one of this person, and one of the test before')
    await world.db.query('update users set disabled_at = null where email = $1', [admin.email])
  })

  it('gets three links an hour, each of which ends with the first that is used, or after 30 minutes', async () => {
    const { operations } = world.demo.people
    for (let turn = 0; turn < 4; turn++) done(await ask(operations.email))
    await nextLinkTo(operations.email, 2)
    const [first = '', second = '', third = ''] = linksTo(operations.email)
    await world.db.query(
      `update password_recoveries set expires_at = statement_timestamp() where id = (select id from password_recoveries
        where user_id = (select id from users where email = $1) order by created_at, id limit 1)`,
      [operations.email],
    )
    const statuses = [await use(first), await use(second), await use(third)].map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [200, 404, 404])
    const made = await world.db.query(
      `select from password_recoveries where user_id = (select id from users where email = $1)`,
      [operations.email],
    )
    assert.equal(made.rowCount, 3)
  })

  it('is asked for so often by one address', async () => {
    const codes = new Set<string | undefined>()
    for (let turn = 0; turn < 100 && !codes.has('rate_limited'); turn++)
      codes.add((await ask(`guest${turn}@shop.example`)).body.error?.code)
    assert.ok(codes.has('rate_limited'))
  })
})

describe('a forgotten password, where no mail server is set', () => {
  const world = openWorld()
  let people: Operators
  before(async () => {
    people = await world.operators()
  })
  const propose = async (email: string) => {
    const body = { action: 'password_recovery', input: { email }, evidence: 'called the number of the contract' }
    return await people.ana.call('POST', proposals, { body })
  }
  const proposed = async (email: string): Promise<string> => {
    const answer = await propose(email)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    assert.ok(!JSON.stringify(answer.body).includes('#'), 'no link for the proposer')
    return answer.body.data.proposal_id
  }
  const decide = async (id: string, { as = people.luis, decision = 'do' } = {}) =>
    await as.call('POST', `${proposals}/${id}/decide`, { body: { decision } })

  it('is set anew by a link that a second operator is shown once, never who proposes it', async () => {
    const { owner } = world.demo.people
    const asked = await world.visitor().call('POST', recoveries, { body: { email: owner.email } })
    assert.deepEqual(done(asked), { by: 'operator' })
    const id = await proposed(owner.email)
    refused(await decide(id, { as: people.ana }), 409, 'not_in_this_state')
    const { input } = done(await people.luis.call('GET', `${proposals}/${id}`))
    assert.deepEqual(input, { email: owner.email, name: 'Olga Prado', merchant: input.merchant })
    const { shown, state } = done(await decide(id))
    assert.deepEqual([state, shown.email], ['done', owner.email])
    const read = done(await people.luis.call('GET', `${proposals}/${id}`))
    assert.equal(read.shown, undefined)
    refused(await decide(id), 409, 'not_in_this_state')
    const body = { password: newPassword }
    done(await world.visitor().call('POST', `${recoveries}/${tokenOf(shown.url)}/use`, { body }))
    await world.visitor().signIn({ email: owner.email, password: newPassword })
    const links = await world.db.query(
      `select l.kind, b.email as by from person_links l join users b on b.id = l.by_user
        join users u on u.id = l.user_id where u.email = $1`,
      [owner.email],
    )
    assert.deepEqual(links.rows, [{ kind: 'link_shown', by: world.demo.people.operator.email }])
    const actions = await world.db.query(
      `select action from audit_log where action like 'user.%recover%' or action like 'proposal.%' order by id`,
    )
    assert.deepEqual(actions.rows.map(({ action }) => action).toSorted(), [
      'proposal.approve',
      'proposal.create',
      'user.hand_over_recovery',
      'user.recover_password',
    ])
  })

  it('of an operator too, but nobody is shown the link to the own account; a later link ends the earlier', async () => {
    const { operator, operations } = world.demo.people
    const own = await proposed(operator.email)
    refused(await decide(own), 403, 'second_person_required')
    const made = await world.db.query(
      'select from password_recoveries where token_hash is not null and used_at is null',
    )
    assert.equal(made.rowCount, 0)
    done(await decide(own, { decision: 'refuse' }))
    const first = done(await decide(await proposed(operations.email))).shown
    const second = done(await decide(await proposed(operations.email))).shown
    const open = async (url: string) => (await world.visitor().call('GET', `${recoveries}/${tokenOf(url)}`)).status
    assert.deepEqual([await open(first.url), await open(second.url)], [404, 200])
    const two = [await proposed(operations.email), await proposed(operations.email)]
    const links = (await Promise.all(two.map(async (id) => await decide(id)))).map((answer) => done(answer).shown.url)
    const opened = await Promise.all(links.map(open))
    assert.deepEqual(opened.toSorted(), [200, 404], 'also of two that are decided at once')
    const boss = world.visitor()
    await boss.signIn({ email: world.demo.people.owner.email, password: newPassword })
    done(await boss.call('POST', '/console/session/step-up', { body: { password: newPassword } }))
    const { id } = done(await boss.call('GET', '/console/team')).people.find(
      (each: Wire) => each.email === operations.email,
    )
    for (const disabled of [true, false]) done(await boss.call('PATCH', `/console/team/${id}`, { body: { disabled } }))
    assert.deepEqual(await Promise.all(links.map(open)), [404, 404], 'nor of who was disabled')
    refused(await propose('nobody@shop.example'), 404, 'not_found')
  })

  it('is not made for who got the address meanwhile, nor three days later, nor for other than demo people by these', async () => {
    const { owner } = world.demo.people
    const moved = await proposed(owner.email)
    const rename = async (from: string, to: string) =>
      await world.db.query('update users set email = $2 where email = $1', [from, to])
    await rename(owner.email, 'olga@shop.example')
    await rename(world.demo.people.operations.email, owner.email)
    refused(await decide(moved), 409, 'not_in_this_state')
    const real = await proposed('olga@shop.example')
    await world.db.query(`insert into deployment_facts (name, value) values ('demo_point', '')`)
    refused(await decide(real), 403, 'second_person_required')
    await world.db.query(`delete from deployment_facts where name = 'demo_point'`)
    await rename(owner.email, world.demo.people.operations.email)
    await rename('olga@shop.example', owner.email)
    await world.db.query(`update proposals set proposed_at = proposed_at - interval '73 hours' where id = $1`, [moved])
    refused(await decide(moved), 409, 'not_in_this_state')
    assert.match(done(await people.luis.call('GET', `${proposals}/${moved}`)).last_failure, /72 hours/)
    const told = await world.db.query(
      `select distinct detail ->> 'email' as email from audit_log where action = 'proposal.create'`,
    )
    assert.ok(told.rows.every(({ email }) => email !== null))
  })
})
