import type { Db } from '../../../core/platform/database/database.ts'
import { deletedRowsMax } from '../../../core/platform/database/old-rows.ts'

/** Minutes for which a link works. */
export const recoveryMinutes = 30

/** Mails with a link per person and hour. */
const mailsPerHourMax = 3

/** How long ended recoveries are kept. The audit log keeps them permanently. */
const kept = '90 days'

/**
 * Makes a link for the person with this verified address, and queues its mail. One statement, with the same cost if
 * there is no such person or too many links were made. Returns the person, or undefined.
 */
export async function insertMailedRecovery(
  tx: Db,
  recovery: { id: string; email: string; tokenHash: Buffer; linkBox: Buffer },
): Promise<string | undefined> {
  const made = await tx.query<{ user_id: string }>({
    name: 'insert-mailed-recovery',
    text: `with made as (
        insert into password_recoveries (id, user_id, token_hash, by_mail, expires_at)
        select $1::uuid, u.id, $3, true, statement_timestamp() + interval '${recoveryMinutes} minutes' from users u
        where u.email = $2 and u.disabled_at is null and u.email_proved_at is not null
          and (select count(*) from password_recoveries r where r.user_id = u.id and r.by_mail
            and r.created_at > statement_timestamp() - interval '1 hour') < ${mailsPerHourMax}
        returning id, user_id),
      queued as (insert into mails (kind, user_id, recovery_id, link_box) select 'recovery', user_id, id, $4 from made)
      select user_id from made`,
    values: [recovery.id, recovery.email, recovery.tokenHash, recovery.linkBox],
  })
  return made.rows[0]?.user_id
}

/** Stores a link that an operator is shown, and ends the earlier ones that were shown for the same person. */
export async function insertShownRecovery(
  tx: Db,
  shown: {
    id: string
    userId: string
    tokenHash: Buffer
    evidence: string
    proposedBy: string | null
    shownTo: string
  },
): Promise<void> {
  await tx.query({
    name: 'insert-shown-recovery',
    text: `with ended as (
        update password_recoveries set revoked_at = statement_timestamp()
        where user_id = $2 and not by_mail and used_at is null and revoked_at is null)
      insert into password_recoveries (id, user_id, token_hash, by_mail, evidence, proposed_by, shown_to, expires_at)
      values ($1, $2, $3, false, $4, $5, $6, statement_timestamp() + interval '${recoveryMinutes} minutes')`,
    values: [shown.id, shown.userId, shown.tokenHash, shown.evidence, shown.proposedBy, shown.shownTo],
  })
}

const living = 'r.used_at is null and r.revoked_at is null and r.expires_at > statement_timestamp()'

/** The person whose password a link sets, while the link works. */
export interface OpenRecovery {
  id: string
  user_id: string
  email: string
  name: string
  expires_at: Date
}

export async function findOpenRecovery(db: Db, tokenHash: Buffer): Promise<OpenRecovery | undefined> {
  const found = await db.query<OpenRecovery>({
    name: 'find-open-recovery',
    text: `select r.id, r.user_id, u.email, u.name, r.expires_at from password_recoveries r
      join users u on u.id = r.user_id where r.token_hash = $1 and ${living} and u.disabled_at is null`,
    values: [tokenHash],
  })
  return found.rows[0]
}

/** Claims a link and ends the person's other links. Undefined if it was already claimed or has ended. */
export async function takeRecovery(
  tx: Db,
  tokenHash: Buffer,
): Promise<{ id: string; user_id: string; by_mail: boolean; shown_to: string | null } | undefined> {
  const taken = await tx.query<{ id: string; user_id: string; by_mail: boolean; shown_to: string | null }>({
    name: 'take-recovery',
    text: `update password_recoveries r set used_at = statement_timestamp() where r.token_hash = $1 and ${living}
      returning r.id, r.user_id, r.by_mail, r.shown_to`,
    values: [tokenHash],
  })
  const [row] = taken.rows
  if (row) await endRecoveriesOf(tx, row.user_id)
  return row
}

/** Ends all links that were made for a person. */
export async function endRecoveriesOf(tx: Db, userId: string): Promise<void> {
  await tx.query({
    name: 'end-recoveries-of',
    text: `update password_recoveries set revoked_at = statement_timestamp()
      where user_id = $1 and used_at is null and revoked_at is null`,
    values: [userId],
  })
}

export async function deleteOldRecoveries(db: Db): Promise<number> {
  const deleted = await db.query({
    name: 'delete-old-recoveries',
    text: `delete from password_recoveries where id in (select id from password_recoveries
      where created_at < statement_timestamp() - interval '${kept}' limit ${deletedRowsMax})`,
  })
  return deleted.rowCount ?? 0
}
