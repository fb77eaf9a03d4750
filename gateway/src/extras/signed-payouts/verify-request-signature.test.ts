import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { authenticateRequest, keyCache } from '../../core/merchants/authenticate-request.ts'
import { createApiKey } from '../../core/merchants/create-api-key.ts'
import { Problem } from '../../core/values/problem.ts'
import { requestSignature } from './rules/request-signature.ts'
import { deleteOldNonces } from './store/request-nonces.ts'
import { type SignedRequest, verifyRequestSignature } from './verify-request-signature.ts'

const deps = await setUp({ after })
const path = '/api/v1/payments/payout_hth'
const body = Buffer.from('{"amount":10.5}')
let nonces = 0

async function aCaller(signedPayouts: boolean) {
  const point = await aPoint(deps, { signedPayouts })
  const { key } = await createApiKey(deps, { pointId: point.pointId, name: 'test', scopes: ['payouts'], actor: 'test' })
  const caller = await authenticateRequest(deps, keyCache(), { authorization: `Bearer ${key}`, address: '192.0.2.1' })
  return { caller, secret: point.signingSecret ?? '' }
}

function signed(secret: string, options: { ageSeconds?: number; nonce?: string } = {}): SignedRequest {
  const timestamp = String(Math.round(deps.clock.now().getTime() / 1000) - (options.ageSeconds ?? 0))
  const nonce = options.nonce ?? `nonce-${String(++nonces).padStart(6, '0')}`
  const signature = requestSignature(secret, { method: 'POST', path, timestampText: timestamp, nonce, body })
  return { method: 'POST', path, body, timestamp, nonce, signature }
}

const unsigned = { timestamp: undefined, nonce: undefined, signature: undefined }

function refused(code: string, param?: string) {
  return (error: unknown) => error instanceof Problem && error.code === code && (!param || error.param === param)
}

test('a correctly signed payout passes; the query is not signed', async () => {
  const { caller, secret } = await aCaller(true)
  await verifyRequestSignature(deps, caller, signed(secret))
  await verifyRequestSignature(deps, caller, { ...signed(secret), path: `${path}?trace=1` })
})

test('a point that requires signatures refuses an unsigned payout', async () => {
  const { caller, secret } = await aCaller(true)
  await assert.rejects(
    verifyRequestSignature(deps, caller, { ...signed(secret), ...unsigned }),
    refused('bad_signature'),
  )
})

test('a signature that is sent is verified even if it is not required', async () => {
  const { caller, secret } = await aCaller(true)
  const free = { ...caller, point: { ...caller.point, requireSignedPayouts: false } }
  await verifyRequestSignature(deps, free, { ...signed(secret), ...unsigned })
  const forged = { ...signed(secret), body: Buffer.from('{"amount":99.5}') }
  await assert.rejects(verifyRequestSignature(deps, free, forged), refused('bad_signature'))
})

test('a point without a signing secret accepts unsigned payouts and refuses signatures', async () => {
  const { caller } = await aCaller(false)
  await verifyRequestSignature(deps, caller, { ...signed('any'), ...unsigned })
  await assert.rejects(verifyRequestSignature(deps, caller, signed('any')), refused('bad_signature'))
})

test('the secret of another point does not sign', async () => {
  const { caller } = await aCaller(true)
  const other = await aCaller(true)
  await assert.rejects(verifyRequestSignature(deps, caller, signed(other.secret)), refused('bad_signature'))
})

test('300 seconds away passes in both directions, more does not', async () => {
  const { caller, secret } = await aCaller(true)
  for (const ageSeconds of [298, -298]) await verifyRequestSignature(deps, caller, signed(secret, { ageSeconds }))
  for (const ageSeconds of [303, -303]) {
    await assert.rejects(
      verifyRequestSignature(deps, caller, signed(secret, { ageSeconds })),
      refused('stale_timestamp'),
    )
  }
})

test('a nonce is used once per point', async () => {
  const { caller, secret } = await aCaller(true)
  const other = await aCaller(true)
  await verifyRequestSignature(deps, caller, signed(secret, { nonce: 'the-same-nonce' }))
  await assert.rejects(
    verifyRequestSignature(deps, caller, signed(secret, { nonce: 'the-same-nonce' })),
    refused('nonce_reused'),
  )
  await verifyRequestSignature(deps, other.caller, signed(other.secret, { nonce: 'the-same-nonce' }))
})

test('of two concurrent requests with one nonce exactly one passes', async () => {
  const { caller, secret } = await aCaller(true)
  const request = signed(secret)
  const both = await Promise.allSettled([1, 2].map(async () => await verifyRequestSignature(deps, caller, request)))
  assert.deepEqual(both.map((each) => each.status).sort(), ['fulfilled', 'rejected'])
})

test('a wrong signature does not use the nonce up', async () => {
  const { caller, secret } = await aCaller(true)
  const right = signed(secret)
  await assert.rejects(
    verifyRequestSignature(deps, caller, { ...right, signature: `v1=${'0'.repeat(64)}` }),
    refused('bad_signature'),
  )
  await verifyRequestSignature(deps, caller, right)
})

test('a nonce is kept for an hour, longer than its timestamp is accepted', async () => {
  const { caller, secret } = await aCaller(true)
  const write = async (nonce: string) =>
    await verifyRequestSignature(deps, caller, signed(secret, { nonce })).catch((error: Problem) => error.code)
  await write('the-old-nonce')
  await deps.database.owner.query("update request_nonces set created_at = gateway_now() - interval '61 minutes'")
  await write('the-new-nonce')
  assert.ok((await deleteOldNonces(deps.database.engine)) > 0)
  assert.equal(await write('the-old-nonce'), undefined)
  assert.equal(await write('the-new-nonce'), 'nonce_reused')
})

test('malformed and missing headers are named', async () => {
  const { caller, secret } = await aCaller(true)
  const right = signed(secret)
  for (const [change, param] of [
    [{ signature: 'v1=abc' }, 'X-Signature'],
    [{ timestamp: undefined }, 'X-Timestamp'],
    [{ timestamp: '2026-01-01T00:00:00Z' }, 'X-Timestamp'],
    [{ nonce: undefined }, 'X-Nonce'],
    [{ nonce: 'short' }, 'X-Nonce'],
    [{ nonce: 'with a space' }, 'X-Nonce'],
    [{ nonce: 'x'.repeat(129) }, 'X-Nonce'],
  ] as const) {
    await assert.rejects(
      verifyRequestSignature(deps, caller, { ...right, ...change }),
      refused('invalid_header', param),
    )
  }
})
