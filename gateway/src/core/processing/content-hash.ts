import type { SecretBox } from '../platform/secret-box.ts'
import type { CreationRequest } from './rules/new-transaction.ts'

/**
 * Keyed hash of a request's canonical content. A repeated reference with the same content is a replay, with other
 * content a conflict (contract section 3). Values are normalised first, so `20-26756539-3` equals `20267565393`. The
 * card number enters only as its own keyed hash, the security code and `expired_at` not at all: a client may compute the
 * expiry anew when it repeats.
 */
export function contentHash(secretBox: SecretBox, request: CreationRequest): Buffer {
  const { expired_at: _, ...content } = request.details
  const { card } = request
  const canonical = JSON.stringify([
    request.operation,
    request.serviceCode,
    request.amountMinor.toString(),
    request.currency,
    sortedEntries(content),
    card ? card.secret.hashNumber((number) => secretBox.keyedHash('card-content', number)).toString('hex') : null,
    card ? [card.expiryMonth, card.expiryYear, card.holder] : null,
    ...(request.metadata ? [sortedEntries(request.metadata)] : []),
  ])
  return secretBox.keyedHash('content', canonical)
}

function sortedEntries(texts: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1))
}
