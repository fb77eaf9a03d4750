import { requireEvidence } from '../../core/audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid, uuidV7 } from '../../core/platform/ids.ts'
import { say } from '../../core/texts/messages/say.ts'
import type { OperatorActor } from '../../core/values/actor.ts'
import { Problem } from '../../core/values/problem.ts'
import { refuseCardNumber } from '../../core/values/refuse-faults.ts'
import { requireIndependent } from './confirm-invitation.ts'
import { newRecoveryLink } from './recover-password.ts'
import { mayBeOnePerson } from './separate-people.ts'
import {
  findProposedRecoveries,
  insertProposedRecovery,
  lockProposedRecovery,
  noteRecoveryShown,
  type ProposedRecovery,
  revokeRecovery,
} from './store/password-recoveries.ts'
import { requireUser } from './team.ts'

type RecoveryDeps = Pick<PlatformDeps, 'database' | 'clock'>

/**
 * An operator proposes a password recovery for a person and records the evidence. Another operator decides. Throws
 * `not_found`, `validation_failed`, and `not_in_this_state` if the person is disabled or too many proposals wait.
 */
export async function proposeRecovery(
  deps: RecoveryDeps,
  { email, evidence, by }: { email: string; evidence: string; by: OperatorActor },
): Promise<void> {
  const why = requireEvidence(evidence)
  refuseCardNumber(why, 'evidence')
  const user = await requireUser(deps, email)
  if (user.disabled) throw new Problem('not_in_this_state', { message: say('person.disabled') })
  const id = uuidV7(deps.clock.now())
  await inTransaction(deps.database.engine, async (tx) => {
    if (!(await insertProposedRecovery(tx, { id, userId: user.id, proposedBy: by.userId, evidence: why }))) {
      throw new Problem('not_in_this_state', {
        message: say('proposal.too_many'),
      })
    }
    const facts = { objectId: user.id, merchantId: user.merchant_id, detail: { email: user.email, evidence: why } }
    await writeAudit(tx, auditOf(by, 'user.propose_recovery', facts), deps.clock.now())
  })
}

/** A waiting recovery, and whether the viewer may be shown the link. */
export interface WaitingRecovery extends ProposedRecovery {
  mayDecide: boolean
}

export async function listRecoveries(
  deps: Pick<PlatformDeps, 'database'>,
  viewer: string,
): Promise<readonly WaitingRecovery[]> {
  const rows = await findProposedRecoveries(deps.database.engine)
  return await Promise.all(
    rows.map(async (row) => ({
      ...row,
      mayDecide: row.user_id !== viewer && !(await mayBeOnePerson(deps, [row.proposed_by], [viewer], 'ever')),
    })),
  )
}

/**
 * Another operator approves: the link is made and shown to them once, and they pass it on. They count as linked to the
 * person who uses it. Throws `not_found` and `second_person_required`.
 */
export async function showRecoveryLink(
  deps: RecoveryDeps & Pick<PlatformDeps, 'secretBox' | 'site'>,
  id: string,
  by: OperatorActor,
): Promise<{ url: string; email: string }> {
  return await inTransaction(deps.database.engine, async (tx) => {
    const found = await requireWaiting(tx, id)
    if (found.user_id === by.userId) {
      throw new Problem('second_person_required', { message: say('link.own_account') })
    }
    await requireIndependent(tx, { inviter: found.proposed_by, person: null }, by.userId)
    const { url, tokenHash } = newRecoveryLink(deps)
    await noteRecoveryShown(tx, { id, shownTo: by.userId, tokenHash })
    await tell(deps, tx, { found, by, action: 'user.show_recovery_link' })
    return { url, email: found.email }
  })
}

/** Another operator refuses, or the proposer withdraws. Throws `not_found`. */
export async function refuseRecovery(deps: RecoveryDeps, id: string, by: OperatorActor): Promise<void> {
  await inTransaction(deps.database.engine, async (tx) => {
    const found = await requireWaiting(tx, id)
    await revokeRecovery(tx, id)
    await tell(deps, tx, { found, by, action: 'user.refuse_recovery' })
  })
}

async function tell(
  deps: RecoveryDeps,
  tx: Db,
  { found, by, action }: { found: ProposedRecovery; by: OperatorActor; action: string },
): Promise<void> {
  const { user_id: objectId, merchant_id: merchantId, email } = found
  await writeAudit(tx, auditOf(by, action, { objectId, merchantId, detail: { email } }), deps.clock.now())
}

async function requireWaiting(tx: Db, id: string): Promise<ProposedRecovery> {
  const found = isUuid(id) ? await lockProposedRecovery(tx, id) : undefined
  if (found) return found
  throw new Problem('not_found', { message: say('proposal.unknown') })
}
