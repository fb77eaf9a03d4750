import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { siteAt } from '../../core/platform/deps.ts'
import { acceptInvitation, invite, withdrawInvitation } from './invite.ts'
import { passwordHasher } from './rules/password.ts'
import { mayBeOnePerson } from './separate-people.ts'
import { openInvitationsMax } from './store/invitations.ts'
import { findUserByEmail } from './store/users.ts'

test('the inviter gets the link only while there is only test money, and never if it is mailed', async (t) => {
  const deps = { ...(await setUp(t)), site: siteAt('https://pay.example.com') }
  const invitation = { merchantId: null, role: 'operations', actor: 'a test' }
  const mails = async () => (await deps.database.engine.query(`select from mails where kind = 'invitation'`)).rowCount
  const shown = await invite(deps, { ...invitation, email: 'a@pay.example' })
  assert.deepEqual([shown.delivery, shown.url?.includes('/dashboard/invitation#')], ['inviter', true])
  const mailed = await invite({ ...deps, mail: {} }, { ...invitation, email: 'b@pay.example' })
  assert.deepEqual([mailed.delivery, mailed.url, await mails()], ['mail', undefined, 1])
  await aPoint(deps, { environment: 'live' })
  const kept = await invite(deps, { ...invitation, email: 'c@pay.example' })
  assert.deepEqual([kept.delivery, kept.url], ['second_operator', undefined])
  const first = await invite(deps, { ...invitation, email: 'd@pay.example', bootstrap: true })
  assert.deepEqual([first.delivery, first.url === undefined], ['inviter', false])
})

test('of operators made by the CLI the first two count as two people, further ones as one', async (t) => {
  const base = await setUp(t)
  const deps = { ...base, site: siteAt('https://pay.example.com'), passwords: passwordHasher() }
  await aPoint(deps, { environment: 'live' })
  const browser = { address: '127.0.0.1', userAgent: null, cookie: undefined, knownBrowser: undefined }
  const made: string[] = []
  for (const name of ['quinn', 'rui', 'sol', 'tao']) {
    const invitation = { merchantId: null, role: 'operations', email: `${name}@pay.example`, actor: 'machine' }
    const { url = '' } = await invite(deps, { ...invitation, bootstrap: true })
    const person = { name, password: 'a long enough secret 7', language: 'en' as const }
    await acceptInvitation(deps, url.split('#')[1] ?? '', { person, browser })
    made.push((await findUserByEmail(deps.database.engine, invitation.email))?.id ?? '')
  }
  const [first = '', second = '', third = '', fourth = ''] = made
  const onePerson = async (one: string, other: string) => await mayBeOnePerson(deps, [one], [other])
  assert.deepEqual(
    [await onePerson(first, second), await onePerson(first, third), await onePerson(third, fourth)],
    [false, false, true],
  )
})

test('open invitations of a team are limited; a new link to the same address replaces the old one', async (t) => {
  const deps = { ...(await setUp(t)), site: siteAt('https://pay.example.com') }
  const { merchantId } = await aPoint(deps)
  const inviting = async (name: string, team: string | null = merchantId) =>
    await invite(deps, {
      merchantId: team,
      role: team === null ? 'support' : 'read_only',
      email: `${name}@shop.example`,
      actor: 'a test',
    })
  await deps.database.engine.query(
    `insert into invitations (id, token_hash, merchant_id, role, email, expires_at)
      select gen_random_uuid(), decode(md5('a' || n) || md5('b' || n), 'hex'), $1, 'read_only',
        'guest-' || n || '@shop.example', statement_timestamp() + interval '1 hour'
      from generate_series(1, $2::int) n`,
    [merchantId, openInvitationsMax],
  )
  await assert.rejects(inviting('one-more'), { code: 'not_in_this_state' })
  await inviting('one-more', null)
  const again = await inviting('guest-7')
  await withdrawInvitation(deps, {
    merchantId,
    id: again.id,
    actor: { name: 'Ana', merchantId, userId: null, origin: null },
  })
  await inviting('one-more')
  await assert.rejects(inviting('two-more'), { code: 'not_in_this_state' })
})
