import type { ExecutedProposal } from '../audit/write-audit.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import type { Environment } from '../values/environment.ts'

/** What one operator proposes and another one decides. Stored as it is: what is decided is exactly this. */
export interface Proposable {
  action: string
}

/** An action that may be proposed, with what it is about. */
export interface Prepared<Action extends Proposable> {
  action: Action
  environment: Environment
  pointId: string | null
  transactionId: string | null
  /** Whether one operator may do it alone, at once. */
  alone: boolean
}

/** Who proposed it and why, who agreed, and which proposal ends with it. */
export interface ExecutedBy {
  operator: string
  /** Undefined where one person may do it alone. */
  second: string | undefined
  evidence: string
  proposal: ExecutedProposal
}

/** The actions that can be proposed. Approvals know nothing of them but this. */
export interface Actions<Action extends Proposable> {
  /**
   * Makes an action ready to be stored. Throws `validation_failed` and `not_found`, and `not_in_this_state` where it could
   * not be done anyway.
   */
  prepare(asked: Action, evidence: string): Promise<Prepared<Action>>
  /** Does it. The proposal ends in the same commit. Throws what the operation throws; then nothing was changed. */
  executeAction(action: Action, by: ExecutedBy): Promise<void>
}

export interface ApprovalsDeps<Action extends Proposable> extends Pick<PlatformDeps, 'database' | 'clock'> {
  actions: Actions<Action>
}
