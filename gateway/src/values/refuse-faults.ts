import { type CardNumberPlace, holdsCardNumber } from './card-numbers.ts'
import { type FieldProblem, Problem } from './problem.ts'

/** Ends the request with every wrong field at once (`validation_failed`); does nothing where there is none. */
export function refuseFaults(faults: readonly FieldProblem[]): void {
  if (faults.length > 0) throw new Problem('validation_failed', { fields: faults })
}

/** A text that the tables take as a name: up to `max` characters, not blank, no control characters, no card number. */
export function nameFaults(value: string, param: string, max: number): FieldProblem[] {
  if (value.trim() === '') return [{ code: 'required', param, message: `${param} is needed` }]
  if (value.length > max) return [{ code: 'too_long', param, message: `${param} has at most ${max} characters` }]
  if (/\p{Cc}/u.test(value)) {
    return [{ code: 'invalid_format', param, message: `${param} holds a control character` }]
  }
  return cardNumberFaults(value, { param, place: 'anywhere' })
}

/** Ends the request where a person's words hold a card number. They may quote accounts and orders. */
export function refuseCardNumber(words: string | undefined, param: string): void {
  if (words !== undefined) refuseFaults(cardNumberFaults(words, { param, place: 'groups' }))
}

function cardNumberFaults(value: string, { param, place }: { param: string; place: CardNumberPlace }): FieldProblem[] {
  if (!holdsCardNumber(value, place)) return []
  return [{ code: 'invalid_format', param, message: `${param} must not hold a card number` }]
}

/** The longest name of the spec has 24 characters; more of a stranger's name only blows up the reply. */
export const shownNameLengthMax = 64

/** A stranger's name as it may be shown: short, without control characters, and without what may be a card number. */
export function shownName(name: string): string {
  const cut = name.length > shownNameLengthMax ? `${name.slice(0, shownNameLengthMax)}…` : name
  return cut.replace(/[\p{Cc}\p{Cs}]/gu, '?').replace(/\p{N}(?:[^\p{L}\p{N}]*\p{N}){8,}/gu, '…')
}
