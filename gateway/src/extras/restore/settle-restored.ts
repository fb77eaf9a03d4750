import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import {
  doubtRegistrations,
  endAllSessions,
  endWaitingForApproval,
  inquireAllOpen,
  inquireInsteadOfSending,
  revokeInvitations,
  revokeRecoveries,
  skipNumbers,
} from './store/restored.ts'

export interface SettledRestore {
  /** Order numbers continue from here. */
  orderNumber: bigint
  /** Orders with an inquiry due now: those that were to be sent, and those that providers knew. */
  asked: number
  /** Payouts whose approval was ended. */
  approvalsEnded: number
  invitationsRevoked: number
  sessionsEnded: number
}

/**
 * Settles a restored database, once, before any process serves requests: providers and merchants continued after the
 * backup. Numbers are not issued again. Orders that may have been sent meanwhile get an inquiry. Payouts that may have
 * been approved cannot be approved again. All sessions and invitations end. Runs as the owner of the schema, because
 * sequences belong to the owner.
 */
export async function settleRestored(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  actor: string,
): Promise<SettledRestore> {
  return await inTransaction(deps.database.owner, async (tx) => {
    const orderNumber = await skipNumbers(tx)
    await doubtRegistrations(tx)
    const asked = (await inquireInsteadOfSending(tx)) + (await inquireAllOpen(tx))
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
