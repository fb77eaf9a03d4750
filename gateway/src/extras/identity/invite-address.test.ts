import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { siteAt } from '../../core/platform/deps.ts'
import { invitationLinkPlace } from '../mail/rules/outbox.ts'
import { acceptInvitation, closesAccount, invite, readInvitation } from './invite.ts'
import { passwordHasher } from './rules/password.ts'
import { signIn } from './sign-in.ts'

const password = 'a good long password'
const browser = { address: '192.0.2.7', userAgent: null, cookie: undefined, knownBrowser: undefined }
const address = 'ana@shop.example'

async function world(t: Parameters<typeof setUp>[0]) {
  const deps = { ...(await setUp(t)), site: siteAt('https://pay.example.com'), passwords: passwordHasher() }
  const [one, other] = [(await aPoint(deps)).merchantId, (await aPoint(deps)).merchantId]
  const inviting = async (merchantId: string, by: 'mail' | 'inviter', email = address) =>
    await invite(by === 'mail' ? { ...deps, mail: {} } : deps, {
      merchantId,
      role: 'read_only',
      email,
      actor: 'a test',
    })
  const tokenOf = (url: string) => url.split('#')[1] ?? ''
  const mailedToken = async (id: string) => {
    const found = await deps.database.owner.query('select link_box from mails where invitation_id = $1', [id])
    return tokenOf(deps.secretBox.open(found.rows[0].link_box, invitationLinkPlace(id)))
  }
  const joining = async (token: string, name = 'Ana', secret = password) =>
    await acceptInvitation(deps, token, { person: { name, password: secret, language: 'en' }, browser })
  const users = async () =>
    (
      await deps.database.owner.query(
        `select merchant_id, email, disabled_at is not null as disabled, email_proved_at is not null as proved
          from users order by created_at, id`,
      )
    ).rows
  return { deps, one, other, inviting, tokenOf, mailedToken, joining, users }
}

test('answer and cost of an invitation do not depend on the address, in the own team too', async (t) => {
  const { deps, one, other, inviting, tokenOf, joining } = await world(t)
  await joining(tokenOf((await inviting(one, 'inviter')).url ?? ''))
  const { engine } = deps.database
  const askedOf: string[][] = []
  for (const [merchantId, email] of [
    [one, address],
    [other, address],
    [one, 'new@shop.example'],
  ] as const) {
    const names: string[] = []
    const counted = Object.create(engine) as typeof engine
    counted.query = ((statement: { name: string }) => {
      names.push(statement.name)
      return engine.query(statement as never)
    }) as unknown as typeof engine.query
    const seen = { ...deps, mail: {}, database: { ...deps.database, engine: counted } }
    const invited = await invite(seen, { merchantId, role: 'read_only', email, actor: 'a test' })
    assert.deepEqual([invited.email, invited.delivery, invited.url], [email, 'mail', undefined])
    askedOf.push(names)
  }
  const [own, others, unused] = askedOf
  assert.deepEqual(own, unused)
  assert.deepEqual(others, unused)
  assert.ok(!unused?.includes('find-user-by-email'))
})

test('an account with an unverified address is closed for the person who verifies it, and its team is informed', async (t) => {
  const { deps, one, other, inviting, tokenOf, mailedToken, joining, users } = await world(t)
  const { cookie } = await joining(tokenOf((await inviting(one, 'inviter')).url ?? ''), 'Squatter')
  assert.ok(cookie)
  const token = await mailedToken((await inviting(other, 'mail')).id)
  assert.equal(await closesAccount(deps, await readInvitation(deps, token)), true)
  await joining(token, 'Ana', 'another good long one')
  const [squatter, owner] = await users()
  assert.deepEqual([owner.email, owner.merchant_id, owner.proved, owner.disabled], [address, other, true, false])
  assert.equal(squatter.disabled, true)
  assert.match(squatter.email, /@address\.invalid$/)
  await assert.rejects(signIn(deps, { email: address, password }, browser), { code: 'wrong_credentials' })
  await signIn(deps, { email: address, password: 'another good long one' }, browser)
  const entries = await deps.database.owner.query(`select merchant_id from audit_log where action = 'user.give_way'`)
  assert.deepEqual(entries.rows, [{ merchant_id: one }])
})

test('a verified address is taken: a mailed link reports this, a shown link does not', async (t) => {
  const { deps, one, other, inviting, tokenOf, mailedToken, joining, users } = await world(t)
  await joining(await mailedToken((await inviting(one, 'mail')).id))
  const mailed = await mailedToken((await inviting(other, 'mail')).id)
  assert.equal(await closesAccount(deps, await readInvitation(deps, mailed)), false)
  await assert.rejects(joining(mailed), { code: 'not_in_this_state' })
  const shown = tokenOf((await inviting(other, 'inviter')).url ?? '')
  await assert.rejects(joining(shown), { code: 'not_found' })
  await assert.rejects(readInvitation(deps, shown), { code: 'not_found' })
  assert.equal((await users()).length, 1)
})
