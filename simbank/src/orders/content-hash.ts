import { createHmac } from 'node:crypto'
import type { OrderBody } from './order-body.ts'

/**
 * Keyed hash (HMAC-SHA256, base64url) of what an order asks for; equal hashes mean the same order. Left out are the
 * security code (a hash of three digits would give it away) and `notify_url` (where news go is not what is ordered,
 * and a caller may come back on another port).
 */
export function contentHash(body: OrderBody, contentKey: Buffer): string {
  const { notify_url: _left, ...content } = body
  const { security_code: _out, ...card } = body.card ?? { security_code: '' }
  return createHmac('sha256', contentKey)
    .update(canonicalJson({ ...content, card }))
    .digest('base64url')
}

/** JSON with the names of every object in order, so that two equal bodies give equal bytes. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
