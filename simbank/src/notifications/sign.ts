import { createHmac } from 'node:crypto'

/**
 * `v1=` and the hex HMAC-SHA256 over `<timestamp>.<raw body>`; the key is the UTF-8 text of the secret, the timestamp
 * counts seconds since 1970.
 */
export function signNotification(secret: string, signed: { timestamp: string; body: string }): string {
  return `v1=${createHmac('sha256', secret).update(`${signed.timestamp}.${signed.body}`).digest('hex')}`
}
