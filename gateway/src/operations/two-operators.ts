import { Problem } from '../domain/problem.ts'

/** Who decides about money, and who agreed. */
export interface TwoOperators {
  operator: string
  /** Somebody else. */
  second: string
}

const nameLengthMax = 100

/** Throws `validation_failed` unless two different people stand behind a decision. */
export function requireTwo({ operator, second }: TwoOperators): void {
  const same = operator.trim().toLowerCase() === second.trim().toLowerCase()
  const blank = operator.trim() === '' || second.trim() === ''
  if (!same && !blank && operator.length <= nameLengthMax && second.length <= nameLengthMax) return
  const message = `This needs the names of two people (--by and --second), up to ${nameLengthMax} characters each.`
  throw new Problem('validation_failed', { message, fields: [{ code: 'required', param: 'second', message }] })
}
