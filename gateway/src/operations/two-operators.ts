import { Problem } from '../domain/problem.ts'

/** Who decides about money, and who agreed. */
export interface TwoOperators {
  operator: string
  /** Somebody else. */
  second: string
}

const nameLengthMax = 100
const evidenceLengthMax = 1_000

/** Throws `validation_failed` unless two different people stand behind a decision. */
export function requireTwo({ operator, second }: TwoOperators): void {
  const same = operator.trim().toLowerCase() === second.trim().toLowerCase()
  if (!same && isName(operator) && isName(second)) return
  const message = `This needs the names of two people (--by and --second), up to ${nameLengthMax} characters each.`
  throw refused('second', message)
}

/** The name of who decides. Throws `validation_failed` where it is blank or too long for the audit log. */
export function requireOperator(operator: string): string {
  if (isName(operator)) return operator.trim()
  throw refused('by', `This needs the name of who decides (--by), up to ${nameLengthMax} characters.`)
}

/** Why, for the audit log. Throws `validation_failed` where it is blank or too long. */
export function requireEvidence(evidence: string): string {
  const text = evidence.trim()
  if (text !== '' && text.length <= evidenceLengthMax) return text
  throw refused('note', `This needs what you saw (--note), up to ${evidenceLengthMax} characters.`)
}

function isName(text: string): boolean {
  return text.trim() !== '' && text.length <= nameLengthMax
}

function refused(param: string, message: string): Problem {
  return new Problem('validation_failed', { message, fields: [{ code: 'required', param, message }] })
}
