import type { Db } from '../../../core/platform/database/database.ts'
import { deletedRowsMax } from '../../../core/platform/database/old-rows.ts'

/** Minutes for which a link works. */
export const recoveryMinutes = 30

/** Hours within which another operator may decide. */
const proposalHours = 72

/** Mails with a link per person and hour. */
const mailsPerHourMax = 3

/** Most recoveries that wait for another operator. */
export const openRecoveriesMax = 100

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

/** Stores an operator's proposal and ends earlier proposals for the same person. False: too many wait. */
export async function insertProposedRecovery(
  tx: Db,
  recovery: { id: string; userId: string; proposedBy: string; evidence: string },
): Promise<boolean> {
  await tx.query({
    name: 'revoke-proposed-recoveries',
    text: `update password_recoveries set revoked_at = statement_timestamp()
      where user_id = $1 and not by_mail and used_at is null and revoked_at is null`,
    values: [recovery.userId],
  })
  const inserted = await tx.query({
    name: 'insert-proposed-recovery',
    text: `insert into password_recoveries (id, user_id, by_mail, evidence, proposed_by, expires_at)
      select $1, $2, false, $4, $3, statement_timestamp() + interval '${proposalHours} hours'
      where (select count(*) from password_recoveries r where ${waits}) < ${openRecoveriesMax}`,
    values: [recovery.id, recovery.userId, recovery.proposedBy, recovery.evidence],
  })
  return inserted.rowCount === 1
}

const living = 'r.used_at is null and r.revoked_at is null and r.expires_at > statement_timestamp()'
const waits = `not r.by_mail and r.token_hash is null and ${living}`

/** A recovery that waits for another operator. */
export interface ProposedRecovery {
  id: string
  user_id: string
  email: string
  name: string
  merchant_id: string | null
  /** Null: the operator's team. */
  merchant_name: string | null
  proposed_by: string
  proposer: string
  evidence: string
  created_at: Date
}

const proposedColumns = `r.id, r.user_id, u.email, u.name, u.merchant_id, m.name as merchant_name, r.proposed_by,
  b.name as proposer, r.evidence, r.created_at`
const proposedTables = `password_recoveries r join users u on u.id = r.user_id join users b on b.id = r.proposed_by
  left join merchants m on m.id = u.merchant_id`

/** The latest first. */
export async function findProposedRecoveries(db: Db): Promise<readonly ProposedRecovery[]> {
  const found = await db.query<ProposedRecovery>({
    name: 'find-proposed-recoveries',
    text: `select ${proposedColumns} from ${proposedTables} where ${waits} and u.disabled_at is null
      order by r.created_at desc, r.id limit ${openRecoveriesMax}`,
  })
  return found.rows
}

/** A waiting recovery, locked until the transaction ends. */
export async function lockProposedRecovery(tx: Db, id: string): Promise<ProposedRecovery | undefined> {
  const found = await tx.query<ProposedRecovery>({
    name: 'lock-proposed-recovery',
    text: `select ${proposedColumns} from ${proposedTables} where r.id = $1 and ${waits} and u.disabled_at is null
      for update of r`,
    values: [id],
  })
  return found.rows[0]
}

/** Records that the link was made and shown. It works from now on and is not shown again. */
export async function noteRecoveryShown(
  tx: Db,
  shown: { id: string; shownTo: string; tokenHash: Buffer },
): Promise<void> {
  await tx.query({
    name: 'note-recovery-shown',
    text: `update password_recoveries set shown_to = $2, token_hash = $3,
      expires_at = statement_timestamp() + interval '${recoveryMinutes} minutes' where id = $1`,
    values: [shown.id, shown.shownTo, shown.tokenHash],
  })
}

export async function revokeRecovery(tx: Db, id: string): Promise<void> {
  await tx.query({
    name: 'revoke-recovery',
    text: 'update password_recoveries set revoked_at = statement_timestamp() where id = $1',
    values: [id],
  })
}

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
