import type { Actions, Prepared } from '../approvals/proposable.ts'
import { requirePoint } from '../merchants/set-point-money.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import type { Environment } from '../values/environment.ts'
import { formatAmount } from '../values/money.ts'
import { Problem } from '../values/problem.ts'
import { refuseCardNumber } from '../values/refuse-faults.ts'
import { type ExecuteDeps, executeAction } from './execute-action.ts'
import { previewAction } from './preview-action.ts'
import { isPointAction, isTransactionAction, type ProposedAction } from './proposed-action.ts'
import { requireRow } from './require-row.ts'

/** The operator actions that can be proposed, for `approvals/`. */
export function operatorActions(deps: ExecuteDeps): Actions<ProposedAction> {
  return {
    prepare: async (asked, evidence) => await prepare(deps, asked, evidence),
    executeAction: async (proposed, by) => await executeAction(deps, proposed, by),
  }
}

/** An action on a test point's settings or balance moves no real money, so one operator may execute it alone. */
async function prepare(
  deps: Pick<PlatformDeps, 'database'>,
  asked: ProposedAction,
  evidence: string,
): Promise<Prepared<ProposedAction>> {
  refuseLongNote(asked, evidence)
  refuseCardNumbers(asked)
  const action = await withSum(deps, asked)
  const { blocked } = await previewAction(deps, action)
  if (blocked !== undefined) throw new Problem('not_in_this_state', { message: blocked })
  const about = await aboutWhat(deps, action)
  return { action, ...about, alone: isPointAction(action) && about.environment === 'test' }
}

/** Stores the current suspense amount, so that the decision covers exactly this money. */
async function withSum(deps: Pick<PlatformDeps, 'database'>, asked: ProposedAction): Promise<ProposedAction> {
  if (asked.action !== 'suspense_accept' && asked.action !== 'suspense_return') return asked
  const { suspense_minor: minor, currency } = await requireRow(deps.database.engine, asked.transactionId)
  return minor > 0n ? { ...asked, amount: formatAmount(minor, currency) } : asked
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
