import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callbackFields, signedHeaders, testPoint } from '../../test/support/signed-callback.ts'
import { type CallbackSecrets, readSecrets } from './secrets.ts'
import { type CallbackVerdict, verifyCallback } from './verify-callback.ts'

const point = testPoint()
const other = testPoint()
const { webhookSecret: _, ...legacyOnly } = point
const text = (changes: Record<string, unknown> = {}) => JSON.stringify(callbackFields(point, changes))

/** `ok` or the status and reason of the refusal. */
function wordOf(verdict: CallbackVerdict): string {
  return verdict.ok ? 'ok' : `${verdict.status} ${verdict.reason}`
}

describe('verifyCallback with the hash alone', () => {
  const judge = (body: string | Uint8Array, secrets: CallbackSecrets = legacyOnly) =>
    wordOf(verifyCallback(body, {}, secrets))

  it('is HMAC-SHA256 over api_key directly followed by the point id, as openssl computes it', () => {
    const secrets = { authPointId: '7c9e6679-7425-40de-944b-e07fc1f90ae7', authApiToken: 'token-of-the-dashboard' }
    const security_hash = 'ca868be7eac780ee9625834f333936bce54242b99c8f98c7ab787b70aa1f121e'
    assert.equal(judge(text({ api_key: 42, security_hash }), secrets), 'ok')
    assert.equal(judge(text({ api_key: 43, security_hash }), secrets), '401 hash_mismatch')
  })

  it('gives the callback and the key to de-duplicate on', () => {
    const verdict = verifyCallback(text({ transaction_id: 'tx-1', status: 'EXPIRED' }), {}, legacyOnly)
    assert.ok(verdict.ok)
    assert.equal(verdict.key, 'tx-1:EXPIRED')
    assert.equal(verdict.callback.reference, 'order-1')
  })

  it('does not take an unproven webhook-id as the key', () => {
    const verdict = verifyCallback(text({ transaction_id: 'tx-1' }), { 'webhook-id': 'evt_forged' }, legacyOnly)
    assert.ok(verdict.ok)
    assert.equal(verdict.key, 'tx-1:COMPLETED')
  })

  it('refuses what is no JSON object', () => {
    for (const body of ['', '{', '[]', 'null', '"text"', '7', Buffer.from([0x7b, 0xff, 0x7d])]) {
      assert.equal(judge(body), '400 invalid_json', String(body))
    }
  })

  it('asks for the raw bytes where something has parsed the body', () => {
    const parsed = callbackFields(point) as unknown as string
    assert.throws(() => judge(parsed), { name: 'TypeError', message: /Give the raw bytes/ })
  })

  it('refuses a callback that lacks a required field, and says which', () => {
    for (const field of ['transaction_id', 'api_key', 'security_hash', 'status', 'message']) {
      const { [field]: _left, ...rest } = callbackFields(point)
      const verdict = verifyCallback(JSON.stringify(rest), {}, legacyOnly)
      assert.equal(wordOf(verdict), '400 missing_field', field)
      assert.ok(!verdict.ok && verdict.message.includes(field))
      assert.equal(judge(JSON.stringify({ ...rest, [field]: null })), '400 missing_field')
    }
    assert.equal(judge(text({ message: '' })), 'ok')
  })

  it('refuses fields of another type or range', () => {
    const wrong = [0, -1, 10_000_000_000, 1.5, '1234567890', true].map((key) => ({ api_key: key }))
    for (const change of [...wrong, { status: 'PAID' }, { status: 7 }, { transaction_id: 7 }, { message: {} }]) {
      assert.equal(judge(text(change)), '400 invalid_field', JSON.stringify(change))
    }
    for (const key of [1, 9_999_999_999]) assert.equal(judge(text({ api_key: key })), 'ok')
  })

  it('refuses a hash that is cut, empty inside or of another token', () => {
    const { security_hash: hash } = callbackFields(point) as { security_hash: string }
    const zeros = '0'.repeat(64)
    for (const wrong of [hash.slice(0, 62), `${hash}00`, 'nonsense', zeros]) {
      assert.equal(judge(text({ security_hash: wrong })), '401 hash_mismatch', wrong)
    }
    assert.equal(judge(JSON.stringify(callbackFields({ ...point, authApiToken: 'other' }))), '401 hash_mismatch')
    assert.equal(judge(JSON.stringify(callbackFields({ ...point, authPointId: 'other' }))), '401 hash_mismatch')
    assert.equal(judge(text({ security_hash: hash.toUpperCase() })), 'ok')
  })

  it('takes either of two tokens while they are rotated', () => {
    const { authPointId } = point
    assert.equal(judge(text(), { authPointId, authApiTokens: ['new', point.authApiToken] }), 'ok')
    assert.equal(judge(text(), { authPointId, authApiTokens: ['new', 'newer'] }), '401 hash_mismatch')
  })
})

describe('verifyCallback with a webhook secret', () => {
  const judge = (body: string | Uint8Array, headers: Record<string, string>, secrets: CallbackSecrets = point) =>
    wordOf(verifyCallback(body, headers, secrets))

  it('covers every byte of the body', () => {
    const body = text({ amount: '10.00' }).replace('"10.00"', '10.00')
    const headers = signedHeaders(point, body)
    assert.equal(judge(body, headers), 'ok')
    assert.equal(judge(Buffer.from(body), headers), 'ok')
    assert.equal(judge(JSON.stringify(JSON.parse(body)), headers), '401 signature_mismatch')
    assert.equal(judge(body.replace('COMPLETED', 'ERROR'), headers), '401 signature_mismatch')
    assert.equal(judge(`${body} `, headers), '401 signature_mismatch')
  })

  it('covers id and timestamp, and takes the proven id as the key', () => {
    const body = text()
    const headers = signedHeaders(point, body, { id: 'evt_1' })
    const verdict = verifyCallback(body, headers, point)
    assert.ok(verdict.ok)
    assert.equal(verdict.key, 'evt_1')
    assert.equal(judge(body, { ...headers, 'webhook-id': 'evt_2' }), '401 signature_mismatch')
    const later = String(Number(headers['webhook-timestamp']) + 1)
    assert.equal(judge(body, { ...headers, 'webhook-timestamp': later }), '401 signature_mismatch')
  })

  it('demands all three headers, in whatever case and container they come', () => {
    const body = text()
    const headers = signedHeaders(point, body)
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const { [name]: _left, ...rest } = headers
      assert.equal(judge(body, rest), '401 missing_signature', name)
    }
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    assert.equal(judge(body, upper), 'ok')
    assert.equal(wordOf(verifyCallback(body, new Headers(headers), point)), 'ok')
  })

  it('refuses what is older or newer than the tolerance', () => {
    const body = text()
    const at = 1_900_000_000
    const judgedAt = (seconds: number, more: Partial<CallbackSecrets> = {}) => {
      const now = () => new Date(seconds * 1_000)
      return judge(body, signedHeaders(point, body, { timestampSeconds: at }), { ...point, now, ...more })
    }
    assert.equal(judgedAt(at + 300), 'ok')
    assert.equal(judgedAt(at - 300), 'ok')
    assert.equal(judgedAt(at + 301), '401 timestamp_out_of_tolerance')
    assert.equal(judgedAt(at - 301), '401 timestamp_out_of_tolerance')
    assert.equal(judgedAt(at + 301, { toleranceSeconds: 600 }), 'ok')
    const odd = { ...signedHeaders(point, body), 'webhook-timestamp': '1e9' }
    assert.equal(judge(body, odd), '401 invalid_timestamp')
  })

  it('takes any of several signatures and any of several secrets, and ignores unknown versions', () => {
    const body = text()
    const both = signedHeaders(point, body, { secrets: [other.webhookSecret, point.webhookSecret] })
    assert.equal(judge(body, both), 'ok')
    const { webhookSecret, ...rest } = point
    const rotating = { ...rest, webhookSecrets: [other.webhookSecret, webhookSecret] }
    assert.equal(judge(body, signedHeaders(point, body), rotating), 'ok')
    assert.equal(judge(body, signedHeaders(other, body)), '401 signature_mismatch')
    const headers = signedHeaders(point, body)
    const signature = headers['webhook-signature'] ?? ''
    assert.equal(judge(body, { ...headers, 'webhook-signature': `v1a,AAAA v2,AAAA ${signature}` }), 'ok')
    for (const wrong of [signature.replace('v1,', 'v2,'), 'v1,', 'v1', ', ,', signature.slice(0, -4)]) {
      assert.equal(judge(body, { ...headers, 'webhook-signature': wrong }), '401 signature_mismatch', wrong)
    }
  })

  it('still checks the hash, and answers 400 to what is no callback at all', () => {
    const body = text({ security_hash: '0'.repeat(64) })
    assert.equal(judge(body, signedHeaders(point, body)), '401 hash_mismatch')
    assert.equal(judge('{', {}), '400 invalid_json')
    assert.equal(judge('{}', signedHeaders(point, '{}')), '400 missing_field')
  })
})

describe('the configuration', () => {
  it('that would check nothing is refused at once', () => {
    const { authPointId, authApiToken } = point
    const wrong: unknown[] = [
      { authPointId: '', authApiToken },
      { authPointId: undefined, authApiToken },
      { authPointId },
      { authPointId, authApiToken: '' },
      { authPointId, authApiToken: undefined },
      { authPointId, authApiTokens: [] },
      { authPointId, authApiToken, webhookSecret: undefined },
      { authPointId, authApiToken, webhookSecret: '' },
      { authPointId, authApiToken, webhookSecret: 'secret' },
      { authPointId, authApiToken, webhookSecrets: [] },
      { authPointId, authApiToken, toleranceSeconds: Number.NaN },
    ]
    for (const secrets of wrong) {
      assert.throws(() => readSecrets(secrets as CallbackSecrets), TypeError, JSON.stringify(secrets))
    }
  })
})
