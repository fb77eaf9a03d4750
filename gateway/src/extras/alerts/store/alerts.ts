import type { Db } from '../../../core/platform/database/database.ts'
import { deletedRowsMax } from '../../../core/platform/database/old-rows.ts'
import { type AlertLimits, eventFindings, lastingFindings } from './alert-findings.ts'

export type LastingKind = keyof typeof lastingFindings
export const lastingKinds = Object.keys(lastingFindings) as readonly LastingKind[]
export type EventKind = keyof typeof eventFindings
export const eventKinds = Object.keys(eventFindings) as readonly EventKind[]

/** Key of the advisory lock: one process at a time evaluates alerts. */
const alertsLock = 7_210_442_931

/** Alerts of one kind per round, so that the statement stays short. The next round continues. */
const insertedMax = 200

/** How long an alert about an event stays open. */
const eventHours = 24

/** Ended alerts are listed for 13 months. */
const endedKept = '13 months'

/** True if this transaction may evaluate alerts. One transaction per deployment may do so at a time. */
export async function lockAlerts(tx: Db): Promise<boolean> {
  const found = await tx.query<{ got: boolean }>({
    name: 'lock-alerts',
    text: 'select pg_try_advisory_xact_lock($1) as got',
    values: [alertsLock],
  })
  return found.rows[0]?.got ?? false
}

/** Writes an alert for every new finding of a kind. Returns their ids. */
export async function insertFound(
  tx: Db,
  kind: LastingKind | EventKind,
  limits: AlertLimits,
): Promise<readonly string[]> {
  const found = kind in lastingFindings ? lastingFindings[kind as LastingKind].find : eventFindings[kind as EventKind]
  const find = typeof found === 'string' ? found : found(limits)
  const inserted = await tx.query<{ id: string }>({
    name: `insert-alerts-${kind}`,
    text: `insert into alerts (id, kind, merchant_id, point_id, user_id, object, subject, facts)
      select gen_random_uuid(), $1, f.* from (${find}) as f(merchant_id, point_id, user_id, object, subject, facts)
      where not exists (select from alerts x where x.subject = f.subject)
        and not exists (select from alerts x where x.kind = $1 and x.object = f.object and x.resolved_at is null)
      limit ${insertedMax} on conflict do nothing returning id`,
    values: [kind],
  })
  return inserted.rows.map(({ id }) => id)
}

export interface NewAlert {
  merchantId: string | null
  userId: string | null
  kind: string
  /** The object of the alert. One alert of a kind per object is open at a time. */
  object: string
  /** The object together with the occasion. */
  subject: string
  facts: object
}

/** Writes an alert that is not found by a statement above. Returns its id; undefined if it exists already. */
export async function insertAlertRow(tx: Db, alert: NewAlert): Promise<string | undefined> {
  const inserted = await tx.query<{ id: string }>({
    name: 'insert-alert-row',
    text: `insert into alerts (id, kind, merchant_id, user_id, object, subject, facts)
      values (gen_random_uuid(), $1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
    values: [alert.kind, alert.merchantId, alert.userId, alert.object, alert.subject, JSON.stringify(alert.facts)],
  })
  return inserted.rows[0]?.id
}

/** Ends the alerts of a kind whose condition is over. */
export async function resolveGone(tx: Db, kind: LastingKind): Promise<number> {
  const ended = await tx.query({
    name: `resolve-alerts-${kind}`,
    text: `update alerts a set resolved_at = gateway_now()
      where a.kind = $1 and a.resolved_at is null and (${lastingFindings[kind].gone})`,
    values: [kind],
  })
  return ended.rowCount ?? 0
}

/** Ends every open alert of a kind. */
export async function resolveAll(tx: Db, kind: string): Promise<void> {
  await tx.query({
    name: 'resolve-all-alerts',
    text: 'update alerts set resolved_at = gateway_now() where kind = $1 and resolved_at is null',
    values: [kind],
  })
}

/** Ends the alerts of endpoints that answer again, and writes an alert for each recovery. Returns the new alerts. */
export async function resolveRecovered(tx: Db): Promise<readonly string[]> {
  const created = await tx.query<{ id: string }>({
    name: 'resolve-recovered-callbacks',
    text: `with ended as (
        update alerts a set resolved_at = gateway_now()
        where a.kind = 'callbacks_failing' and a.resolved_at is null and (${lastingFindings.callbacks_failing.gone})
        returning a.merchant_id, a.point_id, a.facts)
      insert into alerts (id, kind, merchant_id, point_id, object, subject, facts)
      select distinct on (e.point_id) gen_random_uuid(), 'callbacks_recovered', e.merchant_id, e.point_id,
        'recovered ' || e.point_id || ' ' || (e.facts ->> 'failing_since'),
        'recovered ' || e.point_id || ' ' || (e.facts ->> 'failing_since'), e.facts - 'level'
      from ended e
      -- A recovery needs an answer. A changed address without answers ends the alert without one.
      where exists (select from callback_endpoints c join callback_attempts t on t.point_id = c.point_id and t.url = c.url
          where c.point_id = e.point_id and t.error is null and t.started_at > (e.facts ->> 'failing_since')::timestamptz)
        and not exists (select from callback_health h where h.point_id = e.point_id and h.failing_since is not null)
      order by e.point_id, (e.facts ->> 'failing_since')::timestamptz desc
      on conflict do nothing returning id`,
  })
  return created.rows.map(({ id }) => id)
}

/** Ends event alerts of these kinds after a day. */
export async function resolveEvents(tx: Db, kinds: readonly string[]): Promise<number> {
  const ended = await tx.query({
    name: 'resolve-event-alerts',
    text: `update alerts set resolved_at = gateway_now() where kind = any ($1::text[]) and resolved_at is null
      and created_at < gateway_now() - ${eventHours} * interval '1 hour'`,
    values: [kinds],
  })
  return ended.rowCount ?? 0
}

/** A request of a person from an address, within the last hour. */
export interface SeenAddress {
  userId: string
  merchantId: string | null
  address: string
  at: Date
}

/** Recent addresses of people, from their sessions and the audit log. */
export async function readSeenAddresses(tx: Db, limit: number): Promise<readonly SeenAddress[]> {
  const found = await tx.query<{ user_id: string; merchant_id: string | null; address: string; at: Date }>({
    name: 'read-seen-addresses',
    text: `select seen.user_id, u.merchant_id, seen.address, min(seen.at)::timestamptz(3) as at from (
        (select user_id, address, created_at as at from sessions where stage = 'signed_in' and address is not null
          and last_seen_at > statement_timestamp() - interval '1 hour' order by last_seen_at desc limit $1)
        union all
        (select user_id, origin, created_at from audit_log where user_id is not null and origin is not null
          and result = 'done' and created_at > gateway_now() - interval '1 hour' order by created_at desc limit $1)
      ) seen join users u on u.id = seen.user_id
      group by seen.user_id, u.merchant_id, seen.address order by at`,
    values: [limit],
  })
  return found.rows.map((row) => ({
    userId: row.user_id,
    merchantId: row.merchant_id,
    address: row.address,
    at: row.at,
  }))
}

/** Records an address of a person. `another`: it is new, and the person has used another one before. */
export async function noteAddress(tx: Db, userId: string, addressHash: Buffer): Promise<'known' | 'first' | 'another'> {
  const noted = await tx.query<{ another: boolean; fresh: boolean }>({
    name: 'note-known-address',
    text: `insert into known_addresses (user_id, address_hash) values ($1, $2)
      on conflict (user_id, address_hash) do update set seen_at = statement_timestamp()
        where known_addresses.seen_at < statement_timestamp() - interval '1 day'
      returning xmax = 0 and exists (select from known_addresses k where k.user_id = $1) as another, xmax = 0 as fresh`,
    values: [userId, addressHash],
  })
  const [row] = noted.rows
  if (!row?.fresh) return 'known'
  return row.another ? 'another' : 'first'
}

/** Deletes ended alerts with their mails, and addresses that were unused for as long. */
export async function deleteOldAlerts(db: Db): Promise<number> {
  const alerts = await db.query({
    name: 'delete-old-alerts',
    text: `delete from alerts where id in (select id from alerts where resolved_at is not null
      and resolved_at < gateway_now() - interval '${endedKept}' limit ${deletedRowsMax})`,
  })
  const addresses = await db.query({
    name: 'delete-old-addresses',
    text: `delete from known_addresses where ctid in (select ctid from known_addresses
      where seen_at < statement_timestamp() - interval '${endedKept}' limit ${deletedRowsMax})`,
  })
  return Math.max(alerts.rowCount ?? 0, addresses.rowCount ?? 0)
}

/** Null: the defaults of the role. */
export async function saveMailChoices(db: Db, userId: string, kinds: readonly string[] | null): Promise<void> {
  await db.query({
    name: 'save-mail-choices',
    text: 'update users set alert_mails = $2 where id = $1',
    values: [userId, kinds],
  })
}

export async function saveSeen(db: Db, userId: string): Promise<void> {
  await db.query({
    name: 'save-alerts-seen',
    text: 'update users set alerts_seen_at = gateway_now() where id = $1',
    values: [userId],
  })
}
