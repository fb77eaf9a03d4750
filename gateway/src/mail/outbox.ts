import type { Db } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import type { MailRule, MailState } from './rules/outbox.ts'
import { deleteOldMails, queueAlertMails, readMailState } from './store/mails.ts'

/**
 * Queues a mail about each alert for everybody who may see it and wants it, inside the transaction that makes the alerts.
 * Returns how many. Without a mail server nothing waits for one: a mail of last month helps nobody.
 */
export async function tellByMail(
  { mail }: { mail?: object | undefined },
  tx: Db,
  told: { alertIds: readonly string[]; readers: readonly MailRule[] },
): Promise<number> {
  return mail && told.alertIds.length > 0 ? await queueAlertMails(tx, told.alertIds, told.readers) : 0
}

/** The housekeeping of mails. Returns how many rows went. */
export async function forgetOldMails({ database }: Pick<PlatformDeps, 'database'>): Promise<number> {
  return await deleteOldMails(database.engine)
}

/** How mails fare. */
export async function readOutboxState({ database }: Pick<PlatformDeps, 'database'>): Promise<MailState> {
  return await readMailState(database.engine)
}
