import { maskCardNumbers } from '../values/card-numbers.ts'

/**
 * Headers of a notification as stored, with card numbers masked. `needed`: lower-case names of headers that the
 * connector reads again later; they are stored unchanged.
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
