import { createHash } from 'node:crypto'

/** Whole numbers below `below` that follow from the given texts alone: the same account and seed choose the same. */
export function choose(below: number, ...texts: (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify(texts)).digest().readUInt32BE(0) % below
}

const TYPO_SYMBOLS = '23456789ABCDEFGHJKMNPQRSTWXYZ'

/** The reference with one wrong character, or with two neighbours exchanged: what a hurried payer types. */
export function mistyped(reference: string, ...by: (string | number)[]): string {
  const characters = [...reference]
  if (characters.length === 0) return ''
  const place = choose(characters.length, 'place', ...by)
  const [one, two] = [characters[place], characters[place + 1]]
  if (two !== undefined && one !== two && choose(3, 'form', ...by) === 0) {
    characters.splice(place, 2, two, one ?? '')
    return characters.join('')
  }
  const symbols = /^\d+$/.test(reference) ? '0123456789' : TYPO_SYMBOLS
  const others = [...symbols].filter((symbol) => symbol !== one)
  characters[place] = others[choose(others.length, 'symbol', ...by)] ?? 'X'
  return characters.join('')
}
