import { isUuid } from '../../core/platform/ids.ts'
import type { NominalAmount } from './store/reads/transaction-amounts.ts'
import type { ParsedSearch } from './store/reads/transaction-search-query.ts'
import { readTypedAmount } from './typed-amount.ts'

/** Fewer characters match too many references and names. */
const beginningLengthMin = 3

/** Parses a search text into everything that it may mean; the search uses all of them. */
export function parseTransactionSearch(typed: string): ParsedSearch {
  const text = typed.trim()
  const amount = readNominalAmount(text)
  const note = /^([^:[\]]{1,40}):\s?(.{1,200})$/u.exec(text)
  return {
    text,
    ...(isUuid(text.toLowerCase()) && { transactionId: text.toLowerCase() }),
    documents: documentForms(text),
    ...(amount && { amount }),
    ...(note && { note: { key: note[1]?.trim() ?? '', value: note[2] ?? '' } }),
    ...((/\d/.test(text) || !/\s/.test(text)) && { bankId: text }),
    ...(text.length >= beginningLengthMin && { referenceBegins: text }),
    ...(text.length >= beginningLengthMin && /\p{L}/u.test(text) && { nameBegins: text.toLowerCase() }),
  }
}

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
