import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { createMerchant, findOrAddMerchant } from '../merchants/create-merchant.ts'
import { findPointSecrets, pointSecretPlace } from '../merchants/store/points.ts'
import { Problem } from '../values/problem.ts'
import { createPoint } from './create-point.ts'

const deps = await setUp({ after })

async function settings(pointId: string) {
  const found = await deps.database.owner.query(
    `select p.environment, identifier_checks, basic_auth_enabled, require_signed_payouts, e.url
      from points p join callback_endpoints e on e.point_id = p.id where p.id = $1`,
    [pointId],
  )
  return found.rows[0]
}

function refused(code: string) {
  return (error: unknown) => error instanceof Problem && error.code === code
}

test('a test point is lenient and accepts HTTP Basic; a live point is strict and refuses it', async () => {
  const test = await aPoint(deps)
  const live = await aPoint(deps, { environment: 'live', callbackUrl: 'https://shop.example/callbacks' })
  assert.deepEqual(await settings(test.pointId), {
    environment: 'test',
    identifier_checks: 'lenient',
    basic_auth_enabled: true,
    require_signed_payouts: false,
    url: null,
  })
  assert.deepEqual(await settings(live.pointId), {
    environment: 'live',
    identifier_checks: 'strict',
    basic_auth_enabled: false,
    require_signed_payouts: false,
    url: 'https://shop.example/callbacks',
  })
})

test('the secrets have the documented forms and decrypt only in their own column and row', async () => {
  const point = await aPoint(deps, { signedPayouts: true })
  assert.match(point.authApiToken, /^[A-Za-z0-9_-]{43}$/)
  assert.match(point.webhookSecret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.match(point.signingSecret ?? '', /^sig_[A-Za-z0-9_-]{43}$/)
  const boxes = await findPointSecrets(deps.database.engine, point.pointId)
  assert.ok(boxes)
  const { secretBox } = deps
  const { pointId } = point
  assert.equal(
    secretBox.open(boxes.auth_api_token_box, pointSecretPlace('auth_api_token', pointId)),
    point.authApiToken,
  )
  assert.equal(
    secretBox.open(boxes.webhook_secret_box, pointSecretPlace('webhook_secret', pointId)),
    point.webhookSecret,
  )
  const other = await aPoint(deps)
  assert.throws(() => secretBox.open(boxes.auth_api_token_box, pointSecretPlace('auth_api_token', other.pointId)))
  assert.throws(() => secretBox.open(boxes.auth_api_token_box, pointSecretPlace('webhook_secret', pointId)))
})

test('a point that requires signed payouts has a signing secret', async () => {
  const point = await aPoint(deps, { signedPayouts: true })
  assert.equal((await settings(point.pointId)).require_signed_payouts, true)
  assert.equal((await aPoint(deps)).signingSecret, undefined)
})

test('a live point with HTTP Basic, a blank name and an unknown merchant are refused', async () => {
  const { merchantId } = await createMerchant(deps, { name: 'Shop', actor: 'test' })
  const base = { merchantId, environment: 'live', name: 'Point', actor: 'test' } as const
  await assert.rejects(createPoint(deps, { ...base, basicAuthEnabled: true }), refused('validation_failed'))
  await assert.rejects(createPoint(deps, { ...base, name: '' }), refused('validation_failed'))
  for (const unknown of ['00000000-0000-7000-8000-000000000000', 'abc']) {
    await assert.rejects(createPoint(deps, { ...base, merchantId: unknown }), refused('not_found'))
  }
})

test('no live point is made while the clock is moved', async (t) => {
  t.after(async () => await deps.moveClockTo(0))
  await deps.moveClockTo(60_000)
  await assert.rejects(aPoint(deps, { environment: 'live' }), refused('not_in_this_state'))
  await aPoint(deps)
})

test('a merchant is found by name or id, made where the name is new, and asked for by id where two share a name', async () => {
  const find = async (idOrName: string) =>
    await findOrAddMerchant(deps.database.engine, deps.clock.now(), { idOrName, actor: 'test' })
  const made = await find('Only one')
  for (const idOrName of ['Only one', made.merchantId]) assert.deepEqual(await find(idOrName), made)
  for (let each = 0; each < 2; each++) await createMerchant(deps, { name: 'Twins', actor: 'test' })
  await assert.rejects(find('Twins'), refused('validation_failed'))
  await assert.rejects(find('00000000-0000-7000-8000-000000000000'), refused('not_found'))
})
