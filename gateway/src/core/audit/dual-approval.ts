import type { Actor } from '../values/actor.ts'
import type { Environment } from '../values/environment.ts'
import { Problem } from '../values/problem.ts'
import type { OperationId } from './rules/operation-id.ts'
import type { ExecutedProposal } from './write-audit.ts'

/** How an action was approved by a second person, or why it needed none. */
interface Approved {
  /** The approver; undefined if one person may act alone. */
  second?: string | undefined
  /** The proposal that was approved in the dashboard. It ends in the same commit. */
  proposal?: ExecutedProposal | undefined
  /** The person who acts alone with `--break-glass`, where real money needs two people. All operators are informed. */
  breakGlass?: string | undefined
}

/** The two people of an action on money. */
export interface DualApproval extends Approved {
  operator: string
  /** The caller's id of the operation, which is executed once. */
  operation?: OperationId | undefined
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

/** The detail of a setting's audit entry: the values and, for dual approval, approver and reason. */
export function detailOf(by: SetBy, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { second, evidence } = by
  return { ...values, ...(second === undefined ? {} : { second }), ...(evidence === undefined ? {} : { evidence }) }
}

/**
 * The name of the deciding operator. Throws `validation_failed` if it is blank, too long, or has invisible characters.
 */
export function requireOperator(operator: string): string {
  const name = operator.normalize('NFKC').trim()
  if (
    name !== '' &&
    name.length <= operatorNameLengthMax &&
    !/[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(name)
  ) {
    return name
  }
  throw refused(
    'by',
    `This needs the name of who decides (--by), up to ${operatorNameLengthMax} characters that can be seen.`,
  )
}

/** The reason, for the audit log. Throws `validation_failed` if it is blank or too long. */
export function requireEvidence(evidence: string): string {
  const text = evidence.trim()
  if (text !== '' && text.length <= evidenceLengthMax) return text
  throw refused('note', `This needs what you saw (--note), up to ${evidenceLengthMax} characters.`)
}

function refused(param: string, message: string): Problem {
  return new Problem('validation_failed', { message, fields: [{ code: 'required', param, message }] })
}
