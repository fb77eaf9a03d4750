import { say, type Text } from '../texts/messages/say.ts'
import type { Actor } from '../values/actor.ts'
import type { Environment } from '../values/environment.ts'
import { type FieldCode, Problem } from '../values/problem.ts'
import { refuseCardNumber } from '../values/refuse-faults.ts'
import type { CommitFacts } from './write-audit.ts'

/** How an action was approved by a second person, or why it needed none, and what its commit does as well. */
export interface Approved extends CommitFacts {
  /** The approver; undefined if one person may act alone. */
  second?: string | undefined
}

/** The two people of an action on money. */
export interface DualApproval extends Approved {
  operator: string
}

/** The actor of a setting, for the audit log. */
export interface SetBy extends Approved {
  actor: string | Actor
  /** Reason of an approved proposal. */
  evidence?: string | undefined
}

/** A person's name and e-mail address fit. The audit log keeps the first 200 characters. */
const operatorNameLengthMax = 400
const evidenceLengthMax = 1_000

/**
 * Dual approval of an action that moves real money: another person approved the proposal. A typed name is no proof.
 * Throws `second_person_required`; `validation_failed` if the name is invalid.
 */
export function requireAgreement(environment: Environment, by: DualApproval): void {
  requireOperator(by.operator)
  requireSecondOperator(environment, by)
}

/** Dual approval of a setting. The audit log holds its actor unchanged. Throws `second_person_required`. */
export function requireSecondOperator(environment: Environment, { proposal, breakGlass }: Approved): void {
  if (environment === 'test' || breakGlass !== undefined) return
  if (proposal && proposal.decidedBy !== proposal.proposer.userId) return
  throw new Problem('second_person_required')
}

/** What the audit entry of an approved action does in its commit. */
export function commitFacts({ proposal, operation, breakGlass, machine }: CommitFacts): CommitFacts {
  return { proposal, operation, breakGlass, machine }
}

/** The detail of a setting's audit entry: the values and, for dual approval, approver and reason. */
export function detailOf(by: SetBy, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { second, evidence } = by
  return { ...values, ...(second === undefined ? {} : { second }), ...(evidence ? { evidence } : {}) }
}

/**
 * The name of the deciding operator. Throws `validation_failed` if it is blank, too long, holds a card number, or has
 * invisible characters.
 */
export function requireOperator(operator: string): string {
  const name = operator.normalize('NFKC').trim()
  if (
    name !== '' &&
    name.length <= operatorNameLengthMax &&
    !/[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(name)
  ) {
    refuseCardNumber(name, 'by')
    return name
  }
  throw refused(
    'required',
    'by',
    `by is the name of who decides, up to ${operatorNameLengthMax} characters that can be seen`,
  )
}

/**
 * The reason, for the audit log. Throws `validation_failed` if it is blank or too long, holds a card number, or a
 * control character other than a tab or the end of a line.
 */
export function requireEvidence(evidence: string, lengthMax = evidenceLengthMax): string {
  const [text, field] = [evidence.trim(), 'evidence']
  if (text === '') throw refused('required', field, say('field.needed', { field }))
  if (text.length > lengthMax) {
    throw refused('too_long', field, say('field.characters_at_most', { field, max: lengthMax }))
  }
  if (/[^\P{Cc}\t\r\n]|\p{Cs}/u.test(text)) {
    throw refused('invalid_format', field, say('field.holds_control_character', { field }))
  }
  refuseCardNumber(text, field)
  return text
}

function refused(code: FieldCode, param: string, message: Text): Problem {
  return new Problem('validation_failed', { fields: [{ code, param, message }] })
}
