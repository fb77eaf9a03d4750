import type { CurrencyCode } from '../../../core/values/currency.ts'
import type { Environment } from '../../../core/values/environment.ts'
import { operatorRoles } from '../../../core/values/roles.ts'
import { operatorMay } from '../../identity/rules/roles.ts'

export const proposalStates = ['open', 'done', 'refused', 'withdrawn'] as const
export type ProposalState = (typeof proposalStates)[number]

/** A proposal with the names of its people and its object. */
export interface ProposalRow {
  id: string
  action: string
  environment: Environment
  point_id: string | null
  point_name: string | null
  merchant_name: string | null
  transaction_id: string | null
  reference: string | null
  amount_minor: bigint | null
  currency: CurrencyCode | null
  input: Record<string, unknown>
  evidence: string
  alone: boolean
  proposed_by: string
  proposer_name: string
  proposer_email: string
  proposed_at: Date
  state: ProposalState
  decider_name: string | null
  decider_email: string | null
  decided_at: Date | null
  decision_note: string | null
  last_failure: string | null
}

export interface ProposalFilters {
  /** Only open, or only ended proposals; both if omitted. */
  open?: boolean
  transactionId?: string
  pointId?: string
  /** Keyset pagination: made before this one. */
  before?: string
  limit: number
}

/** What shuts somebody out or lets somebody in: these have a limit of their own, so that no work of others delays them. */
export const securityActions: readonly string[] = ['second_factor_reset', 'password_recovery']

/** Where no real money is, one person may act alone: what is proposed takes effect at once. */
export function mayActAlone(environment: Environment): boolean {
  return environment === 'test'
}

/** Roles that propose and decide. */
export const proposingRoles = operatorRoles.filter((role) => operatorMay(role, 'operator_act'))

/** The proposed action, exactly as stored. The caller names its type. */
export function proposedBy<Action>(row: ProposalRow): Action {
  return row.input as Action
}

/** For the audit log: the address of the person that an action is about. */
export function personOf(input: object): { email?: string } {
  return 'email' in input && typeof input.email === 'string' ? { email: input.email } : {}
}
