import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { bodySha256, newCallbackNumber, securityHash, standardWebhookHeaders, webhookId } from './callback-signature.ts'

const wallSeconds = () => Math.floor((performance.timeOrigin + performance.now()) / 1000)
const pointId = '5f0c9a52-1111-4c4c-8a8a-0123456789ab'

test('security_hash is the HMAC of the decimal api_key directly followed by the point id', () => {
  const expected = createHmac('sha256', Buffer.from('tökén', 'utf8')).update(`1234567890${pointId}`).digest('hex')
  assert.equal(securityHash('tökén', 1234567890n, pointId), expected)
  assert.equal(
    securityHash('secret', 1n, '00000000-0000-4000-8000-000000000000'),
    createHmac('sha256', 'secret').update('100000000-0000-4000-8000-000000000000').digest('hex'),
  )
  assert.match(expected, /^[0-9a-f]{64}$/)
})

test('the public library verifies the headers and refuses any change', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const nowSeconds = wallSeconds()
  const body = '{"status":"COMPLETED","amount":10.00,"x":"é"}'
  const signedAt = (timestampSeconds: number) =>
    standardWebhookHeaders({ secrets: [secret], id: webhookId(pointId), timestampSeconds, body })
  const headers = signedAt(nowSeconds)
  const webhook = new Webhook(secret)
  assert.deepEqual(webhook.verify(body, headers), JSON.parse(body))
  const forged: [string, Record<string, string>][] = [
    [body.replace('COMPLETED', 'ERROR'), headers],
    [body, { ...headers, 'webhook-id': 'evt_other' }],
    [body, signedAt(nowSeconds - 301)],
  ]
  for (const [text, head] of forged) assert.throws(() => webhook.verify(text, head), WebhookVerificationError)
})

test('two secrets give two signatures, and each verifies', () => {
  const secrets = [8, 9].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`)
  const message = { secrets, id: 'evt_1', timestampSeconds: wallSeconds(), body: '{}' }
  const headers = standardWebhookHeaders(message)
  assert.match(headers['webhook-signature'] ?? '', /^v1,\S+ v1,\S+$/)
  for (const secret of secrets) new Webhook(secret).verify('{}', headers)
})

test('the webhook id is evt_ and the hex of the event', () => {
  assert.equal(webhookId(pointId), 'evt_5f0c9a5211114c4c8a8a0123456789ab')
})

test('an api_key has one to ten digits', () => {
  const keys = Array.from({ length: 1000 }, newCallbackNumber)
  assert.ok(keys.every((key) => key >= 1n && key <= 9_999_999_999n))
  assert.ok(keys.some((key) => key > 2n ** 31n))
})

test('the stored digest is the SHA-256 of the UTF-8 bytes', () => {
  assert.deepEqual(
    bodySha256('é'),
    createHash('sha256')
      .update(Buffer.from([0xc3, 0xa9]))
      .digest(),
  )
})

test('a secret of another format is refused', () => {
  const message = { id: 'evt_1', timestampSeconds: wallSeconds(), body: '{}' }
  for (const secret of ['', 'abcdef', Buffer.alloc(32, 7).toString('base64')]) {
    assert.throws(() => standardWebhookHeaders({ ...message, secrets: [secret] }), /whsec_/)
  }
})
