import type { Db } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { invitationLinkPlace } from './rules/link-place.ts'
import { queueInvitationMail } from './store/mails.ts'

/**
 * Queues the mail with an invitation's link, inside the transaction that makes the invitation. The link is stored
 * encrypted and deleted when the mail is sent. False without a mail server.
 */
export async function queueInvitationLink(
  deps: Pick<PlatformDeps, 'secretBox'> & { mail?: object | undefined },
  tx: Db,
  { invitationId, link }: { invitationId: string; link: string },
): Promise<boolean> {
  if (!deps.mail) return false
  await queueInvitationMail(tx, invitationId, deps.secretBox.seal(link, invitationLinkPlace(invitationId)))
  return true
}
