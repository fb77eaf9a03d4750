import type { Language } from '../domain/language.ts'
import type { Db } from './database.ts'

/** A session ends after this long without a request of its person (contract of the dashboard: 15 minutes). */
export const sessionIdleSeconds = 15 * 60

/** A session ends after this long whatever happens: half a day. */
export const sessionAbsoluteSeconds = 12 * 3600

/** How long a person's proof to be there lasts, for what needs it. */
export const stepUpSeconds = 5 * 60

/** `last_seen_at` moves at most this often, so that a page with ten requests writes once. */
const seenEverySeconds = 30

export interface SessionRow {
  public_id: string
  stage: 'second_factor' | 'signed_in'
  /** The person proved to be there within `stepUpSeconds`. */
  stepped_up: boolean
  user_id: string
  merchant_id: string | null
  role: string
  email: string
  name: string
  language: Language
  second_factor: boolean
}

/**
 * The living session behind a cookie, with its person; undefined where it ended, idled out or its person was disabled.
 * Marks it as seen unless `background`: what a page asks by itself keeps nobody signed in.
 */
export async function findSession(db: Db, idHash: Buffer, background: boolean): Promise<SessionRow | undefined> {
  const found = await db.query<SessionRow>({
    name: background ? 'find-session-quietly' : 'find-session',
    text: `with living as (
        select s.* from sessions s where s.id_hash = $1
          and s.last_seen_at > statement_timestamp() - ${sessionIdleSeconds} * interval '1 second'
          and s.created_at > statement_timestamp() - ${sessionAbsoluteSeconds} * interval '1 second'
      )${background ? '' : seen}
      select s.public_id, s.stage, 
        coalesce(s.stepped_up_at > statement_timestamp() - ${stepUpSeconds} * interval '1 second', false) as stepped_up, u.id as user_id, u.merchant_id, u.role, u.email, u.name, u.language,
        u.totp_confirmed_at is not null as second_factor
      from living s join users u on u.id = s.user_id where u.disabled_at is null`,
    values: [idHash],
  })
  return found.rows[0]
}

const seen = `, seen as (
        update sessions s set last_seen_at = statement_timestamp() from living l where s.id_hash = l.id_hash
          and l.last_seen_at < statement_timestamp() - ${seenEverySeconds} * interval '1 second'
      )`
