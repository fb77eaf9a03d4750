import { isNumericReference, isTextReference, symbols } from '../connector/rules/references.ts'

/** A reference of ours that stands in a line, with its right check character. */
export interface FoundReference {
  reference: string
  form: 'text' | 'numeric'
  /** It is all that a field of the bank holds. */
  isField: boolean
}

/** What of a text is read. Readers cut texts at 1,000 characters, and no bank's field is longer. */
export const readCharacters = 1_000
const textLength = 8
const digitCount = 7
/** References of one line that are looked at. Only one can be sure. */
const referencesMax = 10
const lettersOfReferences = new Set(symbols)
/** What a number behind it is: no reference. */
const phoneWord = /^(TEL|TELF|TELEF|TELEFONO|TLF|CEL|CELULAR|MOVIL|FONE|FONO|PHONE|WHATSAPP)$/

/**
 * The references of ours in a line: `P` and seven symbols as a word, or as words of two characters and more that make it
 * up; seven digits as a whole field, or as a word without a number beside it. No key is needed: a check character shows by
 * itself whether it is right.
 */
export function ownReferencesIn(line: { fields: readonly string[]; text: string }): readonly FoundReference[] {
  const found = new Map<string, FoundReference>()
  const texts = [...line.fields.map((text) => ({ text, isField: true })), { text: line.text, isField: false }]
  for (const { text, isField } of texts) {
    const words = wordsOf(text)
    for (const [at, word] of words.entries()) {
      const reference = textReferenceAt(words, at) ?? numberAt(words, at)
      if (reference === undefined || found.has(reference)) continue
      const form = word.startsWith('P') ? 'text' : 'numeric'
      found.set(reference, { reference, form, isField: isField && words.length === 1 })
      if (found.size === referencesMax) return [...found.values()]
    }
  }
  return [...found.values()]
}

/**
 * The words of a text, upper case: letters and digits without white space and punctuation between them. `?` stands for each
 * letter that no reference has.
 */
export function wordsOf(text: string): readonly string[] {
  const read = text
    .slice(0, readCharacters)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toUpperCase()
  return (read.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/[^A-Z0-9]/g, '?'))
}

function textReferenceAt(words: readonly string[], at: number): string | undefined {
  const letters = words[at] ?? ''
  if (letters.length === textLength) return isTextReference(letters) ? letters : undefined
  if (letters.length > textLength || !letters.startsWith('P')) return undefined
  return joinedWords(words, at)
}

/** Short words after each other that have the length together. */
function joinedWords(words: readonly string[], at: number): string | undefined {
  // The rest of a reference whose second part begins with a P would make the length with the next word.
  if (isBegun(words[at - 1])) return undefined
  let joined = ''
  for (const letters of words.slice(at, at + textLength / 2)) {
    // A missing character and a word of one letter make the length too.
    if (letters.length < 2) return undefined
    joined += letters
    if (joined.length >= textLength) break
  }
  // Words without a digit are words.
  return /\d/.test(joined) && isTextReference(joined) ? joined : undefined
}

/** A word that may be the first part of a reference. */
function isBegun(letters = ''): boolean {
  return (
    letters.startsWith('P') &&
    letters.length < textLength &&
    [...letters].every((each) => lettersOfReferences.has(each))
  )
}

/** One of ten random numbers has the right check digit: parts of phone numbers, dates and amounts are no evidence. */
function numberAt(words: readonly string[], at: number): string | undefined {
  const letters = words[at] ?? ''
  if (letters.length !== digitCount || !isNumericReference(letters)) return undefined
  const [before, after] = [words[at - 1] ?? '', words[at + 1] ?? '']
  return /^\d+$/.test(before) || /^\d+$/.test(after) || phoneWord.test(before) ? undefined : letters
}
