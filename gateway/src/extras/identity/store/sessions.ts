import { type PointRow, pointColumns } from '../../../core/merchants/rules/point-row.ts'
import type { Db } from '../../../core/platform/database/database.ts'
import type { Language } from '../../../core/texts/messages/languages.ts'

/** A session ends after this long without a request of its person (contract of the dashboard: 15 minutes). */
export const sessionIdleSeconds = 15 * 60

/** A session ends after this long in any case: half a day. */
export const sessionAbsoluteSeconds = 12 * 3600

/** How long a step-up is valid. */
export const stepUpSeconds = 5 * 60

/** `last_seen_at` is updated at most this often, so that a page with ten requests writes once. */
const seenEverySeconds = 30

export interface SessionRow {
  public_id: string
  stage: 'second_factor' | 'signed_in'
  /** The person stepped up within `stepUpSeconds`. */
  stepped_up: boolean
  user_id: string
  /** The person's merchant; null for operators. */
  works_for: string | null
  role: string
  email: string
  name: string
  language: Language
  second_factor: boolean
}

/** A session with the row of the requested point; nulls if the point does not belong to the person's merchant. */
export type SessionAtPointRow = SessionRow & { [Column in keyof PointRow]: PointRow[Column] | null }

/**
 * The active session of a cookie, with its person; undefined if it ended, expired or its person was disabled. Updates
 * the last use unless `background`: requests that a page sends by itself do not extend the session. With `pointId` that
 * point is read in the same round trip, if it belongs to the merchant.
 */
export async function findSession(
  db: Db,
  idHash: Buffer,
  { background, pointId }: { background: boolean; pointId: string | null },
): Promise<SessionAtPointRow | undefined> {
  const found = await db.query<SessionAtPointRow>({
    name: background ? 'find-session-quietly' : 'find-session',
    text: `with living as (
        select s.* from sessions s where s.id_hash = $1
          and s.last_seen_at > statement_timestamp() - ${sessionIdleSeconds} * interval '1 second'
          and s.created_at > statement_timestamp() - ${sessionAbsoluteSeconds} * interval '1 second'
      )${background ? '' : seen}
      select s.public_id, s.stage,
        coalesce(s.stepped_up_at > statement_timestamp() - ${stepUpSeconds} * interval '1 second', false) as stepped_up,
        u.id as user_id, u.merchant_id as works_for, u.role, u.email, u.name, u.language,
        u.totp_confirmed_at is not null as second_factor, ${pointColumns}
      from living s join users u on u.id = s.user_id
        left join points p on p.id = $2::uuid and p.merchant_id = u.merchant_id
      where u.disabled_at is null`,
    values: [idHash, pointId],
  })
  return found.rows[0]
}

const seen = `, seen as (
        update sessions s set last_seen_at = statement_timestamp() from living l where s.id_hash = l.id_hash
          and l.last_seen_at < statement_timestamp() - ${seenEverySeconds} * interval '1 second'
      )`

export interface NewSession {
  idHash: Buffer
  publicId: string
  userId: string
  stage: 'second_factor' | 'signed_in'
  address: string
  userAgent: string | null
}

/** Most sessions per person. A further sign-in ends the oldest. */
const sessionsMax = 20

const addressLengthMax = 64
const userAgentLengthMax = 300

export async function insertSession(tx: Db, session: NewSession): Promise<void> {
  await tx.query({
    name: 'end-oldest-sessions',
    text: `delete from sessions where id_hash in (select id_hash from sessions where user_id = $1
      order by last_seen_at desc offset ${sessionsMax - 1})`,
    values: [session.userId],
  })
  await tx.query({
    name: 'insert-session',
    text: `insert into sessions (id_hash, public_id, user_id, stage, address, user_agent)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [
      session.idHash,
      session.publicId,
      session.userId,
      session.stage,
      session.address.slice(0, addressLengthMax),
      session.userAgent?.slice(0, userAgentLengthMax) ?? null,
    ],
  })
}

/** Gives a session a new cookie and the state signed in. The old cookie becomes invalid. */
export async function renewSession(
  tx: Db,
  session: { oldHash: Buffer; newHash: Buffer; steppedUp: boolean },
): Promise<boolean> {
  const renewed = await tx.query({
    name: 'renew-session',
    text: `update sessions set id_hash = $2, stage = 'signed_in',
        stepped_up_at = case when $3 then statement_timestamp() else stepped_up_at end
      where id_hash = $1`,
    values: [session.oldHash, session.newHash, session.steppedUp],
  })
  return renewed.rowCount === 1
}

export async function deleteSession(tx: Db, idHash: Buffer): Promise<void> {
  await tx.query({ name: 'delete-session', text: 'delete from sessions where id_hash = $1', values: [idHash] })
}

/** Ends a person's sessions except one, named by its public id. Returns the number. */
export async function deleteSessionsOf(tx: Db, userId: string, exceptPublicId: string | null = null): Promise<number> {
  const deleted = await tx.query({
    name: 'delete-sessions-of',
    text: 'delete from sessions where user_id = $1 and ($2::uuid is null or public_id <> $2)',
    values: [userId, exceptPublicId],
  })
  return deleted.rowCount ?? 0
}

/** Ends one session of a person by its public id. */
export async function deleteSessionByName(tx: Db, userId: string, publicId: string): Promise<boolean> {
  const deleted = await tx.query({
    name: 'delete-session-by-name',
    text: 'delete from sessions where user_id = $1 and public_id = $2',
    values: [userId, publicId],
  })
  return deleted.rowCount === 1
}

export interface ListedSession {
  public_id: string
  created_at: Date
  last_seen_at: Date
  address: string | null
  user_agent: string | null
}

/** A person's active sessions after the second factor, the latest first. */
export async function findSessionsOf(db: Db, userId: string): Promise<readonly ListedSession[]> {
  const found = await db.query<ListedSession>({
    name: 'find-sessions-of',
    text: `select public_id, created_at, last_seen_at, address, user_agent from sessions
      where user_id = $1 and stage = 'signed_in'
        and last_seen_at > statement_timestamp() - ${sessionIdleSeconds} * interval '1 second'
        and created_at > statement_timestamp() - ${sessionAbsoluteSeconds} * interval '1 second'
      order by last_seen_at desc, public_id limit ${sessionsMax}`,
    values: [userId],
  })
  return found.rows
}

/** Rows per run. The cleanup continues in the next run. */
const deletedMax = 10_000

/** Deletes the rows of expired sessions. */
export async function deleteOldSessions(db: Db): Promise<number> {
  const deleted = await db.query({
    name: 'delete-old-sessions',
    text: `delete from sessions where ctid in (select ctid from sessions
      where last_seen_at < statement_timestamp() - ${sessionIdleSeconds} * interval '1 second' limit ${deletedMax})`,
  })
  return deleted.rowCount ?? 0
}
