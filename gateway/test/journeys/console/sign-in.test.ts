import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { before, beforeEach, describe, it } from 'node:test'
import type { ConsoleClient } from '../../support/console-client.ts'
import { type Answer, eventually, openWorld } from '../../support/world.ts'

const refused = (answer: Answer, status: number, code: string) =>
  assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body))

describe('signing in', () => {
  const world = openWorld()
  let owner: { email: string; password: string }
  let browser: ConsoleClient
  before(async () => {
    owner = world.demo.people.owner
  })
  beforeEach(() => {
    browser = world.visitor()
  })
  const me = async (client = browser) => await client.call('GET', '/console/me')
  const wrong = async (email: string, client = browser) =>
    await client.call('POST', '/console/session', { body: { email, password: 'not the right one' } })
  const audit = async (where: string, values: unknown[] = []) =>
    (await world.db.query(`select * from audit_log where ${where} order by created_at, id`, values)).rows

  it('opens the session of the demo’s owner, with their points and what they may do there', async () => {
    refused(await me(), 401, 'not_signed_in')
    const signedOut = await browser.call('GET', '/console/session')
    assert.equal(signedOut.body.data.stage, 'signed_out')
    assert.equal(signedOut.body.data.demo.email, owner.email)
    const session = await browser.signIn({ ...owner, email: ` ${owner.email.toUpperCase()} ` })
    assert.equal(session.stage, 'signed_in')
    assert.deepEqual([session.person.side, session.person.role], ['merchant', 'owner'])
    assert.equal(session.person.merchant.name, 'Demo shop')
    assert.equal(session.points[0].id, world.demo.auth_point_id)
    assert.ok(session.points[0].permissions.includes('payouts'))
    assert.equal(session.demo, null)
    assert.equal((await me()).status, 200)
    assert.equal((await browser.call('GET', `/console/points/${world.demo.auth_point_id}/payments`)).status, 200)
    const [entry] = await audit(`action = 'session.sign_in' and result = 'done' order by created_at desc limit 1 --`)
    assert.equal(entry.actor, `Olga Prado <${owner.email}>`)
    assert.equal(entry.origin, '127.0.0.1')
    assert.ok(entry.merchant_id && entry.user_id)
  })

  it('shows the demo’s passwords to a browser of this machine alone, not through a proxy or another name', async () => {
    const { port } = new URL(world.url)
    const demoFor = async (headers: Record<string, string>): Promise<unknown> =>
      await new Promise((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port, path: '/console/session', headers }, (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString('utf8')).data.demo))
        })
        asked.once('error', reject).end()
      })
    assert.notEqual(await demoFor({ host: `localhost:${port}` }), null)
    assert.equal(await demoFor({ host: `rebound.example:${port}` }), null)
    assert.equal(await demoFor({ host: `localhost:${port}`, 'x-forwarded-for': '203.0.113.9' }), null)
    assert.equal(await demoFor({ host: `localhost:${port}`, 'x-real-ip': '203.0.113.9' }), null)
  })

  it('answers a wrong password and an unknown address alike, and after the same work', async () => {
    const [known, unknown] = [await wrong(owner.email), await wrong('nobody@pasarela.example')]
    refused(known, 401, 'wrong_credentials')
    const shown = ({ status, body }: Answer) => ({ status, ...body, error: { ...body.error, request_id: '' } })
    assert.deepEqual(shown(unknown), shown(known))
    assert.equal(unknown.headers.get('set-cookie'), null)
    const told = await eventually(async () => {
      const rows = await audit(`action = 'authentication.fail' and detail->>'reason' = 'wrong_credentials'`)
      return rows.length > 0 ? rows : undefined
    }, 'failed sign-ins in the audit log')
    assert.equal(
      told.reduce((sum, { detail }) => sum + detail.count, 0),
      2,
    )
    assert.deepEqual(await audit(`action = 'session.sign_in' and result = 'refused'`), [])
  })

  it('gives a cookie that only our own pages use and that was not there before', async () => {
    const planted = randomBytes(32).toString('base64url')
    const victim = world.visitor(planted)
    const answer = await victim.call('POST', '/console/session', { body: owner })
    const [cookie = '', known = ''] = answer.headers.getSetCookie()
    assert.match(cookie, /^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    assert.match(known, /^known=[\w-]{22}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/)
    assert.notEqual(victim.cookie(), planted)
    refused(await me(world.visitor(planted)), 401, 'not_signed_in')
    // A cookie of somebody who was signed in ends with the sign-in that it was brought to.
    const first = victim.cookie()
    await victim.signIn(owner)
    assert.notEqual(victim.cookie(), first)
    refused(await me(world.visitor(first)), 401, 'not_signed_in')
    const stored = await world.db.query(
      `select 1 from sessions where encode(id_hash, 'escape') like '%' || $1 || '%'`,
      [victim.cookie()],
    )
    assert.equal(stored.rowCount, 0)
  })

  it('refuses changes that do not come from our own page', async () => {
    await browser.signIn(owner)
    const change = async (headers: Record<string, string | undefined>) =>
      await browser.call('PATCH', '/console/me', { body: { language: 'es' }, headers })
    for (const headers of [
      { 'x-csrf-token': undefined },
      { 'x-csrf-token': '' },
      { 'x-csrf-token': randomBytes(32).toString('base64url') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
    ])
      refused(await change(headers), 403, 'csrf_refused')
    const other = world.visitor()
    await other.signIn(owner)
    refused(await change({ 'x-csrf-token': other.csrfToken() ?? '' }), 403, 'csrf_refused')
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])
      refused(await change({ 'content-type': type }), 415, 'unsupported_media_type')
    refused(
      await browser.call('POST', '/console/session', { body: owner, headers: { 'sec-fetch-site': 'cross-site' } }),
      403,
      'csrf_refused',
    )
    refused(await browser.call('DELETE', '/console/session', { headers: { 'x-csrf-token': 'x' } }), 403, 'csrf_refused')
    assert.equal((await change({ origin: world.url, 'sec-fetch-site': 'same-origin' })).status, 200)
    assert.equal((await change({})).body.data.person.language, 'es')
  })

  it('signing out ends the session on the server, not only in the browser', async () => {
    await browser.signIn(owner)
    const cookie = browser.cookie()
    const token = browser.csrfToken() ?? ''
    const out = await browser.call('DELETE', '/console/session')
    assert.equal(out.body.data.stage, 'signed_out')
    assert.match(out.headers.get('set-cookie') ?? '', /^sid=; Max-Age=0/)
    const kept = world.visitor(cookie)
    refused(await kept.call('GET', '/console/me', { headers: { 'x-csrf-token': token } }), 401, 'not_signed_in')
  })

  it('ends a session that idled 15 minutes, and any after 12 hours; what a page asks by itself keeps nobody', async () => {
    const aged = async (change: string, cookieOf: ConsoleClient) => {
      const { data } = (await cookieOf.call('GET', '/console/me')).body
      const { id } = data.sessions.find((each: { current: boolean }) => each.current)
      await world.db.query(`update sessions set ${change} where public_id = $1`, [id])
    }
    await browser.signIn(owner)
    await aged(`last_seen_at = last_seen_at - interval '14 minutes 50 seconds'`, browser)
    const background = { headers: { 'x-pasarela-background': '1' } }
    assert.equal((await browser.call('GET', '/console/me', background)).status, 200)
    await world.db.query(`update sessions set last_seen_at = last_seen_at - interval '11 seconds'`)
    refused(await me(), 401, 'not_signed_in')

    await browser.signIn(owner)
    await aged(`last_seen_at = last_seen_at - interval '14 minutes 50 seconds'`, browser)
    assert.equal((await me()).status, 200)
    await world.db.query(`update sessions set last_seen_at = last_seen_at - interval '11 seconds'`)
    assert.equal((await me()).status, 200)
    await aged(`created_at = created_at - interval '11 hours 59 minutes'`, browser)
    assert.equal((await me()).status, 200)
    await aged(`created_at = created_at - interval '2 minutes'`, browser)
    refused(await me(), 401, 'not_signed_in')
  })

  it('locks after ten failures, for the right password too, and for nobody else', async () => {
    const { email, password } = world.demo.people.operations
    for (let tries = 1; tries <= 10; tries++) refused(await wrong(email), 401, 'wrong_credentials')
    const locked = await browser.call('POST', '/console/session', { body: { email, password } })
    refused(locked, 429, 'account_locked')
    const seconds = Number(locked.headers.get('retry-after'))
    assert.ok(seconds > 1_700 && seconds <= 1_800, `${seconds}`)
    await browser.signIn(owner)
    const [{ id }] = (await world.db.query('select id from users where email = $1', [email])).rows
    for (let tries = 1; tries <= 5; tries++) refused(await wrong(email), 429, 'account_locked')
    const entries = await audit(`user_id = $1 and action in ('account.lock', 'session.sign_in')`, [id])
    const told = entries.map(({ action, result, detail }) => [action, result, detail])
    assert.deepEqual(told, [['account.lock', 'done', { seconds: 1800 }]], 'one row for the lock, none for the tries')
    await world.db.query(`update users set locked_until = statement_timestamp() where email = $1`, [email])
    assert.equal((await browser.signIn({ email, password })).stage, 'signed_in')
  })

  it('lets a browser that its person used before in while strangers lock the account, with ten tries of its own', async () => {
    const person = world.demo.people.operations
    const first = await browser.call('POST', '/console/session', { body: person })
    const [, set = ''] = first.headers.getSetCookie()
    const known = { headers: { cookie: set.split(';')[0] } }
    const nine = async () => {
      await world.db.query('update users set failed_sign_ins = 9, last_at = statement_timestamp()')
      await world.db.query('update stranger_sign_ins set failed_sign_ins = 9')
    }
    const at = async (who: object, options: object = known) =>
      await world.visitor().call('POST', '/console/session', { ...options, body: who })
    await nine()
    refused(await wrong(person.email), 401, 'wrong_credentials')
    refused(await at(person, {}), 429, 'account_locked')
    assert.equal((await at(person)).status, 200)
    refused(await at({ ...person, password: 'not the right one' }), 401, 'wrong_credentials')
    await nine()
    refused(await at({ ...person, password: 'not the right one' }), 401, 'wrong_credentials')
    refused(await at(person), 429, 'account_locked')
    // It is known for one person: another's account is as locked to it as to anybody.
    refused(await at({ ...owner, password: 'not the right one' }), 401, 'wrong_credentials')
    refused(await at(owner), 429, 'account_locked')
    await world.db.query('update users set locked_until = null, failed_sign_ins = 0')
  })

  it('forgets tries after a day alike for who is there and who is not', async () => {
    for (const [email, table] of [
      [owner.email, 'users'],
      ['long-ago@pasarela.example', 'stranger_sign_ins'],
    ] as const) {
      await wrong(email)
      await world.db.query(
        `update ${table} set failed_sign_ins = 9, last_at = statement_timestamp() - interval '25 hours'`,
      )
      for (let tries = 1; tries <= 2; tries++) refused(await wrong(email), 401, 'wrong_credentials')
      await world.db.query(
        `update ${table} set failed_sign_ins = 9, last_at = statement_timestamp() - interval '23 hours'`,
      )
      refused(await wrong(email), 401, 'wrong_credentials')
      refused(await wrong(email), 429, 'account_locked')
    }
    await world.db.query('update users set locked_until = null, failed_sign_ins = 0')
  })

  it('locks an address that nobody has in the same way, so that a lock tells nothing', async () => {
    for (let tries = 1; tries <= 10; tries++) refused(await wrong('guess@pasarela.example'), 401, 'wrong_credentials')
    const locked = await wrong(' Guess@Pasarela.example')
    refused(locked, 429, 'account_locked')
    assert.ok(Number(locked.headers.get('retry-after')) > 1_700)
  })

  it('counts guesses that come at once', async () => {
    const { email } = world.demo.people.admin
    const answers = await Promise.all(Array.from({ length: 13 }, async () => await wrong(email, world.visitor())))
    assert.equal(answers.filter(({ status }) => status === 401).length, 10)
    assert.equal(answers.filter(({ status }) => status === 429).length, 3)
    await world.db.query('update users set locked_until = null, failed_sign_ins = 0 where email = $1', [email])
  })

  it('ends at once for somebody who was disabled, who then cannot sign in either', async () => {
    const { operator } = world.demo.people
    await browser.signIn(operator)
    await world.db.query('update users set disabled_at = statement_timestamp() where email = $1', [operator.email])
    refused(await me(), 401, 'not_signed_in')
    refused(await browser.call('POST', '/console/session', { body: operator }), 401, 'wrong_credentials')
    await world.db.query('update users set disabled_at = null where email = $1', [operator.email])
  })

  it('a second start shows the same sign-ins', async () => {
    await world.stopGateway()
    await world.startGateway()
    const { body } = await browser.call('GET', '/console/session')
    assert.equal(body.data.demo.password, owner.password)
    await browser.signIn(owner)
  })

  it('stops one address that goes through many people', async () => {
    let stopped: Answer | undefined
    // More than a window takes, because the window moves on while a busy machine answers.
    for (let tries = 0; tries < 400 && stopped === undefined; tries += 4) {
      const people = [0, 1, 2, 3].map((n) => `person${tries + n}@pasarela.example`)
      const answers = await Promise.all(people.map(async (email) => await wrong(email)))
      stopped = answers.find(({ status }) => status === 429)
    }
    assert.ok(stopped)
    refused(stopped, 429, 'rate_limited')
    assert.ok(Number(stopped.headers.get('retry-after')) >= 1)
  })
})
