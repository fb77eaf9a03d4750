import { wordsOf } from './own-references.ts'

/** A word that is about as long as a reference: the payer may have mistyped one. */
const nearText = /^(?=.*\d)[0-9A-Z]{7,9}$/
const nearNumber = /^\d{6,8}$/
/** At most so many words of one line are looked up. */
const nearMax = 10

/** The words of a line that may be a reference with one mistake. People choose among the orders that they lead to. */
export function nearReferencesIn(texts: readonly string[]): readonly string[] {
  const words = texts.flatMap(wordsOf)
  return [...new Set(words.filter((word) => nearText.test(word) || nearNumber.test(word)))].slice(0, nearMax)
}

/**
 * The keys by which an index finds each reference that differs from a word by one mistake. A mistake in the second half
 * leaves the first four characters (`heads`). A mistake in the first half leaves the last four (`tails`). A mistake in
 * the middle changes both: `whole` has the few references that it may have been.
 */
export function nearKeys(words: readonly string[]): { heads: string[]; tails: string[]; whole: string[] } {
  return {
    heads: words.map((word) => word.slice(0, 4)),
    tails: words.map((word) => word.slice(-4)),
    whole: words.flatMap(middleMistakes),
  }
}

/** The references of which the word is a copy with a mistake in the middle. */
function middleMistakes(word: string): string[] {
  const [first, rest] = [word.slice(0, 3), word.slice(3)]
  const swapped = `${first}${rest.charAt(1)}${rest.charAt(0)}${rest.slice(2)}`
  if (!nearNumber.test(word)) return [swapped]
  // Of seven digits the fourth belongs to both halves.
  const fourth = word.length === 6 ? rest : rest.slice(1)
  const earlier = `${word.slice(0, 2)}${rest.charAt(0)}${word.charAt(2)}${rest.slice(1)}`
  return [swapped, earlier, ...[...'0123456789'].map((digit) => first + digit + fourth), first + rest.slice(1)]
}

/** Whether a word is the reference with one wrong, exchanged, missing or doubled character. Linear in both. */
export function isOneMistake(word: string, reference: string): boolean {
  let start = 0
  while (start < word.length && start < reference.length && word[start] === reference[start]) start += 1
  let end = 0
  const most = Math.min(word.length, reference.length) - start
  while (end < most && word.at(-1 - end) === reference.at(-1 - end)) end += 1
  const [wrong, right] = [word.slice(start, word.length - end), reference.slice(start, reference.length - end)]
  const isExchanged = wrong.length === 2 && wrong === `${right.charAt(1)}${right.charAt(0)}` && right.length === 2
  return isExchanged || (Math.max(wrong.length, right.length) === 1 && word !== reference)
}
