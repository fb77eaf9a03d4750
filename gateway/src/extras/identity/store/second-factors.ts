import type { Db } from '../../../core/platform/database/database.ts'

/** Uses a time step of a confirmed second factor. False if this step or a later one was used before. */
export async function takeTotpStep(db: Db, userId: string, step: number): Promise<boolean> {
  const taken = await db.query({
    name: 'take-totp-step',
    text: `update users set totp_last_step = $2 where id = $1 and totp_confirmed_at is not null
      and (totp_last_step is null or totp_last_step < $2)`,
    values: [userId, step],
  })
  return taken.rowCount === 1
}

/** Uses up a recovery code. */
export async function takeRecoveryCode(db: Db, userId: string, codeHash: Buffer): Promise<boolean> {
  const taken = await db.query({
    name: 'take-recovery-code',
    text: `update recovery_codes set used_at = statement_timestamp()
      where user_id = $1 and code_hash = $2 and used_at is null`,
    values: [userId, codeHash],
  })
  return taken.rowCount === 1
}

/** Stores a secret that becomes active with its first right code. False if a confirmed secret exists. */
export async function saveUnconfirmedTotp(db: Db, userId: string, box: Buffer): Promise<boolean> {
  const saved = await db.query({
    name: 'save-unconfirmed-totp',
    text: `update users set totp_box = $2, totp_last_step = null where id = $1 and totp_confirmed_at is null`,
    values: [userId, box],
  })
  return saved.rowCount === 1
}

/**
 * Activates the second factor and uses up its first code. False if the secret is not the one of `box` any more, or is
 * already confirmed.
 */
export async function confirmTotp(
  db: Db,
  userId: string,
  { box, step }: { box: Buffer; step: number },
): Promise<boolean> {
  const confirmed = await db.query({
    name: 'confirm-totp',
    text: `update users set totp_confirmed_at = statement_timestamp(), totp_last_step = $2
      where id = $1 and totp_confirmed_at is null and totp_box = $3`,
    values: [userId, step, box],
  })
  return confirmed.rowCount === 1
}

/** Removes the second factor and its recovery codes. False if there was none. */
export async function removeTotp(tx: Db, userId: string): Promise<boolean> {
  const removed = await tx.query({
    name: 'remove-totp',
    text: `update users set totp_box = null, totp_confirmed_at = null, totp_last_step = null
      where id = $1 and totp_confirmed_at is not null`,
    values: [userId],
  })
  await tx.query({
    name: 'remove-recovery-codes',
    text: 'delete from recovery_codes where user_id = $1',
    values: [userId],
  })
  return removed.rowCount === 1
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(tx: Db, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.query({
    name: 'remove-recovery-codes',
    text: 'delete from recovery_codes where user_id = $1',
    values: [userId],
  })
  await tx.query({
    name: 'insert-recovery-codes',
    text: 'insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])',
    values: [userId, hashes],
  })
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const found = await db.query<{ n: number }>({
    name: 'count-recovery-codes',
    text: 'select count(*)::int as n from recovery_codes where user_id = $1 and used_at is null',
    values: [userId],
  })
  return found.rows[0]?.n ?? 0
}
