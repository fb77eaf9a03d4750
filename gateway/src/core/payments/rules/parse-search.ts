import { isUuid } from '../../platform/ids.ts'
import { nameWords } from '../../processing/rules/name-words.ts'
import { readTypedAmount } from '../../values/typed-amount.ts'
import type { NominalAmount } from './nominal-amount.ts'

/** A search text, parsed into everything that it may mean. */
export interface ParsedSearch {
  /** The trimmed text: a reference, or an id on the row. */
  text: string
  /** Set if it may be a bank's own id: one word, or a text with a digit. */
  bankId?: string
  /** Set if it is a complete transaction id. */
  transactionId?: string
  /** Set if it may be the beginning of a transaction id. */
  idBeginning?: IdBeginning
  /** The text and its forms without separators if it may be a document; at most three. */
  documents: readonly string[]
  /** Set if it reads as an amount. */
  amount?: NominalAmount
  /** Set if it reads as `key:value`, a note. */
  note?: { key: string; value: string }
  /** Set if it is long enough to be the beginning of a reference. */
  referenceBegins?: string
  /** Beginnings of words of one name, the longest first, since long words are rare; at most six. None: the text is no name. */
  words: readonly string[]
}

/** What transaction ids with one beginning have in common. */
export interface IdBeginning {
  /** The beginning, as ids are printed. */
  text: string
  /** The smallest and the largest such id. */
  from: string
  to: string
  /** When such ids were made, with a minute more on both sides: ids are made shortly before their transactions. */
  since: Date
  until: Date
}

/** Fewer characters match too many references and names. */
const beginningLengthMin = 3

/** Words of a text that are looked for in names, the longest ones. */
const searchedWordsMax = 6

/** Parses a search text into everything that it may mean; the search uses all of them. */
export function parseTransactionSearch(typed: string): ParsedSearch {
  const text = typed.trim()
  const amount = readNominalAmount(text)
  const idBeginning = readIdBeginning(text)
  const note = /^([^:[\]]{1,40}):\s?(.{1,200})$/u.exec(text)
  return {
    text,
    ...(isUuid(text.toLowerCase()) && { transactionId: text.toLowerCase() }),
    documents: documentForms(text),
    ...(amount && { amount }),
    ...(idBeginning && { idBeginning }),
    ...(note && { note: { key: note[1]?.trim() ?? '', value: note[2] ?? '' } }),
    ...((/\d/.test(text) || !/\s/.test(text)) && { bankId: text }),
    ...(text.length >= beginningLengthMin && { referenceBegins: text }),
    words: text.length >= beginningLengthMin && /\p{L}/u.test(text) ? searchedWords(text) : [],
  }
}

function searchedWords(text: string): string[] {
  return nameWords(text)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, searchedWordsMax)
}

/** Eight to 31 digits of an id, with or without dashes. All ids of about a minute have the same first eight. */
function readIdBeginning(text: string): IdBeginning | undefined {
  const digits = text.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{8,31}$/.test(digits)) return undefined
  const [first, last] = [digits.padEnd(32, '0'), digits.padEnd(32, 'f')]
  const [since, until] = [instantOf(first) - 60_000, Math.min(instantOf(last), lastInstant) + 60_000]
  if (since > lastInstant) return undefined
  const begins = printedId(first).slice(0, printedId(digits).length)
  return { text: begins, from: printedId(first), to: printedId(last), since: new Date(since), until: new Date(until) }
}

function printedId(digits: string): string {
  const parts = /^(.{8})(.{0,4})(.{0,4})(.{0,4})(.*)$/.exec(digits)?.slice(1) ?? []
  return parts.filter((part) => part !== '').join('-')
}

/** Both forms of ids in `core/platform/ids.ts`: seconds behind the cell's digits, or milliseconds. */
function instantOf(digits: string): number {
  return digits.startsWith('00')
    ? Number.parseInt(digits.slice(4, 12), 16) * 1_000
    : Number.parseInt(digits.slice(0, 12), 16)
}

/** Later than every id of ours. */
const lastInstant = Date.UTC(2200, 0)

/**
 * An amount of any currency, as people of the region write it (`readTypedAmount`): `1500`, `1500.5`, `1.500,50`,
 * `$ 1,500.00`, `1500 ARS`. Undefined for anything else, and for zero.
 */
export function readNominalAmount(text: string): NominalAmount | undefined {
  const amount = readAmountBound(text)
  return amount?.two === 0n ? undefined : amount
}

/** Like `readNominalAmount`, for the bound of a list, which may be zero. */
export function readAmountBound(text: string): NominalAmount | undefined {
  const found = readTypedAmount(text)
  if (!found.ok) return undefined
  const [whole = '', cents = ''] = found.decimal.split('.')
  const two = BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'))
  if (two > largestMinor) return undefined
  return { two, none: /^0*$/.test(cents) ? BigInt(whole) : undefined }
}

/** The largest integer of the database. */
const largestMinor = 9_223_372_036_854_775_807n

/**
 * The stored forms of a document. Documents are stored in capitals without dots and spaces, most of them also without
 * dashes. All documents have a digit, so a text without one needs no search.
 */
export function documentForms(text: string): string[] {
  if (!/\d/.test(text)) return []
  const capitals = text.toUpperCase()
  return [...new Set([text, capitals.replace(/[.\s/]/g, ''), capitals.replace(/[^\p{L}\p{N}]/gu, '')])].filter(Boolean)
}
