import { type CardNumberPlace, holdsCardNumber } from './card-numbers.ts'
import { type FieldProblem, Problem } from './problem.ts'

/** Throws `validation_failed` with all wrong fields; does nothing without any. */
export function refuseFaults(faults: readonly FieldProblem[]): void {
  if (faults.length > 0) throw new Problem('validation_failed', { fields: faults })
}

/**
 * Checks a name that is stored in a table: up to `max` characters, not blank, no control characters, no card number.
 */
export function nameFaults(value: string, param: string, max: number): FieldProblem[] {
  if (value.trim() === '') return [{ code: 'required', param, message: `${param} is needed` }]
  if (value.length > max) return [{ code: 'too_long', param, message: `${param} has at most ${max} characters` }]
  if (/\p{Cc}/u.test(value)) {
    return [{ code: 'invalid_format', param, message: `${param} holds a control character` }]
  }
  return cardNumberFaults(value, { param, place: 'anywhere' })
}

/** Throws `validation_failed` if a person's text contains a card number. The text may quote accounts and orders. */
export function refuseCardNumber(text: string | undefined, param: string): void {
  if (text !== undefined) refuseFaults(cardNumberFaults(text, { param, place: 'groups' }))
}

function cardNumberFaults(value: string, { param, place }: { param: string; place: CardNumberPlace }): FieldProblem[] {
  if (!holdsCardNumber(value, place)) return []
  return [{ code: 'invalid_format', param, message: `${param} must not hold a card number` }]
}

/** The longest field name of the spec has 24 characters. A longer unknown name only enlarges the reply. */
export const shownNameLengthMax = 64

/** An unknown field name for display: shortened, without control characters, and without a possible card number. */
export function shownName(name: string): string {
  const cut = name.length > shownNameLengthMax ? `${name.slice(0, shownNameLengthMax)}…` : name
  return cut.replace(/[\p{Cc}\p{Cs}]/gu, '?').replace(/\p{N}(?:[^\p{L}\p{N}]*\p{N}){8,}/gu, '…')
}
