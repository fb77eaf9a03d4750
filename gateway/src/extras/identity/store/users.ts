import type { Db } from '../../../core/platform/database/database.ts'
import type { SecretPlace } from '../../../core/platform/secret-box.ts'
import type { Language } from '../../../core/texts/messages/languages.ts'

/** Wrong passwords and codes before the account locks. */
const failedTriesMax = 10

/** How long a locked account stays locked. */
export const lockSeconds = 30 * 60

export interface UserRow {
  id: string
  merchant_id: string | null
  role: string
  email: string
  name: string
  language: Language
  password_hash: string
  totp_box: Buffer | null
  second_factor: boolean
  disabled: boolean
  /** The database server's clock as Unix time, for one-time codes. */
  now_seconds: number
}

export interface NewUser {
  id: string
  merchantId: string | null
  role: string
  email: string
  name: string
  language: Language
  passwordHash: string
  /** The address is verified. */
  emailProved?: boolean
}

const userColumns = `u.id, u.merchant_id, u.role, u.email, u.name, u.language, u.password_hash, u.totp_box,
  u.totp_confirmed_at is not null as second_factor, u.disabled_at is not null as disabled,
  extract(epoch from statement_timestamp())::float8 as now_seconds`

/** Where the secret of a second factor is stored. Encryption binds the secret to this column and row. */
export function totpPlace(userId: string): SecretPlace {
  return { table: 'users', column: 'totp', rowId: userId }
}

/** Addresses of the first ten active operators, except one. */
export async function findOperatorAddresses(db: Db, besides: string): Promise<readonly string[]> {
  const found = await db.query<{ email: string }>({
    name: 'find-operator-addresses',
    text: `select email from users where merchant_id is null and disabled_at is null and id <> $1
      order by created_at limit 10`,
    values: [besides],
  })
  return found.rows.map(({ email }) => email)
}

/** By the address in lower case. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const found = await db.query<UserRow>({
    name: 'find-user-by-email',
    text: `select ${userColumns} from users u where u.email = $1`,
    values: [email],
  })
  return found.rows[0]
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const found = await db.query<UserRow>({
    name: 'find-user',
    text: `select ${userColumns} from users u where u.id = $1`,
    values: [id],
  })
  return found.rows[0]
}

/** The row, locked until the transaction ends. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | undefined> {
  const found = await tx.query<UserRow>({
    name: 'lock-user',
    text: `select ${userColumns} from users u where u.id = $1 for update`,
    values: [id],
  })
  return found.rows[0]
}

/** A person with the name of their merchant; null = the operator's team. */
export interface NamedPerson {
  id: string
  name: string
  role: string
  merchant: string | null
}

export async function findNamedPerson(db: Db, email: string): Promise<NamedPerson | undefined> {
  const found = await db.query<NamedPerson>({
    name: 'find-named-person',
    text: `select u.id, u.name, u.role, m.name as merchant
      from users u left join merchants m on m.id = u.merchant_id where u.email = $1`,
    values: [email],
  })
  return found.rows[0]
}

/** False if the address is already in use. */
export async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  const inserted = await db.query({
    name: 'insert-user',
    text: `insert into users (id, merchant_id, role, email, name, language, password_hash, email_proved_at)
      values ($1, $2, $3, $4, $5, $6, $7, case when $8 then statement_timestamp() end) on conflict (email) do nothing`,
    values: [
      user.id,
      user.merchantId,
      user.role,
      user.email,
      user.name,
      user.language,
      user.passwordHash,
      user.emailProved ?? false,
    ],
  })
  return inserted.rowCount === 1
}

/**
 * Result of counting an attempt before the comparison. `last`: the account locks unless this attempt is right.
 * Otherwise the time to wait.
 */
export type Try = { counted: true; last: boolean } | { counted: false; retryAfterSeconds: number }

/**
 * Attempts older than a day do not count, for known and unknown addresses alike. Different times would reveal which
 * addresses have accounts.
 */
const goesOn = (table: string) =>
  `${table}.locked_until is null and ${table}.last_at > statement_timestamp() - interval '1 day'`

const counting = (table: string) => `
  last_at = statement_timestamp(),
  failed_sign_ins = case when ${goesOn(table)} then ${table}.failed_sign_ins + 1 else 1 end,
  locked_until = case when ${goesOn(table)} and ${table}.failed_sign_ins + 1 >= ${failedTriesMax}
    then statement_timestamp() + ${lockSeconds} * interval '1 second' end`

const unlocked = (table: string) => `(${table}.locked_until is null or ${table}.locked_until <= statement_timestamp())`

const waitSeconds = `greatest(1, ceil(extract(epoch from locked_until - statement_timestamp())))::float8 as seconds`

/** Counts an attempt of a known person before the comparison, so that concurrent attempts cannot exceed the limit. */
export async function countLoginAttempt(db: Db, userId: string): Promise<Try> {
  const counted = await db.query<{ last: boolean }>({
    name: 'count-try',
    text: `update users set ${counting('users')} where id = $1 and ${unlocked('users')}
      returning locked_until is not null as last`,
    values: [userId],
  })
  const [row] = counted.rows
  if (row) return { counted: true, last: row.last }
  const wait = await db.query<{ seconds: number | null }>({
    name: 'read-lock',
    text: `select ${waitSeconds} from users where id = $1`,
    values: [userId],
  })
  return { counted: false, retryAfterSeconds: wait.rows[0]?.seconds ?? 1 }
}

/** Counts an attempt for an unknown address, or of a known browser, under a keyed hash. */
export async function countUnknownLoginAttempt(db: Db, emailHash: Buffer): Promise<Try> {
  const counted = await db.query<{ last: boolean }>({
    name: 'count-stranger-try',
    text: `insert into stranger_sign_ins (email_hash, failed_sign_ins) values ($1, 1)
      on conflict (email_hash) do update set ${counting('stranger_sign_ins')}
        where ${unlocked('stranger_sign_ins')}
      returning locked_until is not null as last`,
    values: [emailHash],
  })
  const [row] = counted.rows
  if (row) return { counted: true, last: row.last }
  const wait = await db.query<{ seconds: number | null }>({
    name: 'read-stranger-lock',
    text: `select ${waitSeconds} from stranger_sign_ins where email_hash = $1`,
    values: [emailHash],
  })
  return { counted: false, retryAfterSeconds: wait.rows[0]?.seconds ?? 1 }
}

/** Sign-in succeeded: deletes the counted attempts. */
export async function forgetLoginAttempts(db: Db, userId: string): Promise<void> {
  await db.query({
    name: 'forget-tries',
    text: 'update users set failed_sign_ins = 0, locked_until = null where id = $1',
    values: [userId],
  })
}

/** The password was right and a code must follow. This attempt does not count; earlier ones still do. */
export async function takeLoginAttemptBack(db: Db, userId: string): Promise<void> {
  await db.query({
    name: 'take-try-back',
    text: `update users set failed_sign_ins = greatest(failed_sign_ins - 1, 0), locked_until = null where id = $1`,
    values: [userId],
  })
}

/** As `takeLoginAttemptBack`, for what `countUnknownLoginAttempt` counted. */
export async function takeUnknownLoginAttemptBack(db: Db, hash: Buffer): Promise<void> {
  await db.query({
    name: 'take-stranger-try-back',
    text: `update stranger_sign_ins set failed_sign_ins = greatest(failed_sign_ins - 1, 0), locked_until = null
      where email_hash = $1`,
    values: [hash],
  })
}

/** As `forgetLoginAttempts`, for what `countUnknownLoginAttempt` counted. */
export async function forgetUnknownLoginAttempts(db: Db, hash: Buffer): Promise<void> {
  await db.query({
    name: 'forget-stranger-tries',
    text: 'delete from stranger_sign_ins where email_hash = $1',
    values: [hash],
  })
}

/** Rows per run. The cleanup continues in the next run. */
const forgottenMax = 10_000

/** Deletes attempts older than a day. Their locks have ended long before. */
export async function deleteOldUnknownLoginAttempts(db: Db): Promise<number> {
  const deleted = await db.query({
    name: 'delete-old-stranger-tries',
    text: `delete from stranger_sign_ins where ctid in (select ctid from stranger_sign_ins
      where last_at < statement_timestamp() - interval '1 day' limit ${forgottenMax})`,
  })
  return deleted.rowCount ?? 0
}

/** Stores a new password and ends the lock. */
export async function savePassword(tx: Db, userId: string, passwordHash: string): Promise<void> {
  await tx.query({
    name: 'save-password',
    text: `update users set password_hash = $2, failed_sign_ins = 0, locked_until = null where id = $1`,
    values: [userId, passwordHash],
  })
}

/** Records that the address is verified: the person opened a link that was mailed to it. */
export async function noteEmailProved(tx: Db, userId: string): Promise<void> {
  await tx.query({
    name: 'note-email-proved',
    text: 'update users set email_proved_at = coalesce(email_proved_at, statement_timestamp()) where id = $1',
    values: [userId],
  })
}

/** Whether an account with this unverified address exists. */
export async function hasUnprovedUser(db: Db, email: string): Promise<boolean> {
  const found = await db.query({
    name: 'has-unproved-user',
    text: 'select from users where email = $1 and email_proved_at is null',
    values: [email],
  })
  return found.rowCount === 1
}

/**
 * Removes an unverified address from its account and disables that account. Returns the account's person, or undefined.
 * The replacement address cannot receive mail (RFC 2606).
 */
export async function releaseUnprovedEmail(
  tx: Db,
  email: string,
): Promise<{ id: string; merchant_id: string | null } | undefined> {
  const released = await tx.query<{ id: string; merchant_id: string | null }>({
    name: 'release-unproved-email',
    text: `update users set email = 'given-up-' || id || '@address.invalid',
        disabled_at = coalesce(disabled_at, statement_timestamp())
      where email = $1 and email_proved_at is null returning id, merchant_id`,
    values: [email],
  })
  return released.rows[0]
}

export async function saveProfile(
  tx: Db,
  userId: string,
  profile: { name: string; language: Language },
): Promise<void> {
  await tx.query({
    name: 'save-profile',
    text: 'update users set name = $2, language = $3 where id = $1',
    values: [userId, profile.name, profile.language],
  })
}
