import { maskCardNumbers } from '../lib/card-numbers.ts'

/** Headers that prove where a notification came from are checked again when it is processed, so that every byte counts. */
const proofs = /signature|hmac|digest/i

/** The headers of a provider's notification as they are kept: whatever its sender put there, no card number is stored. */
export function storedHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(
    entries.map(([name, value]) => [maskCardNumbers(name), proofs.test(name) ? value : maskCardNumbers(value)]),
  )
}
