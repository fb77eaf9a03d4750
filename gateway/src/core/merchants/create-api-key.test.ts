import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
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
