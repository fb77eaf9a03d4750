import type { Approved } from '../../core/audit/dual-approval.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Environment } from '../../core/values/environment.ts'

/** An action that one operator proposes and another one approves. Stored unchanged, so exactly this is decided. */
export interface Proposable {
  action: string
}

/** An action that may be proposed, with its object. */
export interface Prepared<Action extends Proposable> {
  action: Action
  environment: Environment
  pointId: string | null
  transactionId: string | null
  /** The reason, checked; blank if none was given. */
  evidence: string
}

/**
 * Proposer, reason and approver, and the proposal that ends with the action; or the person who acts alone at the machine.
 */
export interface ExecutedBy extends Approved {
  operator: string
  /** Blank if none was given. */
  evidence: string
  proposedAt: Date
}

/** What an executed action shows once to who decided, and to nobody else: a link to hand over. */
export class Shown {
  readonly email: string
  readonly url: string

  constructor({ email, url }: { email: string; url: string }) {
    this.email = email
    this.url = url
  }
}

/** The actions that can be proposed. Approvals know nothing else about them. */
export interface Actions<Action extends Proposable> {
  /**
   * Prepares an action for storage. Without evidence it must be in the test environment. Throws `validation_failed`,
   * `not_found`, and `not_in_this_state` if it is not possible now.
   */
  prepare(asked: Action, evidence: string | undefined): Promise<Prepared<Action>>
  /**
   * Executes the action, and returns what its use case does. The proposal ends in the same commit. Throws what the use
   * case throws; then nothing changed.
   */
  executeAction(action: Action, by: ExecutedBy): Promise<unknown>
}

export interface ApprovalsDeps<Action extends Proposable> extends Pick<PlatformDeps, 'database' | 'clock'> {
  actions: Actions<Action>
}
