import { auditOf } from '../audit/audit-of.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { inTransaction } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import {
  askAboutAllOpen,
  askInsteadOfSending,
  doubtAnnouncements,
  endAllSessions,
  endWaitingForApproval,
  revokeInvitations,
  revokeRecoveries,
  skipNumbers,
} from './store/restored.ts'

export interface SettledRestore {
  /** Order numbers go on here. */
  orderNumber: bigint
  /** Orders whose outcome is asked for now: those that were to be sent, and those that providers knew. */
  asked: number
  /** Payouts that nobody can agree to any more. */
  approvalsEnded: number
  invitationsRevoked: number
  sessionsEnded: number
}

/**
 * To be done once after a database came back from a backup, before anything serves: the world went on after it. Numbers
 * are not given out again, orders that may have been sent meanwhile are asked for, payouts that may have been agreed to are
 * not agreed to again, nobody is signed in or invited. As the owner of the
 * schema: sequences are its own.
 */
export async function settleRestored(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  actor: string,
): Promise<SettledRestore> {
  return await inTransaction(deps.database.owner, async (tx) => {
    const orderNumber = await skipNumbers(tx)
    await doubtAnnouncements(tx)
    const asked = (await askInsteadOfSending(tx)) + (await askAboutAllOpen(tx))
    const approvalsEnded = await endWaitingForApproval(tx)
    const invitationsRevoked = await revokeInvitations(tx)
    await revokeRecoveries(tx)
    const sessionsEnded = await endAllSessions(tx)
    const detail = {
      order_number: String(orderNumber),
      asked,
      approvals_ended: approvalsEnded,
      invitations_revoked: invitationsRevoked,
      sessions_ended: sessionsEnded,
    }
    await writeAudit(tx, auditOf(actor, 'database.restore', { detail, merchantId: null }), deps.clock.now())
    return { orderNumber, asked, approvalsEnded, invitationsRevoked, sessionsEnded }
  })
}
