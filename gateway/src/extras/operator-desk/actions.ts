import type { z } from 'zod'
import { requireEvidence } from '../../core/audit/dual-approval.ts'
import { Problem } from '../../core/values/problem.ts'
import { refuseFaults } from '../../core/values/refuse-faults.ts'
import type { Actions, Prepared } from '../approvals/proposable.ts'
import { type About, aboutNoPoint, type ExecuteDeps, type OperatorAction, type ReadDeps } from './actions/action.ts'
import { auditBlank } from './actions/audit-blank.ts'
import { bankActions } from './actions/bank.ts'
import { bankLineActions } from './actions/bank-line.ts'
import { batchActions } from './actions/batch.ts'
import { depositAccount } from './actions/deposit-account.ts'
import { merchantActions } from './actions/merchant.ts'
import { moneyActions } from './actions/money.ts'
import { passwordRecovery, secondFactorReset } from './actions/person.ts'
import { providerActions } from './actions/providers.ts'
import { refundAccount } from './actions/refund-account.ts'
import { settingActions } from './actions/settings.ts'
import { transactionActions } from './actions/transaction.ts'
import { withdrawalActions } from './actions/withdrawals.ts'
import type { Preview } from './preview.ts'

/** Every action that one operator proposes and another one approves. Its name is stored, so it never changes. */
const table = {
  ...transactionActions,
  refund_account: refundAccount,
  ...moneyActions,
  ...settingActions,
  second_factor_reset: secondFactorReset,
  password_recovery: passwordRecovery,
  deposit_account: depositAccount,
  ...bankActions,
  ...bankLineActions,
  ...batchActions,
  ...withdrawalActions,
  ...merchantActions,
  ...providerActions,
  audit_blank: auditBlank,
}

type Table = typeof table
/** What executing an action returns. */
export type DoneOf<Name extends ActionName> = Awaited<ReturnType<Table[Name]['execute']>>
type InputOf<Action> = Action extends OperatorAction<infer Input> ? Input : never

export type ActionName = keyof Table
/** An action as it is stored, unchanged, so exactly this is decided. */
export type ProposedAction = { [Name in ActionName]: { action: Name } & InputOf<Table[Name]> }[ActionName]

/** The entry of an action takes the rest of the action as its input. */
function entryOf({ action }: { action: ActionName }): OperatorAction<ProposedAction> {
  return table[action] as OperatorAction<never> as OperatorAction<ProposedAction>
}

export const actionNames = Object.keys(table) as ActionName[]

/** The fields of an action, for the options of a command. */
export function fieldsOf(action: ActionName): z.ZodObject {
  return entryOf({ action }).fields
}

/** Reads an action from the fields of a request. Throws `validation_failed` with every wrong field. */
export function readAction(action: ActionName, fields: unknown): ProposedAction {
  return Object.assign({ action }, entryOf({ action }).read(fields))
}

/** The same for a page. Throws `validation_failed` too if only a command can propose it. */
export function readActionOfPage(action: ActionName, fields: unknown): ProposedAction {
  const { onlyAtMachine: message } = entryOf({ action })
  if (message !== undefined) refuseFaults([{ code: 'not_allowed', param: 'action', message }])
  return readAction(action, fields)
}

/**
 * Previews an action with the state table and checks that execute it. Throws `validation_failed` if the action is
 * invalid, and `not_found`.
 */
export async function previewAction(deps: ReadDeps, proposed: ProposedAction): Promise<Preview> {
  return await entryOf(proposed).preview(deps, proposed)
}

/**
 * The environment, point and transaction of an action. One person may execute it alone in the test environment, by page
 * and by command. Throws `not_found`.
 */
export async function aboutWhat(deps: ReadDeps, proposed: ProposedAction): Promise<About> {
  const { about } = entryOf(proposed)
  return about ? await about(deps, proposed) : aboutNoPoint('live')
}

/** The operator actions that can be proposed, for `approvals/`. */
export function operatorActions(deps: ExecuteDeps): Actions<ProposedAction> {
  return {
    prepare: async (requested, evidence) => await prepare(deps, requested, evidence),
    executeAction: async (proposed, by) => await entryOf(proposed).execute(deps, proposed, by),
  }
}

async function prepare(
  deps: ReadDeps,
  requested: ProposedAction,
  given: string | undefined,
): Promise<Prepared<ProposedAction>> {
  const { beforeStored, evidenceLengthMax } = entryOf(requested)
  const about = await aboutWhat(deps, requested)
  const isSilent = given === undefined && about.environment === 'test'
  const evidence = isSilent ? '' : requireEvidence(given ?? '', evidenceLengthMax)
  const action = beforeStored ? await beforeStored(deps, requested) : requested
  const { blocked } = await previewAction(deps, action)
  if (blocked !== undefined) throw new Problem('not_in_this_state', { message: blocked })
  return { action, ...about, evidence }
}
