import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { authenticateRequest, keyCache } from '../../core/merchants/authenticate-request.ts'
import { createApiKey } from '../../core/merchants/create-api-key.ts'
import { Problem } from '../../core/values/problem.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rotateApiKey } from './rotate-api-key.ts'

const deps = await setUp({ after })
const point = await aPoint(deps)
const base = { pointId: point.pointId, name: 'test', actor: 'operator cli' }
const hourMs = 3_600_000

function refused(code: string) {
  return (error: unknown) => error instanceof Problem && error.code === code
}

async function open(authorization: string) {
  return await authenticateRequest(deps, keyCache(), { authorization, address: '192.0.2.1' })
}

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

test('both keys work during the overlap of a rotation, and only the new key after it', async (t) => {
  t.after(async () => await deps.moveClockTo(0))
  const old = await createApiKey(deps, { ...base, scopes: ['read'] })
  const rotated = await rotateApiKey(deps, { keyId: old.keyId, overlap: '1h', actor: 'operator cli' })
  assert.equal((await open(`Bearer ${old.key}`)).keyId, old.keyId)
  assert.equal((await open(`Bearer ${rotated.key}`)).keyId, rotated.keyId)
  await deps.moveClockTo(hourMs - 60_000)
  assert.equal((await open(`Bearer ${old.key}`)).keyId, old.keyId)
  await deps.moveClockTo(hourMs + 1_000)
  await assert.rejects(open(`Bearer ${old.key}`), refused('expired_key'))
  assert.equal((await open(`Bearer ${rotated.key}`)).keyId, rotated.keyId)
})

test('a rotation without overlap ends the old key at once', async () => {
  const old = await createApiKey(deps, { ...base, scopes: ['read'] })
  await rotateApiKey(deps, { keyId: old.keyId, overlap: '0', actor: 'operator cli' })
  await assert.rejects(open(`Bearer ${old.key}`), refused('expired_key'))
})
