import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { revokeApiKey } from '../../extras/point-settings/revoke-api-key.ts'
import { rotateApiKey } from '../../extras/point-settings/rotate-api-key.ts'
import { Problem } from '../values/problem.ts'
import { createApiKey } from './create-api-key.ts'

const deps = await setUp({ after })
const point = await aPoint(deps)
const base = { pointId: point.pointId, name: 'test', actor: 'operator cli' }

function refused(code: string, ...params: string[]) {
  return (error: unknown) => {
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.code, code)
    assert.deepEqual(error.fields.map((field) => field.param).sort(), params.sort())
    return true
  }
}

test('no key holds payouts together with webhook or settings', async () => {
  for (const scopes of [
    ['payouts', 'webhook'],
    ['refunds', 'settings'],
    ['settings', 'payins', 'payouts'],
    ['payouts', 'webhook', 'settings'],
  ]) {
    await assert.rejects(createApiKey(deps, { ...base, scopes }), refused('validation_failed', 'scopes'), scopes.join())
  }
  for (const scopes of [
    ['payins', 'payouts', 'read', 'approve_payouts'],
    ['webhook', 'settings', 'payins', 'read'],
  ]) {
    assert.deepEqual([...(await createApiKey(deps, { ...base, scopes })).scopes].sort(), [...scopes].sort())
  }
})

test('the database refuses the forbidden combination by itself', async () => {
  const { keyId } = await createApiKey(deps, { ...base, scopes: ['payouts'] })
  await assert.rejects(
    deps.database.engine.query(`update api_keys set scopes = '{payouts,webhook}' where key_id = $1`, [keyId]),
    /check constraint/,
  )
})

test('all faults are reported at once', async () => {
  const wrong = {
    ...base,
    name: ' ',
    scopes: ['payins', 'refund'],
    networks: ['10.0.0.1/8', 'example.com'],
    expiresAt: new Date(deps.clock.now().getTime() - 1),
  }
  await assert.rejects(
    createApiKey(deps, wrong),
    refused('validation_failed', 'name', 'scopes', 'networks', 'networks', 'expires_at'),
  )
  const leaky = { ...base, scopes: ['read'], name: 'shop 4111111111111111 12/30' }
  await assert.rejects(createApiKey(deps, leaky), refused('validation_failed', 'name'))
  await assert.rejects(createApiKey(deps, { ...base, scopes: [] }), refused('validation_failed', 'scopes'))
  await assert.rejects(
    createApiKey(deps, { ...base, scopes: ['read'], networks: [] }),
    refused('validation_failed', 'networks'),
  )
})

test('an unknown point is not found', async () => {
  for (const pointId of ['00000000-0000-7000-8000-000000000000', 'abc']) {
    await assert.rejects(createApiKey(deps, { ...base, pointId, scopes: ['read'] }), refused('not_found'))
  }
})

test('neither the key nor its secret part is stored anywhere', async () => {
  const { key, keyId } = await createApiKey(deps, { ...base, scopes: ['read'] })
  const rows = await deps.database.owner.query<{ text: string }>(
    `select (select row_to_json(k)::text from api_keys k where key_id = $1)
      || (select string_agg(detail::text, '') from audit_log) as text`,
    [keyId],
  )
  const text = rows.rows[0]?.text ?? ''
  assert.ok(text.includes(keyId))
  assert.ok(!text.includes(key.slice(-39, -6)))
})

test('a rotated key keeps rights, networks, name and lifetime', async () => {
  const expiresAt = new Date(deps.clock.now().getTime() + 90 * 86_400_000)
  const old = await createApiKey(deps, { ...base, scopes: ['payins', 'read'], networks: ['203.0.113.0/24'], expiresAt })
  const rotated = await rotateApiKey(deps, { keyId: old.keyId, overlap: '24h', actor: 'operator cli' })
  assert.notEqual(rotated.key, old.key)
  assert.deepEqual(rotated.scopes, old.scopes)
  assert.deepEqual(rotated.networks, ['203.0.113.0/24'])
  const days = ((rotated.expiresAt?.getTime() ?? 0) - deps.clock.now().getTime()) / 86_400_000
  assert.equal(Math.round(days), 90)
  const overlapHours = (rotated.oldExpiresAt.getTime() - deps.clock.now().getTime()) / 3_600_000
  assert.equal(Math.round(overlapHours), 24)
})

test('an overlap never extends the lifetime of a key', async () => {
  const expiresAt = new Date(deps.clock.now().getTime() + 3_600_000)
  const old = await createApiKey(deps, { ...base, scopes: ['read'], expiresAt })
  const rotated = await rotateApiKey(deps, { keyId: old.keyId, overlap: '7d', actor: 'operator cli' })
  assert.equal(rotated.oldExpiresAt.getTime(), expiresAt.getTime())
})

test('a key is rotated once: of two concurrent rotations one is refused', async () => {
  const { keyId } = await createApiKey(deps, { ...base, scopes: ['read'] })
  const rotate = async () => await rotateApiKey(deps, { keyId, overlap: '1h', actor: 'operator cli' })
  const both = await Promise.allSettled([rotate(), rotate()])
  assert.deepEqual(both.map((each) => each.status).sort(), ['fulfilled', 'rejected'])
  await assert.rejects(rotate(), refused('not_in_this_state'))
})

test('a revoked or unknown key cannot be rotated, and revoking again changes nothing', async () => {
  const { keyId } = await createApiKey(deps, { ...base, scopes: ['read'] })
  const first = await revokeApiKey(deps, { keyId, actor: 'operator cli' })
  assert.deepEqual(await revokeApiKey(deps, { keyId, actor: 'operator cli' }), first)
  await assert.rejects(rotateApiKey(deps, { keyId, overlap: '0', actor: 'operator cli' }), refused('not_in_this_state'))
  await assert.rejects(rotateApiKey(deps, { keyId: 'unknown', overlap: '0', actor: 'x' }), refused('not_found'))
  await assert.rejects(revokeApiKey(deps, { keyId: 'unknown', actor: 'x' }), refused('not_found'))
})

test('the audit log shows who made, rotated and revoked which key', async () => {
  const created = await createApiKey(deps, { ...base, scopes: ['read'] })
  const rotated = await rotateApiKey(deps, { keyId: created.keyId, overlap: '0', actor: 'operator cli' })
  await revokeApiKey(deps, { keyId: rotated.keyId, actor: 'operator cli' })
  const log = await deps.database.owner.query(
    'select actor, action, point_id, object_id from audit_log where object_id = any($1) order by id',
    [[created.keyId, rotated.keyId]],
  )
  assert.deepEqual(
    log.rows.map((row) => `${row.actor} ${row.action} ${row.object_id === created.keyId ? 'old' : 'new'}`).sort(),
    [
      'operator cli api_key.create new',
      'operator cli api_key.create old',
      'operator cli api_key.revoke new',
      'operator cli api_key.rotate old',
    ],
  )
  assert.ok(log.rows.every((row) => row.point_id === point.pointId))
})

test('a point has 20 live keys: no further one, and a rotation always', async () => {
  const { pointId } = await aPoint(deps)
  const make = async () => await createApiKey(deps, { ...base, pointId, scopes: ['read'] })
  const first = await make()
  const results = await Promise.allSettled(Array.from({ length: 25 }, make))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 19)
  await assert.rejects(make(), refused('not_in_this_state'))
  const { keyId } = await rotateApiKey(deps, { keyId: first.keyId, overlap: '24h', actor: 'operator cli' })
  await revokeApiKey(deps, { keyId, actor: 'operator cli' })
  // The overlap of the first one has not ended.
  await assert.rejects(make(), refused('not_in_this_state'))
  await revokeApiKey(deps, { keyId: first.keyId, actor: 'operator cli' })
  await make()
})
