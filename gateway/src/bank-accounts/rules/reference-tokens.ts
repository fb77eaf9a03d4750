import { isNumericReference, isTextReference, symbols } from '../../connectors/own-account/references.ts'

/**
 * How a reference stands in a text of the bank.
 *
 * - `whole`: a word of its own, or words of two characters and more that make it up. One wrong, exchanged, missing or
 *   doubled character cannot bring it about.
 * - `joined`: written together with other letters, or seven digits in a free text. It needs more evidence.
 * - `loose`: a part of other characters. One mistake in another reference can bring it about.
 * - `near`: the form without the right check character, or a word of about the length.
 */
export type TokenStanding = 'whole' | 'joined' | 'loose' | 'near'

export interface Token {
  /** Upper case, without what separates its parts. */
  token: string
  form: 'text' | 'numeric'
  standing: TokenStanding
  /** UTF-16 units of the text, the end not included. */
  start: number
  end: number
}

interface Word {
  /** Upper case; `?` for each letter or digit that no reference has. */
  letters: string
  start: number
  end: number
}

const length = 8
const digitCount = 7
const lettersOfReferences = new Set(symbols)
/** What a number after it is not: a reference. */
const phoneWord = /^(TEL|TELF|TELEF|TELEFONO|TLF|CEL|CELULAR|MOVIL|FONE|FONO|PHONE|WHATSAPP)$/

/**
 * All tokens of a text that have the form of our references, in their order, and near misses. No key is needed: a check
 * character shows by itself whether it is right. A field that holds nothing but the payer's reference is `structured`.
 */
export function tokensIn(text: string, field: 'free' | 'structured' = 'free'): Token[] {
  const words = wordsOf(text)
  const tokens = words.flatMap((word, index) => [
    ...textTokens(words, index),
    ...(field === 'structured' ? structuredNumbers(word, words.length) : numberInText(words, index)),
  ])
  return tokens.length < 2 ? tokens : withoutOverlaps(tokens)
}

/** Upper case letters and digits of a text, as references are compared. */
export function plainReference(text: string): string {
  return wordsOf(text)
    .map(({ letters }) => letters)
    .join('')
}

/** The words of a text: letters and digits without white space and punctuation between them. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let letters = ''
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const letter = at < text.length ? letterOf(text.charAt(at)) : undefined
    if (letter === '') continue
    if (letter !== undefined) {
      if (letters === '') start = at
      letters += letter
    } else if (letters !== '') {
      words.push({ letters, start, end: at })
      letters = ''
    }
  }
  return words
}

/** Undefined for what separates words, empty for invisible characters. */
function letterOf(character: string): string | undefined {
  if (/[A-Z0-9]/.test(character)) return character
  if (character === ' ') return undefined
  const upper = character.normalize('NFKC').toUpperCase()
  if (/^[A-Z0-9]$/.test(upper)) return upper
  if (/^\p{Cf}/u.test(character)) return ''
  return /[\p{L}\p{N}]/u.test(character) ? '?' : undefined
}

function textTokens(words: readonly Word[], index: number): Token[] {
  const word = words[index]
  if (!word) return []
  const { letters } = word
  if (letters.length > length) return [...partsOfWord(word), ...nearMiss(word)]
  if (letters.length === length) {
    return isTextReference(letters)
      ? [{ token: letters, form: 'text', standing: 'whole', ...place(word) }]
      : nearMiss(word)
  }
  return [...joinedWords(words, index), ...nearMiss(word)]
}

/** Short words after each other that have the length together. */
function joinedWords(words: readonly Word[], index: number): Token[] {
  const first = words[index]
  if (!first?.letters.startsWith('P')) return []
  let letters = ''
  let shortest = length
  for (const word of words.slice(index, index + length)) {
    letters += word.letters
    shortest = Math.min(shortest, word.letters.length)
    if (letters.length < length) continue
    if (letters.length > length || !hasForm(letters)) return []
    const found = { token: letters, form: 'text' as const, start: first.start, end: word.end }
    if (!isTextReference(letters)) return /\d/.test(letters) ? [{ ...found, standing: 'near' }] : []
    // A missing character and a word of one letter make the length too, and so does the rest of a reference in two parts.
    if (shortest < 2 || isBegun(words[index - 1])) return [{ ...found, standing: 'loose' }]
    return [{ ...found, standing: /\d/.test(letters) ? 'whole' : 'joined' }]
  }
  return []
}

/** A word that may be the first part of a reference. */
function isBegun(word: Word | undefined): boolean {
  if (!word?.letters.startsWith('P')) return false
  return word.letters.length < length && hasForm(word.letters)
}

/** Right references within a longer word. */
function partsOfWord({ letters, start, end }: Word): Token[] {
  const found: Token[] = []
  for (let at = letters.indexOf('P'); at >= 0 && at + length <= letters.length; at = letters.indexOf('P', at + 1)) {
    const token = letters.slice(at, at + length)
    if (!isTextReference(token)) continue
    const before = letters.slice(0, at)
    const isAtEnd = at + length === letters.length
    // Another P may be where the reference begins.
    const isClear = /^[A-Z]{2,}[A-OQ-Z]$/.test(before) && !token.includes('P', 1) && /\d/.test(token)
    found.push({ token, form: 'text', standing: isAtEnd && isClear ? 'joined' : 'loose', start, end })
  }
  return found
}

/** Words that may be a reference with one mistake. The caller knows which references there are. */
function nearMiss(word: Word): Token[] {
  const { letters } = word
  if (letters.length < length - 1 || letters.length > length + 1) return []
  if (!/\d/.test(letters) || !/[A-Z]/.test(letters)) {
    if (!letters.startsWith('P')) return []
  }
  return [{ token: letters, form: 'text', standing: 'near', ...place(word) }]
}

/**
 * A column of the bank that holds a reference of seven digits. Banks fill such columns with zeros at the left, so a zero
 * in front may stand for a digit that the payer forgot, and nobody sees whether a digit in front is one too many.
 */
function structuredNumbers(word: Word, count: number): Token[] {
  const { letters } = word
  if (count !== 1 || !/^\d+$/.test(letters) || letters.length < digitCount - 1) return []
  const token = letters.slice(-digitCount).padStart(digitCount, '0')
  if (/[1-9]/.test(letters.slice(0, -digitCount))) return nearNumber(word)
  if (!isNumericReference(token)) return nearNumber(word)
  if (letters.length < digitCount) return [{ token, form: 'numeric', standing: 'loose', ...place(word) }]
  const isFilled = letters.length > digitCount || token.startsWith('0')
  return [{ token, form: 'numeric', standing: isFilled ? 'joined' : 'whole', ...place(word) }]
}

function nearNumber(word: Word): Token[] {
  if (word.letters.length > digitCount + 1) return []
  return [{ token: word.letters, form: 'numeric', standing: 'near', ...place(word) }]
}

/** One of ten random numbers has the right check digit: parts of phone numbers, dates and amounts are no evidence. */
function numberInText(words: readonly Word[], index: number): Token[] {
  const word = words[index]
  if (word?.letters.length !== digitCount || !/^\d+$/.test(word.letters)) return []
  if (!isNumericReference(word.letters))
    return [{ token: word.letters, form: 'numeric', standing: 'near', ...place(word) }]
  const [before, after] = [words[index - 1], words[index + 1]]
  const isPart = [before, after].some((other) => other !== undefined && /^\d+$/.test(other.letters))
  const isPhone = before !== undefined && phoneWord.test(before.letters)
  return [{ token: word.letters, form: 'numeric', standing: isPart || isPhone ? 'loose' : 'joined', ...place(word) }]
}

/** Near misses and loose parts within a right one are the right one. */
function withoutOverlaps(tokens: readonly Token[]): Token[] {
  const sure = tokens.filter(({ standing }) => standing === 'whole')
  return tokens.filter(
    (token) => token.standing === 'whole' || !sure.some(({ start, end }) => token.start < end && start < token.end),
  )
}

function hasForm(letters: string): boolean {
  return [...letters].every((letter) => lettersOfReferences.has(letter))
}

function place({ start, end }: Word): { start: number; end: number } {
  return { start, end }
}
