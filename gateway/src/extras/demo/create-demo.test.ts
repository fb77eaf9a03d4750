import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '../../../test/support/set-up.ts'
import { authenticateRequest, keyCache } from '../../core/merchants/authenticate-request.ts'
import { revokeApiKey } from '../point-settings/revoke-api-key.ts'
import { ensureDemo } from './create-demo.ts'

const simulatedBank = { token: 'token-token-token-1', notificationSecret: 'secret-secret-secret-1' }

test('the first start makes one merchant, one point and two keys with separate scopes', async (t) => {
  const deps = await setUp(t)
  const demo = await ensureDemo(deps, { simulatedBank, known: undefined })
  const scopesOf = async (key: string) => {
    const caller = await authenticateRequest(deps, keyCache(), { authorization: `Bearer ${key}`, address: '127.0.0.1' })
    assert.equal(caller.point.pointId, demo.authPointId)
    return [...caller.scopes].sort()
  }
  assert.deepEqual(await scopesOf(demo.apiKey), ['payins', 'payouts', 'read', 'refunds'])
  assert.deepEqual(await scopesOf(demo.settingsKey), ['read', 'settings', 'webhook'])
  const token = Buffer.from(`${demo.authPointId}:${demo.authApiToken}`).toString('base64')
  await authenticateRequest(deps, keyCache(), { authorization: `Basic ${token}`, address: '127.0.0.1' })
})

test('a later start with the same file changes nothing', async (t) => {
  const deps = await setUp(t)
  const demo = await ensureDemo(deps, { simulatedBank, known: undefined })
  assert.deepEqual(await ensureDemo(deps, { simulatedBank, known: demo }), demo)
  const keys = await deps.database.owner.query('select from api_keys')
  assert.equal(keys.rowCount, 2)
})

test('without the file the keys are new and everything else is as before', async (t) => {
  const deps = await setUp(t)
  const demo = await ensureDemo(deps, { simulatedBank, known: undefined })
  const again = await ensureDemo(deps, { simulatedBank, known: undefined })
  assert.notEqual(again.apiKey, demo.apiKey)
  assert.notEqual(again.settingsKey, demo.settingsKey)
  assert.deepEqual({ ...again, apiKey: '', settingsKey: '' }, { ...demo, apiKey: '', settingsKey: '' })
})

test('a revoked key in the file is replaced, the other one kept', async (t) => {
  const deps = await setUp(t)
  const demo = await ensureDemo(deps, { simulatedBank, known: undefined })
  await revokeApiKey(deps, { keyId: demo.apiKey.split('_')[2] ?? '', actor: 'test' })
  const again = await ensureDemo(deps, { simulatedBank, known: demo })
  assert.notEqual(again.apiKey, demo.apiKey)
  assert.equal(again.settingsKey, demo.settingsKey)
})

test('two concurrent first starts make one demo merchant', async (t) => {
  const deps = await setUp(t)
  const both = await Promise.all([1, 2].map(async () => await ensureDemo(deps, { simulatedBank, known: undefined })))
  assert.equal(both[0]?.authPointId, both[1]?.authPointId)
  const counts = await deps.database.owner.query(
    'select (select count(*) from merchants)::int as merchants, (select count(*) from points)::int as points',
  )
  assert.deepEqual(counts.rows, [{ merchants: 1, points: 1 }])
})
