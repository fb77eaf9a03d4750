import { createHash, createHmac, randomUUID } from 'node:crypto'
import { currentTime } from '../clock.ts'

/**
 * The headers of a signed request, fresh for every attempt (docs/contract.md, Who calls): hex HMAC-SHA256 over method,
 * path, timestamp, nonce and the hex SHA-256 of the body, joined by line feeds.
 */
export function signatureHeaders(
  signingSecret: string,
  request: { method: string; path: string; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(currentTime().getTime() / 1_000))
  const nonce = randomUUID()
  const bodyHash = createHash('sha256').update(request.body, 'utf8').digest('hex')
  const signed = [request.method, request.path, timestamp, nonce, bodyHash].join('\n')
  const signature = createHmac('sha256', signingSecret).update(signed, 'utf8').digest('hex')
  return { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': `v1=${signature}` }
}
