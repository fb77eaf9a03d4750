import { writeAudit } from '../store/audit.ts'
import { inTransaction } from '../store/database.ts'
import { askInsteadOfSending, endAllSessions, skipNumbers } from '../store/restored.ts'
import { auditOf } from './audit-of.ts'
import type { Deps } from './deps.ts'

export interface SettledRestore {
  /** Order numbers go on here. */
  orderNumber: bigint
  /** Orders whose outcome is asked for instead of being sent. */
  asked: number
  sessionsEnded: number
}

/**
 * To be done once after a database came back from a backup, before anything serves: the world went on after it. Numbers
 * are not given out again, orders that may have been sent meanwhile are asked for, nobody is signed in. As the owner of the
 * schema: sequences are its own.
 */
export async function settleRestored(deps: Pick<Deps, 'database' | 'clock'>, actor: string): Promise<SettledRestore> {
  return await inTransaction(deps.database.owner, async (tx) => {
    const orderNumber = await skipNumbers(tx)
    const asked = await askInsteadOfSending(tx)
    const sessionsEnded = await endAllSessions(tx)
    const detail = { order_number: String(orderNumber), asked, sessions_ended: sessionsEnded }
    await writeAudit(tx, auditOf(actor, 'database.restore', { detail, merchantId: null }), deps.clock.now())
    return { orderNumber, asked, sessionsEnded }
  })
}
