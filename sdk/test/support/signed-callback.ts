import { createHmac, randomBytes, randomUUID } from 'node:crypto'

/** A point's secrets, as the gateway shows them once. */
export interface TestPoint {
  authPointId: string
  authApiToken: string
  webhookSecret: string
}

export function testPoint(): TestPoint {
  return {
    authPointId: randomUUID(),
    authApiToken: randomBytes(24).toString('base64url'),
    webhookSecret: `whsec_${randomBytes(24).toString('base64')}`,
  }
}

/** The fields of a callback with the hash that belongs to them, written down from the specification, not from our code. */
export function callbackFields(point: TestPoint, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const fields = {
    transaction_id: randomUUID(),
    api_key: 1_234_567_890,
    status: 'COMPLETED',
    message: 'The payment was completed.',
    reference: 'order-1',
    updated_at: '2030-01-31T12:00:00.000000Z',
    pay_type: 'payin',
    ...changes,
  }
  const hash = createHmac('sha256', point.authApiToken).update(`${fields.api_key}${point.authPointId}`).digest('hex')
  return { security_hash: hash, ...fields, ...('security_hash' in changes ? changes : {}) }
}

export interface Signing {
  /** Default: that of the point. */
  secrets?: readonly string[]
  id?: string
  /** Default: now. */
  timestampSeconds?: number
}

/** The headers of Standard Webhooks 1.0.0 over `body`. */
export function signedHeaders(point: TestPoint, body: string | Buffer, signing: Signing = {}): Record<string, string> {
  const { secrets = [point.webhookSecret], id = `evt_${randomBytes(16).toString('hex')}` } = signing
  const timestamp = String(signing.timestampSeconds ?? Math.floor(Date.now() / 1_000))
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    return `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  })
  return {
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
