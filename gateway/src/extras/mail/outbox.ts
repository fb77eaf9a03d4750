import type { Db } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { invitationLinkPlace, type MailRule, type MailState } from './rules/outbox.ts'
import { deleteOldMails, queueAlertMails, queueInvitationMail, readMailState } from './store/mails.ts'

/**
 * Queues a mail about each alert for every person who may see the alert and wants mails, inside the transaction that
 * makes the alerts. Returns the number of mails. Without a mail server nothing is queued, because old mails would be
 * useless later.
 */
export async function queueMailsAbout(
  { mail }: { mail?: object | undefined },
  tx: Db,
  alerts: { alertIds: readonly string[]; readers: readonly MailRule[] },
): Promise<number> {
  return mail && alerts.alertIds.length > 0 ? await queueAlertMails(tx, alerts.alertIds, alerts.readers) : 0
}

/** Deletes old mails. Returns the number of rows. */
export async function forgetOldMails({ database }: Pick<PlatformDeps, 'database'>): Promise<number> {
  return await deleteOldMails(database.engine)
}

/** Mails that wait or failed. */
export async function readOutboxState({ database }: Pick<PlatformDeps, 'database'>): Promise<MailState> {
  return await readMailState(database.engine)
}

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
