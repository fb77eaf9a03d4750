import type { Actor } from '../values/actor.ts'
import type { Environment } from '../values/environment.ts'
import { Problem } from '../values/problem.ts'
import type { OperationId } from './rules/operation-id.ts'
import type { ExecutedProposal } from './write-audit.ts'

/** Who decides about money, and who agreed. */
export interface DualApproval {
  operator: string
  /** Who agreed; undefined where one person may do it alone. */
  second?: string | undefined
  /** Where they agreed in the dashboard: the proposal that ends with it. */
  proposal?: ExecutedProposal | undefined
  /** Who does it alone at the machine, where real money needs two: all operators are told. */
  breakGlass?: string | undefined
  /** The caller's id of it: done once. */
  operation?: OperationId | undefined
}

/** Who sets something about a point, for the audit log. */
export interface SetBy {
  actor: string | Actor
  /** Who agreed, and why: for what was proposed and decided. */
  second?: string
  evidence?: string
  proposal?: ExecutedProposal | undefined
  breakGlass?: string | undefined
}

/** A person's name and e-mail address fit; the audit log keeps the first 200 characters. */
const operatorNameLengthMax = 400
const evidenceLengthMax = 1_000

/**
 * Dual approval of what moves real money: somebody else decided about the proposal. Names that somebody typed prove nothing.
 * Throws `second_person_required`; `validation_failed` where the name is none.
 */
export function requireAgreement(environment: Environment, by: DualApproval): void {
  requireOperator(by.operator)
  requireSecondOperator(environment, by)
}

/**
 * The same for what sets something, whose actor the audit log writes as they are. Throws `second_person_required`.
 */
export function requireSecondOperator(
  environment: Environment,
  { proposal, breakGlass }: Pick<SetBy, 'proposal' | 'breakGlass'>,
): void {
  if (environment === 'test' || breakGlass !== undefined) return
  if (proposal && proposal.decidedBy !== proposal.proposer.userId) return
  throw new Problem('second_person_required')
}

/** What an audit entry tells of a setting: its values, and who agreed and why where somebody had to. */
export function detailOf(by: SetBy, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { second, evidence } = by
  return { ...values, ...(second === undefined ? {} : { second }), ...(evidence === undefined ? {} : { evidence }) }
}

/** The name of who decides. Throws `validation_failed` where it is blank, too long, or holds what nobody sees. */
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

/** Why, for the audit log. Throws `validation_failed` where it is blank or too long. */
export function requireEvidence(evidence: string): string {
  const text = evidence.trim()
  if (text !== '' && text.length <= evidenceLengthMax) return text
  throw refused('note', `This needs what you saw (--note), up to ${evidenceLengthMax} characters.`)
}

function refused(param: string, message: string): Problem {
  return new Problem('validation_failed', { message, fields: [{ code: 'required', param, message }] })
}
