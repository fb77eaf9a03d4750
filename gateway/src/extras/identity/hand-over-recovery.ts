import { type DualApproval, requireAgreement } from '../../core/audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import { Problem } from '../../core/values/problem.ts'
import { requireIndependent } from './confirm-invitation.ts'
import { say } from './messages/en.ts'
import { newRecoveryLink } from './recover-password.ts'
import { isDemoAddress } from './rules/demo-people.ts'
import { refuseDemoConfirmer } from './shut-out-demo-people.ts'
import { insertShownRecovery } from './store/password-recoveries.ts'
import { lockUser } from './store/users.ts'
import { requireUser } from './team.ts'

/**
 * A link by which a person sets a new password, without a mail. One operator proposed it with what they saw of the
 * person; the other one, who decided, is shown it once and hands it over, and counts as linked to the person who uses
 * it. Throws `not_found`, `not_in_this_state` if the person is disabled, and `second_person_required` if the decider is
 * that person, may be the proposer, or is of the demo and the person is not.
 */
export async function handOverRecovery(
  deps: Pick<PlatformDeps, 'database' | 'clock' | 'secretBox' | 'site'>,
  { email, userId, evidence, ...by }: { email: string; userId: string | undefined; evidence: string } & DualApproval,
): Promise<{ url: string; email: string }> {
  const { proposal } = by
  requireAgreement('live', by)
  if (!proposal) throw new Problem('second_person_required')
  const { id, ...user } = await requireUser(deps, { email, userId })
  if (id === proposal.decidedBy) throw new Problem('second_person_required', { message: say('link.own_account') })
  if (!isDemoAddress(user.email)) await refuseDemoConfirmer(deps, proposal.decidedBy)
  const { url, tokenHash } = newRecoveryLink(deps)
  await inTransaction(deps.database.engine, async (tx) => {
    // One link at a time, and none for somebody who is disabled at this moment.
    if ((await lockUser(tx, id))?.disabled !== false) {
      throw new Problem('not_in_this_state', { message: say('person.disabled') })
    }
    await requireIndependent(tx, { inviter: proposal.proposer.userId, person: null }, proposal.decidedBy)
    await insertShownRecovery(tx, {
      ...{ id: uuidV7(deps.clock.now()), userId: id, tokenHash, evidence },
      ...{ proposedBy: proposal.proposer.userId, shownTo: proposal.decidedBy },
    })
    const detail = { email: user.email, second: by.second, evidence }
    const entry = auditOf(by.operator, 'user.hand_over_recovery', {
      objectId: id,
      merchantId: user.merchant_id,
      detail,
    })
    await writeAudit(tx, { ...entry, proposal }, deps.clock.now())
  })
  return { url, email: user.email }
}
