import { type FieldProblem, Problem } from '../domain/problem.ts'

/** Ends the request with every wrong field at once (`validation_failed`); does nothing where there is none. */
export function refuseFaults(faults: readonly FieldProblem[]): void {
  if (faults.length > 0) throw new Problem('validation_failed', { fields: faults })
}

/** A text that the tables take as a name: up to `max` characters, not blank, no control characters. */
export function nameFaults(value: string, param: string, max: number): FieldProblem[] {
  if (value.trim() === '') return [{ code: 'required', param, message: `${param} is needed` }]
  if (value.length > max) return [{ code: 'too_long', param, message: `${param} has at most ${max} characters` }]
  if (!/\p{Cc}/u.test(value)) return []
  return [{ code: 'invalid_format', param, message: `${param} holds a control character` }]
}
