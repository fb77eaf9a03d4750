import { createHash, createHmac, randomInt } from 'node:crypto'

/** The largest `api_key` of the spec (Limits): ten digits. */
const apiKeyMax = 9_999_999_999

/** Prefix of a webhook secret; the base64 of its key follows (Standard Webhooks 1.0.0). */
const secretPrefix = 'whsec_'

/** A new `api_key`: random, 1 to 9999999999. One per event, unique within a point. */
export function newCallbackNumber(): bigint {
  return BigInt(randomInt(1, apiKeyMax + 1))
}

/**
 * `security_hash` of a callback (spec, Authentication): lower-case hex HMAC-SHA256. The key is the text of the
 * auth_api_token. The message is the decimal text of api_key directly followed by the auth_point_id.
 */
export function securityHash(token: string, apiKey: bigint, pointId: string): string {
  return createHmac('sha256', token).update(`${apiKey}${pointId}`, 'utf8').digest('hex')
}

/** `webhook-id` of an event: the same in every attempt and resend, so that merchants can de-duplicate by it. */
export function webhookId(eventId: string): string {
  return `evt_${eventId.replaceAll('-', '')}`
}

/**
 * The signed message. `secrets` of the point (`whsec_…`, newest first), `id` = the webhook-id, `body` = the exact bytes
 * as text.
 */
export interface SignedMessage {
  secrets: readonly string[]
  id: string
  /** Unix seconds of this attempt. */
  timestampSeconds: number
  body: string
}

/**
 * The three headers of Standard Webhooks 1.0.0: `v1,` and the base64 HMAC-SHA256 over `id.timestamp.body`, one per
 * secret, separated by spaces. The signature covers the body, which `security_hash` does not.
 */
export function standardWebhookHeaders(message: SignedMessage): Record<string, string> {
  const { secrets, id, timestampSeconds, body } = message
  const signed = `${id}.${timestampSeconds}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret, signed)}`).join(' '),
  }
}

/** SHA-256 of the sent bytes, stored with each attempt as evidence. */
export function bodySha256(body: string): Buffer {
  return createHash('sha256').update(body, 'utf8').digest()
}

function sign(secret: string, signed: string): string {
  if (!secret.startsWith(secretPrefix)) throw new Error(`Bug! a webhook secret must start with ${secretPrefix}`)
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return createHmac('sha256', key).update(signed, 'utf8').digest('base64')
}
