import { maskCardNumbers } from '../values/card-numbers.ts'

/**
 * The headers of a provider's notification as they are kept: whatever its sender put there, no card number is stored.
 * `needed`: names in lower case of those that the connector reads once more; every byte of them counts.
 */
export function storedHeaders(
  headers: Readonly<Record<string, string | undefined>>,
  needed: readonly string[],
): Record<string, string> {
  const entries = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(
    entries.map(([name, value]) =>
      needed.includes(name) ? [name, value] : [maskCardNumbers(name), maskCardNumbers(value)],
    ),
  )
}
