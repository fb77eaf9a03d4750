import { isUuid } from '../platform/ids.ts'
import { readTypedAmount } from '../values/typed-amount.ts'
import type { NominalAmount } from './store/reads/transaction-amounts.ts'
import type { ParsedSearch } from './store/reads/transaction-search-query.ts'

/** Fewer characters begin too much to be looked for as a beginning. */
const beginningLengthMin = 3

/** Takes apart what somebody typed into a search: everything that it may be is looked for at once. */
export function parseTransactionSearch(typed: string): ParsedSearch {
  const text = typed.trim()
  const amount = readNominalAmount(text)
  return {
    text,
    ...(isUuid(text.toLowerCase()) && { transactionId: text.toLowerCase() }),
    documents: documentForms(text),
    ...(amount && { amount }),
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

/** The same as the bound of a list, which may be zero. */
export function readAmountBound(text: string): NominalAmount | undefined {
  const found = readTypedAmount(text)
  if (!found.ok) return undefined
  const [whole = '', cents = ''] = found.decimal.split('.')
  const two = BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'))
  if (two > largestMinor) return undefined
  return { two, none: /^0*$/.test(cents) ? BigInt(whole) : undefined }
}

/** The database's largest whole number: beyond it nothing is stored. */
const largestMinor = 9_223_372_036_854_775_807n

/**
 * Documents are kept without dots and spaces, most of them without dashes too, in capitals. Those of every
 * country have a digit: most names are looked for in no index of documents.
 */
function documentForms(text: string): string[] {
  if (!/\d/.test(text)) return []
  const capitals = text.toUpperCase()
  return [...new Set([text, capitals.replace(/[.\s/]/g, ''), capitals.replace(/[^\p{L}\p{N}]/gu, '')])].filter(Boolean)
}
