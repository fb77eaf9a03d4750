import { createHash, createHmac } from 'node:crypto'
import { sameSecret } from '../../../core/platform/ids.ts'

/** The signed parts of a request. `path` without query, `timestampText` in Unix seconds exactly as sent. */
export interface SignedParts {
  method: string
  path: string
  timestampText: string
  nonce: string
  body: Uint8Array
}

const signatureShape = /^v1=([0-9a-f]{64})$/i

/**
 * `v1=<hex>`: HMAC-SHA256 with the point's signing secret (its UTF-8 text is the key) over
 * `METHOD\npath\ntimestamp\nnonce\nsha256hex(body)` (contract section 1).
 */
export function requestSignature(signingSecret: string, parts: SignedParts): string {
  return `v1=${macOf(signingSecret, parts).toString('hex')}`
}

/** Whether the header has the form of a signature. */
export function isSignature(header: string): boolean {
  return signatureShape.test(header)
}

/** Compares in constant time. False for a malformed header as well. */
export function signatureMatches(header: string, signingSecret: string, parts: SignedParts): boolean {
  const hex = signatureShape.exec(header)?.[1]
  return hex !== undefined && sameSecret(Buffer.from(hex, 'hex'), macOf(signingSecret, parts))
}

function macOf(signingSecret: string, parts: SignedParts): Buffer {
  const bodyHash = createHash('sha256').update(parts.body).digest('hex')
  return createHmac('sha256', signingSecret)
    .update([parts.method.toUpperCase(), parts.path, parts.timestampText, parts.nonce, bodyHash].join('\n'), 'utf8')
    .digest()
}
