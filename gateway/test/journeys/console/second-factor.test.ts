import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { totpCode, totpStep } from '../../../src/extras/identity/rules/totp.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { type Answer, openWorld } from '../../support/world.ts'

const refused = (answer: Answer, status: number, code: string) =>
  assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body))

describe('the second factor', () => {
  const world = openWorld()
  let secret: string
  let codes: string[]
  let owner: { email: string; password: string }
  const browser = () => world.visitor()
  before(async () => {
    owner = world.demo.people.owner
  })
  /** Codes of steps that were used open nothing: this lets them be new again. */
  const freshCodes = async () => await world.db.query('update users set totp_last_step = null')
  const now = () => totpStep(Date.now() / 1000)

  it('is set up by its first code, after a step-up; other sessions end and this one gets a new cookie', async () => {
    const [client, elsewhere] = [browser(), browser()]
    await elsewhere.signIn(owner)
    await client.signIn(owner)
    refused(await client.call('POST', '/console/me/second-factor'), 403, 'step_up_required')
    refused(
      await client.call('POST', '/console/session/step-up', { body: { password: 'no' } }),
      401,
      'wrong_credentials',
    )
    const before = client.cookie()
    await client.stepUp({ password: owner.password })
    assert.notEqual(client.cookie(), before)
    refused(await world.visitor(before).call('GET', '/console/me'), 401, 'not_signed_in')
    const begun = await client.call('POST', '/console/me/second-factor')
    secret = begun.body.data.secret
    const setUpId = begun.body.data.set_up_id
    assert.match(begun.body.data.svg, /^<svg/)
    const wrongCode = { body: { code: totpCode(secret, now() - 5), set_up_id: setUpId } }
    refused(await client.call('POST', '/console/me/second-factor/confirm', wrongCode), 401, 'wrong_credentials')
    const cookie = client.cookie()
    const confirmed = await client.call('POST', '/console/me/second-factor/confirm', {
      body: { code: client.nextCode(secret), set_up_id: setUpId },
    })
    codes = confirmed.body.data.recovery_codes
    assert.equal(new Set(codes).size, 10)
    assert.notEqual(client.cookie(), cookie)
    assert.equal((await client.call('GET', '/console/me')).body.data.second_factor, true)
    refused(await elsewhere.call('GET', '/console/me'), 401, 'not_signed_in')
    refused(await client.call('POST', '/console/me/second-factor'), 409, 'not_in_this_state')
    const kept = await world.db.query(
      `select count(*)::int as n from recovery_codes where encode(code_hash, 'escape') = any($1)`,
      [codes],
    )
    assert.equal(kept.rows[0].n, 0)
  })

  it('is asked for from then on: the password alone opens nothing', async () => {
    await freshCodes()
    const client = browser()
    const session = await client.signIn(owner)
    assert.deepEqual([session.stage, session.person, session.points], ['second_factor', null, []])
    for (const path of ['/console/me', `/console/points/${world.demo.auth_point_id}/payments`])
      refused(await client.call('GET', path), 401, 'not_signed_in')
    refused(await client.call('POST', '/console/session/step-up', { body: owner }), 401, 'not_signed_in')
    const headers = { 'x-csrf-token': undefined }
    const code = totpCode(secret, now())
    refused(
      await client.call('POST', '/console/session/second-factor', { body: { code }, headers }),
      403,
      'csrf_refused',
    )
    const half = client.cookie()
    const answer = await client.call('POST', '/console/session/second-factor', { body: { code } })
    assert.equal(answer.body.data.stage, 'signed_in')
    assert.notEqual(client.cookie(), half)
    refused(await world.visitor(half).call('GET', '/console/me'), 401, 'not_signed_in')
  })

  it('takes a code once, also where two come at once, and none of a step before', async () => {
    await freshCodes()
    const clients = [browser(), browser(), browser()]
    for (const client of clients) await client.signIn(owner)
    const code = totpCode(secret, now())
    const send = async (client: ConsoleClient, text: string) =>
      await client.call('POST', '/console/session/second-factor', { body: { code: text } })
    const [one, two, third] = clients as [ConsoleClient, ConsoleClient, ConsoleClient]
    const answers = await Promise.all([send(one, code), send(two, code)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
    refused(await send(third, code), 401, 'wrong_credentials')
    refused(await send(third, totpCode(secret, now() - 1)), 401, 'wrong_credentials')
    assert.equal((await send(third, totpCode(secret, now() + 1))).status, 200)
  })

  it('a recovery code opens once, however it is typed, and never for somebody else', async () => {
    const [first = '', second = ''] = codes
    const client = browser()
    await client.signIn(owner)
    const typed = ` ${first.toUpperCase().replace('-', ' ')}`
    const opened = await client.call('POST', '/console/session/second-factor', { body: { code: typed } })
    assert.equal(opened.body.data.stage, 'signed_in')
    assert.equal((await client.call('GET', '/console/me')).body.data.recovery_codes_left, 9)
    const again = browser()
    await again.signIn(owner)
    const replayed = await again.call('POST', '/console/session/second-factor', { body: { code: first } })
    refused(replayed, 401, 'wrong_credentials')
    const other = browser()
    await other.signIn(world.demo.people.operations)
    await other.setUpSecondFactor(world.demo.people.operations.password)
    refused(await other.call('POST', '/console/session/step-up', { body: { code: second } }), 401, 'wrong_credentials')
  })

  it('wrong codes lock like wrong passwords, and signing in anew does not give new tries', async () => {
    await world.db.query('update users set failed_sign_ins = 0, locked_until = null')
    const answers: string[] = []
    for (let tries = 0; tries < 11; tries++) {
      const client = browser()
      const first = await client.call('POST', '/console/session', { body: owner })
      if (first.status !== 200) {
        answers.push(first.body.error.code)
        continue
      }
      const answer = await client.call('POST', '/console/session/second-factor', { body: { code: '000000' } })
      answers.push(answer.body.error?.code)
    }
    assert.deepEqual(answers, [...Array.from({ length: 10 }, () => 'wrong_credentials'), 'account_locked'])
    await world.db.query('update users set failed_sign_ins = 0, locked_until = null')
  })

  it('is what a step-up asks for; the proof lasts five minutes', async () => {
    await freshCodes()
    const client = browser()
    await client.signIn(owner, secret)
    const renewCodes = async () => await client.call('POST', '/console/me/recovery-codes')
    refused(await renewCodes(), 403, 'step_up_required')
    const byPassword = await client.call('POST', '/console/session/step-up', { body: { password: owner.password } })
    refused(byPassword, 422, 'required')
    await client.stepUp({ code: client.nextCode(secret) })
    const renewed = await renewCodes()
    assert.equal(renewed.body.data.recovery_codes.length, 10)
    assert.ok(!renewed.body.data.recovery_codes.includes(codes[5]))
    await world.db.query(`update sessions set stepped_up_at = stepped_up_at - interval '301 seconds'`)
    refused(await renewCodes(), 403, 'step_up_required')
    const stale = browser()
    await stale.signIn(owner)
    const old = await stale.call('POST', '/console/session/second-factor', { body: { code: codes[5] } })
    refused(old, 401, 'wrong_credentials')
  })

  it('is removed only by who proves to be there, and other sessions end with it', async () => {
    await freshCodes()
    const [client, elsewhere] = [browser(), browser()]
    await elsewhere.signIn(owner, secret)
    await freshCodes()
    await client.signIn(owner, secret)
    refused(await client.call('DELETE', '/console/me/second-factor'), 403, 'step_up_required')
    await freshCodes()
    await client.stepUp({ code: totpCode(secret, now()) })
    assert.equal((await client.call('DELETE', '/console/me/second-factor')).status, 200)
    refused(await elsewhere.call('GET', '/console/me'), 401, 'not_signed_in')
    assert.equal((await browser().signIn(owner)).stage, 'signed_in')
  })

  it('shuts the people of the demonstration out once money is real, whatever their password, and says why', async () => {
    const client = browser()
    await client.signIn(owner)
    const admin = browser()
    await admin.signIn(world.demo.people.admin)
    await admin.stepUp({ password: world.demo.people.admin.password })
    const wish = { body: { name: 'L', environment: 'live' } }
    const merchants = (await admin.call('GET', '/console/operator/merchants')).body.data.items
    const path = `/console/operator/merchants/${merchants[0].merchant_id}/points`
    refused(await admin.call('POST', path, wish), 403, 'role_missing')
    await world.facts('point', 'create', '--merchant', 'Demo shop', '--environment', 'live', '--name', 'First')
    refused(await client.call('GET', '/console/me'), 401, 'not_signed_in')
    const again = await browser().call('POST', '/console/session', { body: owner })
    refused(again, 403, 'role_missing')
    assert.match(again.body.message, /belongs to the demonstration and is closed/)
    const wrong = await browser().call('POST', '/console/session', { body: { ...owner, password: 'wrong-wrong-1' } })
    refused(wrong, 401, 'wrong_credentials')
  })

  it('is demanded of operators and at live points once money is real', async () => {
    await world.makePeopleReal()
    const [client, operator] = [browser(), browser()]
    await client.signIn(owner)
    const made = await world.facts('point', 'create', '--merchant', 'Demo shop', '--environment', 'live', '--name', 'L')
    const live = `/console/points/${made['auth_point_id']}/payments`
    refused(await client.call('GET', live), 403, 'second_factor_required')
    assert.equal((await client.call('GET', `/console/points/${world.demo.auth_point_id}/payments`)).status, 200)
    await operator.signIn(world.demo.people.admin)
    assert.equal((await operator.call('GET', '/console/me')).status, 200)
    assert.equal((await operator.call('GET', '/console/session')).body.data.demo, null)
    assert.equal((await browser().call('GET', '/console/session')).body.data.demo, null)
    await client.setUpSecondFactor(owner.password)
    assert.equal((await client.call('GET', live)).status, 200)
  })
})
