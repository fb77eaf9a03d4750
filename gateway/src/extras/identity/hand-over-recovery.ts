import { type DualApproval, requireAgreement } from '../../core/audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import { say } from '../../core/texts/messages/say.ts'
import { Problem } from '../../core/values/problem.ts'
import { requireIndependent } from './confirm-invitation.ts'
import { newRecoveryLink } from './recover-password.ts'
import { insertShownRecovery } from './store/password-recoveries.ts'
import { requireUser } from './team.ts'

/**
 * A link by which a person sets a new password, without a mail. One operator proposed it with what they saw of the
 * person; the other one, who decided, is shown it once and hands it over, and counts as linked to the person who uses
 * it. Throws `not_found`, `not_in_this_state` if the person is disabled, and `second_person_required` if the decider is
 * that person or may be the proposer.
 */
export async function handOverRecovery(
  deps: Pick<PlatformDeps, 'database' | 'clock' | 'secretBox' | 'site'>,
  { email, evidence, ...by }: { email: string; evidence: string } & DualApproval,
): Promise<{ url: string; email: string }> {
  const { proposal } = by
  requireAgreement('live', by)
  if (!proposal) throw new Problem('second_person_required')
  const user = await requireUser(deps, email)
  if (user.disabled) throw new Problem('not_in_this_state', { message: say('person.disabled') })
  if (user.id === proposal.decidedBy) {
    throw new Problem('second_person_required', { message: say('link.own_account') })
  }
  const { url, tokenHash } = newRecoveryLink(deps)
  await inTransaction(deps.database.engine, async (tx) => {
    await requireIndependent(tx, { inviter: proposal.proposer.userId, person: null }, proposal.decidedBy)
    await insertShownRecovery(tx, {
      ...{ id: uuidV7(deps.clock.now()), userId: user.id, tokenHash, evidence },
      ...{ proposedBy: proposal.proposer.userId, shownTo: proposal.decidedBy },
    })
    const detail = { email: user.email, second: by.second, evidence }
    const entry = auditOf(by.operator, 'user.hand_over_recovery', {
      objectId: user.id,
      merchantId: user.merchant_id,
      detail,
    })
    await writeAudit(tx, { ...entry, proposal }, deps.clock.now())
  })
  return { url, email: user.email }
}
