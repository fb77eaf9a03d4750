import { holdsCardNumber } from '../../values/card-numbers.ts'

/** Words of names that are known at the same time. Longer names are found by their first words. */
const wordsMax = 24

/** Characters of a word. Longer ones are cut, on both sides of a search. */
const wordLengthMax = 32

/**
 * The words of names, as `transaction_words` keeps them and a search looks for them: lower case, without accents, each once.
 * One letter is no word. A text with a card number has none.
 */
export function nameWords(...names: readonly (string | null | undefined)[]): string[] {
  const words = names.flatMap((name) => (name && !holdsCardNumber(name, 'anywhere') ? plainWords(name) : []))
  return [...new Set(words)].slice(0, wordsMax)
}

function plainWords(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/[\p{L}\p{N}]{2,}/gu) ?? []).map((word) => [...word].slice(0, wordLengthMax).join(''))
}

/** The last character of Unicode: no text with a given beginning sorts after the beginning and this character. */
export const lastCharacter = '\u{10FFFF}'

/** SQL: whether the names of the transaction `id` have each word of the array `words`, whole or as a beginning. */
export function hasWords(id: string, words: string): string {
  return `not exists (select from unnest(${words}::text[]) o (word) where not exists (
    select from transaction_words x where x.transaction_id = ${id}
      and x.word >= o.word and x.word < o.word || '${lastCharacter}'))`
}
