import type { Bank } from './country-identifiers.ts'

// Words that do not identify a bank: "bank", articles and prepositions, and the letters of S.A., C.A., N.A.
const EMPTY_WORDS = new Set('banco bco s a u c n sa sau ca na de del da do das dos la las el los y e'.split(' '))

/** Shorter texts are part of too many names. */
const PART_LENGTH_MIN = 3

/** The folded names of each bank, computed on first use; at most one entry per listed bank. */
const foldedNames = new WeakMap<Bank, readonly FoldedName[]>()

interface FoldedName {
  /** Every word, joined by spaces. */
  plain: string
  /** Only the identifying words, joined by spaces. */
  significant: string
}

/**
 * The one bank that a name means; accents and case are ignored. Steps: a whole name or alias; the same without "Banco"
 * and "S.A."; all words of the text within one bank's name; the same without `suffixes`, the country's own words.
 * Undefined when no bank or more than one matches.
 */
export function findBankByName(banks: readonly Bank[], text: string, suffixes: readonly string[]): Bank | undefined {
  const plain = plainWords(text)
  const asListed = banks.filter((bank) => namesOf(bank).some((name) => name.plain === plain.join(' ')))
  if (asListed.length === 1) return asListed[0]
  const words = plain.filter(isSignificant)
  if (words.length === 0) return undefined
  const shorter = words.filter((word) => !suffixes.includes(word))
  for (const candidate of shorter.length < words.length ? [words, shorter] : [words]) {
    const matches = matchesFor(banks, candidate)
    if (matches.length > 0) return matches.length === 1 ? matches[0] : undefined
  }
  return undefined
}

function matchesFor(banks: readonly Bank[], words: readonly string[]): Bank[] {
  const wanted = words.join(' ')
  const whole = banks.filter((bank) => namesOf(bank).some((name) => name.significant === wanted))
  if (whole.length > 0 || wanted.length < PART_LENGTH_MIN) return whole
  return banks.filter((bank) => {
    const own = (namesOf(bank)[0]?.significant ?? '').split(' ')
    return words.every((word) => own.includes(word))
  })
}

/** The name first, then the aliases. */
function namesOf(bank: Bank): readonly FoldedName[] {
  const known = foldedNames.get(bank)
  if (known) return known
  const names = [bank.name, ...(bank.aliases ?? [])].map((name) => {
    const words = plainWords(name)
    return { plain: words.join(' '), significant: words.filter(isSignificant).join(' ') }
  })
  foldedNames.set(bank, names)
  return names
}

function isSignificant(word: string): boolean {
  return !EMPTY_WORDS.has(word)
}

function plainWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^a-z0-9]+/).filter((word) => word !== '')
}
