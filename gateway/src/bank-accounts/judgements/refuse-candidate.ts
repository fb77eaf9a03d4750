import type { SetBy } from '../../audit/dual-approval.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import { Problem } from '../../values/problem.ts'
import { readOrders } from '../store/judged-orders.ts'
import { lockCandidate, refuseCandidate } from '../store/line-candidates.ts'
import { auditOfLine, refuseSettled, requireLine } from './judged-line.ts'

/**
 * A person says that a line is not a transaction's: it is neither proposed nor applied by itself again. A person may still
 * link both. Any operator may, because no money moves. Throws `not_found`, and `not_in_this_state` for a line that is
 * judged.
 */
export async function refuseMatch(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  { lineId, transactionId }: { lineId: string; transactionId: string },
  by: SetBy,
): Promise<void> {
  await inTransaction(deps.database.engine, async (tx) => {
    if (isUuid(lineId) && isUuid(transactionId)) await lockCandidate(tx, lineId, transactionId)
    const row = await requireLine(tx, lineId)
    refuseSettled(row)
    const [order] = isUuid(transactionId) ? await readOrders(tx, [transactionId]) : []
    if (!order) throw new Problem('not_found', { message: 'There is no such transaction.' })
    if (!(await refuseCandidate(tx, row.id, order.id))) return
    const detail = { transaction_id: order.id }
    await writeAudit(tx, auditOfLine(row, by, { action: 'bank_line.refuse', detail }), deps.clock.now())
  })
}
