import { present } from '../../core/values/assert.ts'
import { Problem } from '../../core/values/problem.ts'
import { type Actions, type ExecutedBy, type Prepared, Shown } from '../approvals/proposable.ts'
import type { About, ExecuteDeps, OperatorAction, ReadDeps } from './actions/action.ts'
import { bankActions } from './actions/bank.ts'
import { depositAccount } from './actions/deposit-account.ts'
import { moneyActions } from './actions/money.ts'
import { passwordRecovery, secondFactorReset } from './actions/person.ts'
import { refundAccount } from './actions/refund-account.ts'
import { settingActions } from './actions/settings.ts'
import { transactionActions } from './actions/transaction.ts'
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
}

type Table = typeof table
type InputOf<Action> = Action extends OperatorAction<infer Input> ? Input : never

export type ActionName = keyof Table
/** An action as it is stored, unchanged, so exactly this is decided. */
export type ProposedAction = { [Name in ActionName]: { action: Name } & InputOf<Table[Name]> }[ActionName]

/** The entry of an action takes the rest of the action as its input. */
function entryOf({ action }: { action: ActionName }): OperatorAction<ProposedAction> {
  return table[action] as OperatorAction<never> as OperatorAction<ProposedAction>
}

/** Actions that a page can propose; the others are proposed at the machine. */
export const actionsOfPages = (Object.keys(table) as ActionName[]).filter((action) => entryOf({ action }).read)

/** Reads an action from the fields of a request. Throws `validation_failed` with every wrong field. */
export function readAction(action: ActionName, fields: unknown): ProposedAction {
  const read = present(entryOf({ action }).read, 'an action of pages')
  return Object.assign({ action }, read(fields))
}

/**
 * Previews an action with the state table and checks that execute it. Throws `validation_failed` if the action is
 * invalid, and `not_found`.
 */
export async function previewAction(deps: ReadDeps, proposed: ProposedAction): Promise<Preview> {
  return await entryOf(proposed).preview(deps, proposed)
}

/** The point or transaction of an action. Throws `not_found`. */
export async function aboutWhat(deps: ReadDeps, proposed: ProposedAction): Promise<About> {
  const { about } = entryOf(proposed)
  return about ? await about(deps, proposed) : { environment: 'live', pointId: null, transactionId: null }
}

/** Whether one person at the machine may execute an action. Throws `not_found`. */
export async function movesTestMoney(deps: ReadDeps, proposed: ProposedAction): Promise<boolean> {
  const { isOfTestMoney } = entryOf(proposed)
  return isOfTestMoney ? await isOfTestMoney(deps, proposed) : (await aboutWhat(deps, proposed)).environment === 'test'
}

/** Whether a command that executes an action alone is done once by operation id. */
export function isOnceAlone(proposed: ProposedAction): boolean {
  return entryOf(proposed).isOnceAlone ?? false
}

/** The operator actions that can be proposed, for `approvals/`. */
export function operatorActions(deps: ExecuteDeps): Actions<ProposedAction> {
  return {
    prepare: async (requested, evidence) => await prepare(deps, requested, evidence),
    // With the use case that the CLI has too.
    executeAction: async (proposed, by) => await executeAction(deps, proposed, by),
  }
}

async function prepare(deps: ReadDeps, requested: ProposedAction, evidence: string): Promise<Prepared<ProposedAction>> {
  const { beforeStored, isAloneAtTestPoint } = entryOf(requested)
  const action = beforeStored ? await beforeStored(deps, requested, evidence) : requested
  const { blocked } = await previewAction(deps, action)
  if (blocked !== undefined) throw new Problem('not_in_this_state', { message: blocked })
  const about = await aboutWhat(deps, action)
  return { action, ...about, alone: isAloneAtTestPoint === true && about.environment === 'test' }
}

async function executeAction(deps: ExecuteDeps, proposed: ProposedAction, by: ExecutedBy): Promise<Shown | undefined> {
  const done = await entryOf(proposed).execute(deps, proposed, by)
  return done instanceof Shown ? done : undefined
}
