import type { Actor } from '../domain/actor.ts'
import { Problem } from '../domain/problem.ts'
import type { OperationId } from '../store/operation-ids.ts'
import type { CarriedOutProposal } from '../store/proposals.ts'

/** Who decides about money, and who agreed. */
export interface TwoOperators {
  operator: string
  /** Somebody else. */
  second: string
  /** Where they agreed in the dashboard: the proposal that ends with it. */
  proposal?: CarriedOutProposal
  /** The caller's id of it: done once. */
  operation?: OperationId
}

/** Who sets something about a point, for the audit log. */
export interface SetBy {
  actor: string | Actor
  /** Who agreed, and why: for what was proposed and decided. */
  second?: string
  evidence?: string
  proposal?: CarriedOutProposal
}

/** A person's name and e-mail address fit; the audit log keeps the first 200 characters. */
const operatorNameLengthMax = 400
const evidenceLengthMax = 1_000

/** Throws `validation_failed` unless two different people stand behind a decision. */
export function requireTwo({ operator, second }: Pick<TwoOperators, 'operator' | 'second'>): void {
  const same = operator.trim().toLowerCase() === second.trim().toLowerCase()
  if (!same && isName(operator) && isName(second)) return
  const message = `This needs the names of two people (--by and --second), up to ${operatorNameLengthMax} characters each.`
  throw refused('second', message)
}

/** What an audit entry tells of a setting: its values, and who agreed and why where somebody had to. */
export function detailOf(by: SetBy, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { second, evidence } = by
  return { ...values, ...(second === undefined ? {} : { second }), ...(evidence === undefined ? {} : { evidence }) }
}

/** The name of who decides. Throws `validation_failed` where it is blank or too long for the audit log. */
export function requireOperator(operator: string): string {
  if (isName(operator)) return operator.trim()
  throw refused('by', `This needs the name of who decides (--by), up to ${operatorNameLengthMax} characters.`)
}

/** Why, for the audit log. Throws `validation_failed` where it is blank or too long. */
export function requireEvidence(evidence: string): string {
  const text = evidence.trim()
  if (text !== '' && text.length <= evidenceLengthMax) return text
  throw refused('note', `This needs what you saw (--note), up to ${evidenceLengthMax} characters.`)
}

function isName(text: string): boolean {
  return text.trim() !== '' && text.length <= operatorNameLengthMax
}

function refused(param: string, message: string): Problem {
  return new Problem('validation_failed', { message, fields: [{ code: 'required', param, message }] })
}
