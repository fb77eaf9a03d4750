import { isUuid } from '../lib/ids.ts'
import type { NominalAmount } from '../store/reads/transaction-amounts.ts'
import type { Question } from '../store/reads/transaction-question.ts'

/** Fewer characters begin too much to be looked for as a beginning. */
const beginningLengthMin = 3

/** Takes apart what somebody typed into a search: everything that it may be is looked for at once. */
export function readQuestion(typed: string): Question {
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
 * An amount as people of the region write it: `1500`, `1500.5`, `1.500,50`, `$ 1,500.00`, `1500 ARS`. A lone separator
 * with three digits behind it stands for thousands. Undefined for anything else, and for zero.
 */
export function readNominalAmount(text: string): NominalAmount | undefined {
  const bare = text.replace(/^(?:[A-Z]{3}|[A-Z]{0,2}\$|S\/|₲|€)?\s*/i, '').replace(/\s*[A-Z]{3}$/i, '')
  const match =
    /^(\d{1,3}(?:\.\d{3})+|\d{1,13})(?:,(\d{1,2}))?$/.exec(bare) ??
    /^(\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.(\d{1,2}))?$/.exec(bare)
  if (!match) return undefined
  const [, grouped = '', cents = ''] = match
  const whole = BigInt(grouped.replace(/[.,]/g, ''))
  const two = whole * 100n + BigInt(cents.padEnd(2, '0'))
  if (two === 0n || two > largestMinor) return undefined
  return { two, none: /^0*$/.test(cents) ? whole : undefined }
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
