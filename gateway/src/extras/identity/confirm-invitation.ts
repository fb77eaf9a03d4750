import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import type { OperatorActor } from '../../core/values/actor.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { shownLinkPlace } from './rules/person-link.ts'
import { type LinkedPair, mayConfirm } from './separate-people.ts'
import { refuseDemoConfirmer } from './shut-out-demo-people.ts'
import { confirmInvitation, lockOpenInvitation, noteLinkShown } from './store/invitations.ts'
import { confirmLink, lockLink } from './store/person-links.ts'

export interface Confirming {
  /**
   * Id of the invitation or of another link between two people. A person who joined keeps the id of their invitation.
   */
  id: string
  /** The team of the link: the person's own team, or any team for operators. */
  team: { merchantId: string | null } | 'any'
  by: OperatorActor
}

/**
 * A second person confirms that the inviter and the invited person are two people. From then on they count as two.
 * Throws `not_found` if there is nothing to confirm, and `second_person_required` if the confirming person may be the
 * inviter or is the invited person.
 */
export async function confirmSeparate(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  confirming: Confirming,
): Promise<void> {
  const { id, by } = confirming
  await refuseDemoConfirmer(deps, by.userId)
  await inTransaction(deps.database.engine, async (tx) => {
    const invitation = isUuid(id) ? await lockOpenInvitation(tx, id) : undefined
    const found = invitation ? { ...invitation, user_id: null } : isUuid(id) ? await lockLink(tx, id) : undefined
    if (!found || found.confirmed_by !== null || !isOfTeam(found, confirming.team)) throw nothingToConfirm()
    await requireIndependent(tx, { inviter: found.invited_by, person: found.user_id }, by.userId)
    if (invitation) await confirmInvitation(tx, id, by.userId)
    else await confirmLink(tx, id, by.userId)
    const facts = { objectId: id, merchantId: found.merchant_id, detail: { email: found.email } }
    await writeAudit(tx, auditOf(by, 'team.confirm', facts), deps.clock.now())
  })
}

/**
 * Shows an invitation's link once to a second operator, who passes it on; used without a mail server. This operator
 * then counts as linked to the person who joins by it. Throws `not_found` and `second_person_required`.
 */
export async function showInvitationLink(
  deps: Pick<PlatformDeps, 'database' | 'clock' | 'secretBox'>,
  id: string,
  by: OperatorActor,
): Promise<{ url: string; email: string }> {
  return await inTransaction(deps.database.engine, async (tx) => {
    const invitation = isUuid(id) ? await lockOpenInvitation(tx, id) : undefined
    if (!invitation?.link_box) throw new Problem('not_found', { message: say('invitation.unknown') })
    await requireIndependent(tx, { inviter: invitation.invited_by, person: null }, by.userId)
    await noteLinkShown(tx, id, by.userId)
    const { email, merchant_id: merchantId, link_box: box } = invitation
    await writeAudit(
      tx,
      auditOf(by, 'team.show_link', { objectId: id, merchantId, detail: { email } }),
      deps.clock.now(),
    )
    return { url: deps.secretBox.open(box, shownLinkPlace(id)), email }
  })
}

/**
 * Throws `second_person_required` if the acting person may be the same as the inviter or the invited person. `tx`: the
 * open transaction.
 */
export async function requireIndependent(tx: Db, pair: LinkedPair, by: string): Promise<void> {
  const [may] = await mayConfirm({ database: { engine: tx } }, by, [pair])
  if (!may) throw linkedToInviter()
}

function isOfTeam({ merchant_id }: { merchant_id: string | null }, team: Confirming['team']): boolean {
  return team === 'any' || team.merchantId === merchant_id
}

function nothingToConfirm(): Problem {
  return new Problem('not_found', { message: say('invitation.nothing_to_confirm') })
}

function linkedToInviter(): Problem {
  return new Problem('second_person_required', {
    message: say('invitation.by_inviter'),
  })
}
