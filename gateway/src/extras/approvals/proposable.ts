import type { ExecutedProposal } from '../../core/audit/write-audit.ts'
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
  /** Whether one operator may execute it alone, at once. */
  alone: boolean
}

/** Proposer, reason and approver, and the proposal that ends with the action. */
export interface ExecutedBy {
  operator: string
  /** Undefined if one person may act alone. */
  second: string | undefined
  evidence: string
  proposedAt: Date
  proposal: ExecutedProposal
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
   * Prepares an action for storage. Throws `validation_failed`, `not_found`, and `not_in_this_state` if it is not
   * possible now.
   */
  prepare(asked: Action, evidence: string): Promise<Prepared<Action>>
  /**
   * Executes the action. The proposal ends in the same commit. Throws what the use case throws; then nothing changed.
   */
  executeAction(action: Action, by: ExecutedBy): Promise<Shown | undefined>
}

export interface ApprovalsDeps<Action extends Proposable> extends Pick<PlatformDeps, 'database' | 'clock'> {
  actions: Actions<Action>
}
