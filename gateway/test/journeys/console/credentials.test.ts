import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type pg from 'pg'
import type { ConsoleClient } from '../../support/console-client.ts'
import { type Answer, eventually, openWorld, type Wire, type World } from '../../support/world.ts'

const refused = (answer: Answer, status: number, code: string) =>
  assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body))

describe('credentials and keys', () => {
  const world = openWorld()
  let owner: ConsoleClient
  let point = ''
  before(async () => {
    await world.makePeopleReal()
    point = world.demo.auth_point_id
    owner = await world.signIn('owner')
  })
  const at = async (client: ConsoleClient, method: string, path: string, body?: unknown) =>
    await client.call(method, `/console/points/${point}/${path}`, body === undefined ? {} : { body })
  const ok = async (client: ConsoleClient, method: string, path: string, body?: unknown): Promise<Wire> => {
    const answer = await at(client, method, path, body)
    assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const person = async (role: string, live = false): Promise<ConsoleClient> =>
    await world.member({ role, secondFactor: live })
  const keyOf = async (keyId: string): Promise<Wire> =>
    (await ok(owner, 'GET', 'keys')).keys.find((each: Wire) => each.key_id === keyId)
  const audited = async (action: string): Promise<Wire[]> =>
    (await world.db.query('select actor, user_id, origin, detail from audit_log where action = $1', [action])).rows

  it('say what there is without showing it', async () => {
    const data = await ok(owner, 'GET', 'credentials')
    assert.equal(data.auth_point_id, point)
    assert.equal(data.base_url, world.url)
    assert.deepEqual(data.secrets, { auth_api_token: true, webhook_secret: true, signing_secret: false })
    assert.equal(data.rotation.token_staged, false)
    const text = JSON.stringify(data)
    assert.ok(!text.includes(world.demo.auth_api_token) && !text.includes(world.demo.webhook_secret))
  })

  it('are revealed after a proof to be there, and the audit log says by whom and from where', async () => {
    const wish = { secret: 'auth_api_token' }
    refused(await at(owner, 'POST', 'credentials/reveal', wish), 403, 'step_up_required')
    assert.deepEqual(await audited('credential.reveal'), [])
    await owner.stepUp({ password: world.demo.people.owner.password })
    assert.equal((await ok(owner, 'POST', 'credentials/reveal', wish)).value, world.demo.auth_api_token)
    const secret = await ok(owner, 'POST', 'credentials/reveal', { secret: 'webhook_secret' })
    assert.equal(secret.value, world.demo.webhook_secret)
    refused(await at(owner, 'POST', 'credentials/reveal', { secret: 'old_api_token' }), 422, 'not_allowed')
    refused(await at(owner, 'POST', 'credentials/reveal', { secret: 'signing_secret' }), 404, 'not_found')
    const [first] = await audited('credential.reveal')
    assert.match(first.actor, /^Olga Prado </)
    assert.ok(first.user_id)
    assert.equal(first.origin, '127.0.0.1')
    assert.ok(!JSON.stringify(first).includes(world.demo.auth_api_token))
  })

  it('are nobody’s business whose role does not have the settings', async () => {
    for (const role of ['operations', 'read_only']) {
      const client = await person(role)
      for (const path of ['credentials', 'keys']) refused(await at(client, 'GET', path), 403, 'role_missing')
      refused(await at(client, 'POST', 'credentials/reveal', { secret: 'webhook_secret' }), 403, 'role_missing')
      refused(await at(client, 'POST', 'keys', { name: 'x', scopes: ['read'] }), 403, 'role_missing')
    }
    const developer = await person('developer')
    assert.equal((await at(developer, 'GET', 'credentials')).status, 200)
    refused(await at(developer, 'POST', 'credentials/reveal', { secret: 'webhook_secret' }), 403, 'step_up_required')
  })

  it('keys are made with their limits, shown once, and open at once', async () => {
    const made = await ok(owner, 'POST', 'keys', {
      name: 'Shop server',
      scopes: ['read', 'payins'],
      networks: ['127.0.0.1', '10.0.0.0/8'],
      expires_at: '2100-01-31T00:00:00Z',
    })
    assert.match(made.api_key, /^pas_test_/)
    assert.deepEqual(made.scopes, ['payins', 'read'])
    assert.equal((await world.call('GET', '/api/v1/payments', { key: made.api_key })).status, 200)
    const listed = await keyOf(made.key_id)
    assert.deepEqual(
      [listed.name, listed.state, listed.networks, listed.created_by],
      ['Shop server', 'active', ['127.0.0.1/32', '10.0.0.0/8'], 'Olga Prado'],
    )
    assert.ok(!JSON.stringify(await ok(owner, 'GET', 'keys')).includes(made.api_key))
    await eventually(async () => (await keyOf(made.key_id)).last_used_at ?? undefined, 'the date of its last use')
  })

  it('keys with wrong wishes are refused with every wrong field', async () => {
    const wrong = await at(owner, 'POST', 'keys', {
      name: ' ',
      scopes: ['payouts', 'webhook', 'fly'],
      networks: ['10.0.0.0/99'],
      expires_at: '2001-01-01T00:00:00Z',
    })
    refused(wrong, 422, 'validation_failed')
    const params = wrong.body.errors.map((each: Wire) => each.param)
    assert.deepEqual([...new Set(params)].toSorted(), ['expires_at', 'name', 'networks', 'scopes'])
    const beside = await at(owner, 'POST', 'keys', { name: 'x', scopes: ['payouts', 'webhook'] })
    assert.match(beside.body.errors[0].message, /payouts never stands in one key with webhook: make two keys/)
  })

  it('nobody gives a key more than their role has there', async () => {
    const live = await liveOf(world, world.db)
    const developer = await person('developer', true)
    const wish = { name: 'x', scopes: ['read', 'payouts'] }
    const here = await at(developer, 'POST', 'keys', wish)
    assert.equal(here.status, 200, 'on test points developers pay out')
    const there = await developer.call('POST', `/console/points/${live.point}/keys`, { body: wish })
    assert.deepEqual([there.status, there.body.errors?.[0]?.param], [422, 'scopes'], JSON.stringify(there.body))
    const rotated = await developer.call('POST', `/console/points/${live.point}/keys/${live.keyId}/rotate`, {
      body: { overlap: '0' },
    })
    assert.deepEqual([rotated.status, rotated.body.errors?.[0]?.param], [422, 'scopes'], 'nor by rotating one')
    const list = await developer.call('GET', `/console/points/${live.point}/keys`)
    assert.deepEqual(list.body.data.may_give, ['read', 'webhook', 'settings'])
    assert.equal(list.body.data.keys[0].state, 'active')
  })

  it('keys rotate with an overlap and are revoked, only at their own point', async () => {
    const made = await ok(owner, 'POST', 'keys', { name: 'Rolling', scopes: ['read'] })
    const rotated = await ok(owner, 'POST', `keys/${made.key_id}/rotate`, { overlap: '1h' })
    assert.ok(rotated.old_expires_at)
    for (const key of [made.api_key, rotated.api_key])
      assert.equal((await world.call('GET', '/api/v1/payments', { key })).status, 200)
    const old = await keyOf(made.key_id)
    assert.deepEqual([old.state, old.rotated_into], ['rotated', rotated.key_id])
    assert.equal((await keyOf(rotated.key_id)).rotated_from, made.key_id)
    refused(await at(owner, 'POST', `keys/${made.key_id}/rotate`, {}), 409, 'not_in_this_state')
    await ok(owner, 'POST', `keys/${rotated.key_id}/revoke`)
    assert.equal((await keyOf(rotated.key_id)).state, 'revoked')
    const { keyId } = await liveOf(world, world.db)
    refused(await at(owner, 'POST', `keys/${keyId}/revoke`), 404, 'not_found')
    refused(await at(owner, 'POST', `keys/${keyId}/rotate`, {}), 404, 'not_found')
    assert.equal((await audited('api_key.revoke')).length, 1)
  })

  it('rotations show how far they are and since when, in the words of the audit log as well', async () => {
    refused(await at(await person('developer'), 'POST', 'webhook/rotate-secret', {}), 403, 'step_up_required')
    await ok(owner, 'POST', 'webhook/rotate-secret', { overlap: '24h' })
    refused(await at(owner, 'POST', 'webhook/rotate-secret', {}), 409, 'not_in_this_state')
    await ok(owner, 'POST', 'webhook/rotate-token', { action: 'stage' })
    const staged = (await ok(owner, 'GET', 'credentials')).rotation
    assert.ok(staged.old_webhook_secret_until && staged.webhook_secret_rotated_at && staged.token_staged_at)
    await ok(owner, 'POST', 'webhook/rotate-token', { action: 'activate' })
    const active = (await ok(owner, 'GET', 'credentials')).rotation
    assert.deepEqual([active.token_staged, active.old_token_kept], [false, true])
    assert.ok(active.token_activated_at)
    assert.match((await audited('api_token.activate'))[0].actor, /^Olga Prado </)
  })
})

/** A live point of the demo merchant with a payouts key. */
async function liveOf(world: World, db: pg.Client): Promise<{ point: string; keyId: string }> {
  const known = await db.query(
    `select p.id as point, k.key_id from points p join api_keys k on k.point_id = p.id where p.environment = 'live'`,
  )
  if (known.rows[0]) return { point: known.rows[0].point, keyId: known.rows[0].key_id }
  const merchant = (await db.query('select merchant_id from points where id = $1', [world.demo.auth_point_id])).rows[0]
  const made = await world.facts(
    'point',
    'create',
    '--merchant',
    merchant.merchant_id,
    '--environment',
    'live',
    '--name',
    'Live',
  )
  const point = made['auth_point_id'] ?? ''
  const key = await world.facts('key', 'create', '--point', point, '--scopes', 'payouts,read', '--name', 'pay')
  return { point, keyId: (key['api_key'] ?? '').split('_')[2] ?? '' }
}
