import { type DoneOnce, doOnce } from '../../core/audit/do-once.ts'
import { requireOperator } from '../../core/audit/dual-approval.ts'
import { operationOf } from '../../core/audit/rules/operation-id.ts'
import type { Environment } from '../../core/values/environment.ts'
import { Problem } from '../../core/values/problem.ts'
import type { ApprovalsDeps, Proposable } from './proposable.ts'

export interface ActingAtMachine<Action extends Proposable> {
  asked: Action
  environment: Environment
  /** Undefined: none was given, which the test environment allows. */
  evidence: string | undefined
  /** The name that the person typed. */
  operator: string
  /** Their account of the machine. */
  machine: string
  /** They act alone although real money can move. */
  isGlassBroken: boolean
  /** The action is executed once by it. */
  operationId: string
}

/**
 * Reads an action as a proposal does and executes it without one: one person at the machine acts alone, in the test
 * environment or by breaking the glass. Returns what the action does; undefined if it was done before. Throws
 * `validation_failed`, `second_person_required`, `reference_conflict`, and what the action throws.
 */
export async function actAtMachine<Action extends Proposable>(
  { actions, ...deps }: ApprovalsDeps<Action>,
  { asked, environment, evidence: given, machine, isGlassBroken, ...by }: ActingAtMachine<Action>,
): Promise<DoneOnce<unknown>> {
  const operator = requireOperator(by.operator)
  const isLive = environment === 'live'
  if (isLive && !isGlassBroken) throw new Problem('second_person_required')
  const operation = operationOf(by.operationId, { asked })
  return await doOnce(deps, {
    operation,
    act: async () => {
      const { action, evidence } = await actions.prepare(asked, given)
      const alone = { operation, machine, breakGlass: isLive ? machine : undefined }
      return await actions.executeAction(action, { operator, evidence, proposedAt: deps.clock.now(), ...alone })
    },
    again: async () => await Promise.resolve(undefined),
  })
}
