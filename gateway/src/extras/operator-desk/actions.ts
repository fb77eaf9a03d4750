import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Environment } from '../../core/values/environment.ts'
import { formatAmount } from '../../core/values/money.ts'
import { Problem } from '../../core/values/problem.ts'
import { refuseCardNumber } from '../../core/values/refuse-faults.ts'
import type { Actions, Prepared } from '../approvals/proposable.ts'
import { requirePoint } from '../point-settings/set-point-money.ts'
import { type ExecuteDeps, executeAction } from './execute-action.ts'
import { requireRow } from './list-for-operator.ts'
import { previewAction } from './preview-action.ts'
import { isPointAction, isTransactionAction, type ProposedAction } from './proposed-action.ts'

/** The operator actions that can be proposed, for `approvals/`. */
export function operatorActions(deps: ExecuteDeps): Actions<ProposedAction> {
  return {
    prepare: async (requested, evidence) => await prepare(deps, requested, evidence),
    executeAction: async (proposed, by) => await executeAction(deps, proposed, by),
  }
}

/** An action on a test point's settings or balance moves no real money, so one operator may execute it alone. */
async function prepare(
  deps: Pick<PlatformDeps, 'database'>,
  requested: ProposedAction,
  evidence: string,
): Promise<Prepared<ProposedAction>> {
  refuseLongNote(requested, evidence)
  refuseCardNumbers(requested)
  const action = await withSum(deps, requested)
  const { blocked } = await previewAction(deps, action)
  if (blocked !== undefined) throw new Problem('not_in_this_state', { message: blocked })
  const about = await aboutWhat(deps, action)
  return { action, ...about, alone: isPointAction(action) && about.environment === 'test' }
}

/** Stores the current suspense amount, so that the decision covers exactly this money. */
async function withSum(deps: Pick<PlatformDeps, 'database'>, requested: ProposedAction): Promise<ProposedAction> {
  if (requested.action !== 'suspense_accept' && requested.action !== 'suspense_return') return requested
  const { suspense_minor: minor, currency } = await requireRow(deps.database.engine, requested.transactionId)
  return minor > 0n ? { ...requested, amount: formatAmount(minor, currency) } : requested
}

/** A proposal is stored unchanged, so card numbers must be refused before. */
function refuseCardNumbers(proposed: ProposedAction): void {
  if (proposed.action !== 'confirm') return
  refuseCardNumber(proposed.bankReference, 'bank_reference')
  refuseCardNumber(proposed.senderDocument, 'sender_document')
}

/** The ledger stores shorter notes than the audit log. */
const ledgerNoteLengthMax = 500

function refuseLongNote({ action }: ProposedAction, evidence: string): void {
  if ((action !== 'fund' && action !== 'correction') || evidence.length <= ledgerNoteLengthMax) return
  const message = `evidence has at most ${ledgerNoteLengthMax} characters where money is moved by hand`
  throw new Problem('validation_failed', { fields: [{ code: 'too_long', param: 'evidence', message }] })
}

/** The point or transaction of an action. Throws `not_found`. */
export async function aboutWhat(
  deps: Pick<PlatformDeps, 'database'>,
  proposed: ProposedAction,
): Promise<{ environment: Environment; pointId: string | null; transactionId: string | null }> {
  const { engine } = deps.database
  if (isTransactionAction(proposed)) {
    const row = await requireRow(engine, proposed.transactionId)
    return { environment: row.environment, pointId: row.point_id, transactionId: row.id }
  }
  if (isPointAction(proposed)) {
    const point = await requirePoint(engine, proposed.pointId)
    return { environment: point.environment, pointId: point.point_id, transactionId: null }
  }
  return { environment: 'live', pointId: null, transactionId: null }
}
