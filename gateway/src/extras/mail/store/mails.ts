import type { Db } from '../../../core/platform/database/database.ts'
import { deletedRowsMax } from '../../../core/platform/database/old-rows.ts'
import type { Language } from '../../../core/texts/messages/languages.ts'
import type { MailRule, MailState } from '../rules/outbox.ts'

/**
 * Most alert mails of one kind to one person within an hour. The dashboard shows all alerts. The limit applies per
 * kind, so that many alerts of one kind cannot suppress those of another.
 */
const alertMailsPerHourMax = 30

/** Test mails per person within an hour. */
const testMailsPerHourMax = 5

/** Another process retries a claimed mail after this time. The lease is longer than any attempt. */
const leaseSeconds = 180

/** How long mails that were sent or given up are kept. */
const doneKept = '90 days'

/**
 * Queues a mail about each alert for every person who may see the alert and wants mails. Returns the number of mails.
 */
export async function queueAlertMails(
  tx: Db,
  alertIds: readonly string[],
  rules: readonly MailRule[],
): Promise<number> {
  const queued = await tx.query({
    name: 'queue-alert-mails',
    text: `insert into mails (kind, alert_id, user_id)
      select 'alert', wanted.alert_id, wanted.user_id from (
        select a.id as alert_id, u.id as user_id,
          row_number() over (partition by u.id, a.kind order by a.created_at, a.id)
            + (select count(*) from mails m join alerts o on o.id = m.alert_id where m.user_id = u.id and o.kind = a.kind
              and m.created_at > statement_timestamp() - interval '1 hour') as place
        from unnest($1::uuid[]) as queued(id) join alerts a on a.id = queued.id
          join lateral (
            select * from users where merchant_id = a.merchant_id
            union all select * from users where merchant_id is null and a.merchant_id is null) u on true
          join unnest($2::text[], $3::text[], $4::text[], $5::boolean[]) as rule(kind, side, role, by_default)
            on rule.kind = a.kind and rule.role = u.role
            and rule.side = case when u.merchant_id is null then 'operator' else 'merchant' end
        where u.disabled_at is null and (a.user_id is null or a.user_id = u.id)
          and case when u.alert_mails is null then rule.by_default else a.kind = any (u.alert_mails) end) wanted
      where wanted.place <= ${alertMailsPerHourMax}
      on conflict do nothing`,
    values: [
      alertIds,
      rules.map(({ kind }) => kind),
      rules.map(({ side }) => side),
      rules.map(({ role }) => role),
      rules.map(({ mailedByDefault }) => mailedByDefault),
    ],
  })
  return queued.rowCount ?? 0
}

/** Queues the mail with an invitation's link. The link is encrypted for the invitation's row. */
export async function queueInvitationMail(tx: Db, invitationId: string, linkBox: Buffer): Promise<void> {
  await tx.query({
    name: 'queue-invitation-mail',
    text: `insert into mails (kind, invitation_id, link_box) values ('invitation', $1, $2)
      on conflict (invitation_id) do nothing`,
    values: [invitationId, linkBox],
  })
}

/** Records a person's test mail. Undefined if the hourly limit is reached. */
export async function noteTestMail(db: Db, userId: string): Promise<bigint | undefined> {
  const noted = await db.query<{ id: bigint }>({
    name: 'note-test-mail',
    text: `insert into mails (kind, user_id, state, done_at, attempts)
      select 'test', $1, 'failed', statement_timestamp(), 1
      where (select count(*) from mails m where m.user_id = $1 and m.kind = 'test'
        and m.created_at > statement_timestamp() - interval '1 hour') < ${testMailsPerHourMax}
      returning id`,
    values: [userId],
  })
  return noted.rows[0]?.id
}

export interface DueMail {
  id: bigint
  kind: 'alert' | 'invitation' | 'recovery'
  attempts: number
  fence: number
  /** Recipient. For an invitation only the address is known. */
  email: string
  name: string | null
  language: Language
  /** The alert's kind, facts and point. */
  alert_kind: string | null
  facts: Record<string, unknown> | null
  created_at: Date | null
  resolved: boolean
  merchant: string | null
  /** The invitation or recovery, and its encrypted link. */
  invitation_id: string | null
  recovery_id: string | null
  link_box: Buffer | null
  invited_by: string | null
  expires_at: Date | null
  /**
   * The mail must not be sent any more: the person was disabled, or the invitation was used, withdrawn or has expired.
   */
  void: boolean
}

/** Claims due mails. Each claim counts as an attempt and sets the next attempt to the end of the lease. */
export async function claimMails(db: Db, limit: number): Promise<readonly DueMail[]> {
  const claimed = await db.query<DueMail>({
    name: 'claim-mails',
    text: `with due as (
        select id from mails where state = 'waiting' and next_attempt_at <= statement_timestamp()
        order by next_attempt_at, id limit $1 for update skip locked),
      taken as (
        update mails m set attempts = m.attempts + 1, fence = m.fence + 1,
          next_attempt_at = statement_timestamp() + ${leaseSeconds} * interval '1 second'
        from due where m.id = due.id returning m.*)
      select m.id, m.kind, m.attempts, m.fence, coalesce(u.email, i.email) as email, u.name,
        coalesce(u.language, inviter.language, 'en') as language, a.kind as alert_kind, a.facts, a.created_at,
        a.resolved_at is not null as resolved, coalesce(am.name, im.name) as merchant, m.invitation_id, m.recovery_id, m.link_box,
        inviter.name as invited_by, coalesce(i.expires_at, r.expires_at) as expires_at,
        case when m.kind = 'invitation' then i.accepted_at is not null or i.revoked_at is not null
            or i.expires_at < statement_timestamp() or m.link_box is null
          when m.kind = 'recovery' then r.used_at is not null or r.revoked_at is not null or u.disabled_at is not null
            or r.expires_at < statement_timestamp() or m.link_box is null
          else u.disabled_at is not null end as void
      from taken m left join alerts a on a.id = m.alert_id left join merchants am on am.id = a.merchant_id
        left join users u on u.id = m.user_id left join invitations i on i.id = m.invitation_id
        left join password_recoveries r on r.id = m.recovery_id
        left join merchants im on im.id = i.merchant_id left join users inviter on inviter.id = i.invited_by
      order by m.id`,
    values: [limit],
  })
  return claimed.rows
}

/** Result of a claimed mail. `retry`: again after the pause. A final result deletes the encrypted link. */
export type MailEnd =
  | { state: 'sent' }
  | { state: 'failed'; error: string }
  | { state: 'retry'; error: string; pauseSeconds: number }

/** Stores the result of an attempt. False if another process has claimed the mail since. */
export async function finishMail(db: Db, mail: { id: bigint; fence: number }, end: MailEnd): Promise<boolean> {
  const finished = await db.query({
    name: 'finish-mail',
    text: `update mails set state = case when $3::text = 'retry' then 'waiting' else $3::text end, last_error = $4,
        next_attempt_at = case when $3 = 'retry' then statement_timestamp() + $5::int * interval '1 second'
          else next_attempt_at end,
        done_at = case when $3 = 'retry' then null else statement_timestamp() end,
        link_box = case when $3 = 'retry' then link_box end
      where id = $1 and fence = $2 and state = 'waiting'`,
    values: [
      mail.id,
      mail.fence,
      end.state,
      end.state === 'sent' ? null : end.error,
      end.state === 'retry' ? end.pauseSeconds : 0,
    ],
  })
  return (finished.rowCount ?? 0) > 0
}

/** Stores a test mail's result. */
export async function finishTestMail(db: Db, id: bigint, error: string | null): Promise<void> {
  await db.query({
    name: 'finish-test-mail',
    text: `update mails set state = case when $2::text is null then 'sent' else 'failed' end, last_error = $2,
      done_at = statement_timestamp() where id = $1`,
    values: [id, error],
  })
}

export async function readMailState(db: Db): Promise<MailState> {
  const found = await db.query<{ waiting: bigint; failed: bigint; last_error: string | null }>({
    name: 'read-mail-state',
    text: `select (select count(*) from mails where state = 'waiting') as waiting,
      (select count(*) from mails where done_at > statement_timestamp() - interval '1 day' and state = 'failed') as failed,
      coalesce(
        (select last_error from mails where state = 'waiting' and last_error is not null order by next_attempt_at desc limit 1),
        (select last_error from mails where done_at is not null and state = 'failed' order by done_at desc limit 1)
      ) as last_error`,
  })
  const row = found.rows[0]
  return { waiting: Number(row?.waiting ?? 0n), failed: Number(row?.failed ?? 0n), lastError: row?.last_error ?? null }
}

export async function deleteOldMails(db: Db): Promise<number> {
  const deleted = await db.query({
    name: 'delete-old-mails',
    text: `delete from mails where id in (select id from mails where done_at is not null
      and done_at < statement_timestamp() - interval '${doneKept}' limit ${deletedRowsMax})`,
  })
  return deleted.rowCount ?? 0
}
