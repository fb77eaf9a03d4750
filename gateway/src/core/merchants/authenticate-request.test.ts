import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { Problem } from '../values/problem.ts'
import { authenticateRequest, keyCache, requireScope, requireService } from './authenticate-request.ts'
import { createApiKey } from './create-api-key.ts'
import { generateApiKey } from './rules/api-key.ts'

const deps = await setUp({ after })
const hourMs = 3_600_000

async function open(authorization: string | undefined, address = '192.0.2.1', cache = keyCache()) {
  return await authenticateRequest(deps, cache, { authorization, address })
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

function refused(code: string) {
  return (error: unknown) => error instanceof Problem && error.code === code
}

async function aKey(pointId: string, options: { scopes?: string[]; networks?: string[]; expiresAt?: Date } = {}) {
  return await createApiKey(deps, { pointId, name: 'test', scopes: ['payins', 'read'], actor: 'test', ...options })
}

test('a Bearer key authenticates for its own point with its own scopes', async () => {
  const point = await aPoint(deps)
  const { key, keyId } = await aKey(point.pointId)
  const caller = await open(`Bearer ${key}`)
  assert.equal(caller.keyId, keyId)
  assert.deepEqual([...caller.scopes], ['payins', 'read'])
  assert.deepEqual(caller.point, {
    pointId: point.pointId,
    merchantId: point.merchantId,
    environment: 'test',
    status: 'active',
    identifierChecks: 'lenient',
    requireSignedPayouts: false,
    requireHttpsRedirect: false,
    failedPayoutReply: 'error',
    merchantSuspended: false,
    servicesEnabled: undefined,
    rateLimitPerSecond: undefined,
  })
})

test('the key is accepted as user name of HTTP Basic, and the scheme in any letter case', async () => {
  const { key, keyId } = await aKey((await aPoint(deps)).pointId)
  assert.equal((await open(basic(key, ''))).keyId, keyId)
  assert.equal((await open(`bearer  ${key}`)).keyId, keyId)
})

test('a request without credentials or with another scheme asks for a key', async () => {
  for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Digest abc', 'Basic']) {
    await assert.rejects(open(header), refused('missing_key'), String(header))
  }
})

test('a malformed, invented or altered key is unknown', async () => {
  const { key, keyId } = await aKey((await aPoint(deps)).pointId)
  const sameId = generateApiKey('test').text.replace(/^pas_test_.{12}/, `pas_test_${keyId}`)
  for (const text of ['abc', `${key.slice(0, -1)}!`, generateApiKey('test').text, sameId]) {
    await assert.rejects(open(`Bearer ${text}`), refused('unknown_key'), text)
  }
  await assert.rejects(open('Basic %%%'), refused('unknown_key'))
})

test('a right key id with a well-formed wrong secret is refused', async (t) => {
  const { key, keyId } = await aKey((await aPoint(deps)).pointId)
  // Stores the id of another valid key, so its checksum is right. Only the hash can detect the mismatch.
  const other = generateApiKey('test')
  await deps.database.owner.query('update api_keys set key_id = $1 where key_id = $2', [other.keyId, keyId])
  t.after(
    async () =>
      await deps.database.owner.query('update api_keys set key_id = $1 where key_id = $2', [keyId, other.keyId]),
  )
  await assert.rejects(open(`Bearer ${other.text}`), refused('unknown_key'))
  await assert.rejects(open(`Bearer ${key}`), refused('unknown_key'))
})

test('a revoked key is unknown at once to a new process and after 5 s to a process that has cached it', async () => {
  const { key, keyId } = await aKey((await aPoint(deps)).pointId)
  let nowMs = 0
  const remembering = keyCache(() => nowMs)
  await open(`Bearer ${key}`, '192.0.2.1', remembering)
  await deps.database.owner.query('update api_keys set revoked_at = gateway_now() where key_id = $1', [keyId])
  await assert.rejects(open(`Bearer ${key}`), refused('unknown_key'))
  nowMs = 4_999
  assert.equal((await open(`Bearer ${key}`, '192.0.2.1', remembering)).keyId, keyId)
  nowMs = 5_000
  await assert.rejects(open(`Bearer ${key}`, '192.0.2.1', remembering), refused('unknown_key'))
})

test('an expired key is refused as expired, also from the cache', async (t) => {
  t.after(async () => await deps.moveClockTo(0))
  const expiresAt = new Date(deps.clock.now().getTime() + hourMs)
  const { key } = await aKey((await aPoint(deps)).pointId, { expiresAt })
  const cache = keyCache(() => 0)
  await open(`Bearer ${key}`, '192.0.2.1', cache)
  await deps.moveClockTo(hourMs + 1_000)
  await assert.rejects(open(`Bearer ${key}`, '192.0.2.1', cache), refused('expired_key'))
  await assert.rejects(open(`Bearer ${key}`), refused('expired_key'))
})

test('a key with networks works from these networks only, IPv4 and IPv6', async () => {
  const { key } = await aKey((await aPoint(deps)).pointId, { networks: ['203.0.113.0/24', '2001:db8::/32'] })
  for (const address of ['203.0.113.77', '::ffff:203.0.113.77', '2001:db8:5::1']) await open(`Bearer ${key}`, address)
  for (const address of ['203.0.114.1', '2001:db9::1', '']) {
    await assert.rejects(open(`Bearer ${key}`, address), refused('network_not_allowed'), address)
  }
})

test('a suspended point refuses its keys and its own credentials', async () => {
  const point = await aPoint(deps)
  const { key } = await aKey(point.pointId)
  await deps.database.owner.query(`update points set status = 'suspended' where id = $1`, [point.pointId])
  await assert.rejects(open(`Bearer ${key}`), refused('point_suspended'))
  await assert.rejects(open(basic(point.pointId, point.authApiToken)), refused('point_suspended'))
})

test("a test point's own credentials make and read payments, nothing else", async () => {
  const point = await aPoint(deps)
  const caller = await open(basic(point.pointId.toUpperCase(), point.authApiToken))
  assert.equal(caller.keyId, 'point')
  assert.equal(caller.point.pointId, point.pointId)
  assert.deepEqual([...caller.scopes], ['payins', 'payouts', 'refunds', 'read'])
})

test("a live point's own credentials are always refused", async () => {
  const point = await aPoint(deps, { environment: 'live' })
  await assert.rejects(open(basic(point.pointId, point.authApiToken)), refused('unknown_key'))
})

test('HTTP Basic is refused with a wrong token, for an unknown point, and where the setting forbids it', async () => {
  const closed = await aPoint(deps, { basicAuthEnabled: false })
  const point = await aPoint(deps)
  const other = await aPoint(deps)
  for (const [user, password] of [
    [closed.pointId, closed.authApiToken],
    [point.pointId, other.authApiToken],
    [point.pointId, ''],
    ['00000000-0000-7000-8000-000000000000', point.authApiToken],
    ["' or true --", point.authApiToken],
  ] as const) {
    await assert.rejects(open(basic(user, password)), refused('unknown_key'), user)
  }
})

test('a missing scope is named', async () => {
  const { key } = await aKey((await aPoint(deps)).pointId)
  const caller = await open(`Bearer ${key}`)
  requireScope(caller, 'payins')
  assert.throws(
    () => requireScope(caller, 'payouts'),
    (error) => refused('scope_missing')(error) && /payouts/.test((error as Problem).message),
  )
})

test('whoever lacks a scope is told which key of the demonstration has it, and where keys are made', async () => {
  const { pointId } = await aPoint(deps)
  const caller = await open(`Bearer ${(await aKey(pointId)).key}`)
  const said = (of: typeof caller, scope: Parameters<typeof requireScope>[1]) => {
    try {
      requireScope(of, scope)
      return ''
    } catch (error) {
      return (error as Problem).message
    }
  }
  const page = `/dashboard/p/${pointId}/credentials`
  for (const scope of ['webhook', 'settings'] as const) {
    assert.match(said(caller, scope), /settings_key of demo\.json/)
    assert.ok(said(caller, scope).endsWith(page))
  }
  const live = { ...caller, point: { ...caller.point, environment: 'live' as const } }
  for (const message of [said(caller, 'payouts'), said(live, 'webhook')]) {
    assert.ok(message.endsWith(page))
    assert.ok(!message.includes('demo.json'))
  }
})

test('a point with a list of services refuses the others', async () => {
  const point = await aPoint(deps)
  const { key } = await aKey(point.pointId)
  requireService(await open(`Bearer ${key}`), 'PIX_BR')
  await deps.database.owner.query(`update points set services_enabled = '{BT_AR}' where id = $1`, [point.pointId])
  const caller = await open(`Bearer ${key}`)
  requireService(caller, 'BT_AR')
  assert.throws(() => requireService(caller, 'PIX_BR'), refused('service_not_enabled'))
})
