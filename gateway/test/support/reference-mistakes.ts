import { placeOf, referenceAt } from '../../src/extras/bank-accounts/connector/rules/references.ts'

/** Every text that one mistake makes of a reference: a wrong, missing, doubled or exchanged character. */
export function* mistakesIn(right: string, alphabet: string): Generator<string> {
  for (let at = 0; at < right.length; at++) {
    const [before, letter, after] = [right.slice(0, at), right.charAt(at), right.slice(at + 1)]
    for (const wrong of alphabet) if (wrong !== letter) yield before + wrong + after
    yield before + after
    yield before + letter + letter + after
    if (after !== '' && after[0] !== letter) yield before + after.charAt(0) + letter + after.slice(1)
  }
}

/** What a reader that is too eager would take for a reference. */
export function everyReferenceIn(text: string): string[] {
  const plain = text.replace(/[^A-Z0-9]/g, '')
  const found = new Set<string>()
  for (let at = 0; at + 8 <= plain.length; at++) {
    const part = plain.slice(at, at + 8)
    if (part.startsWith('P')) found.add(part)
  }
  return [...found]
}

/** The text reference that an order's number leads to. */
export const textReference = (key: string, sequence: bigint) => referenceAt('text', placeOf('text', key, sequence))
/** The seven digits that an order's number leads to. */
export const numericReference = (key: string, sequence: bigint) =>
  referenceAt('numeric', placeOf('numeric', key, sequence))
