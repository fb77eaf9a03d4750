import type { Db } from '../../platform/database/database.ts'

/** The events of one push. */
export interface NewNotifications {
  connectorAccountId: string
  events: readonly { id: string; eventId: string; attemptKey: string; promptsInquiry: boolean }[]
  /** The push says more than one event: its body belongs to none of them alone. */
  isShared: boolean
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

/**
 * Stores the events of a push, each once per event id. Headers and body are stored once, with the first new event that has
 * an outcome. Returns the ids of the new events.
 */
export async function insertNotifications(db: Db, push: NewNotifications): Promise<readonly string[]> {
  const { events } = push
  if (events.length === 0) return []
  const inserted = await db.query<{ event_id: string }>({
    name: 'insert-notifications',
    text: `with given as (
        select * from unnest($2::uuid[], $3::text[], $4::text[], $5::bool[]) as g (id, event_id, attempt_key, prompts)),
      fresh as (
        insert into provider_event_ids (connector_account_id, event_id, received_at)
        select $1, event_id, gateway_now() from given order by event_id
        on conflict do nothing returning event_id, received_at),
      new as (
        select given.*, received_at, first_value(id) over (partition by prompts order by id) as first_id
        from given join fresh using (event_id))
      insert into provider_notifications (id, connector_account_id, event_id, attempt_key, headers, body, push_id,
        prompts_inquiry, state, next_try_at, received_at)
      select id, $1, event_id, attempt_key, case when id = first_id and not prompts then $7::jsonb else '{}' end,
        case when id = first_id and not prompts then $8::bytea else '' end, case when $6 and not prompts then first_id end,
        prompts, 'received', received_at, received_at from new returning event_id`,
    values: [
      push.connectorAccountId,
      events.map(({ id }) => id),
      events.map(({ eventId }) => eventId),
      events.map(({ attemptKey }) => attemptKey),
      events.map(({ promptsInquiry }) => promptsInquiry),
      push.isShared,
      JSON.stringify(push.headers),
      push.body,
    ],
  })
  return inserted.rows.map(({ event_id }) => event_id)
}

/** Those of the events that came within this time. */
export async function findRecentEvents(
  db: Db,
  {
    connectorAccountId,
    eventIds,
    withinMs,
  }: { connectorAccountId: string; eventIds: readonly string[]; withinMs: number },
): Promise<ReadonlySet<string>> {
  const found = await db.query<{ event_id: string }>({
    name: 'find-recent-provider-events',
    text: `select event_id from provider_event_ids where connector_account_id = $1 and event_id = any ($2::text[])
      and received_at > gateway_now() - $3::int * interval '1 millisecond'`,
    values: [connectorAccountId, eventIds, withinMs],
  })
  return new Set(found.rows.map(({ event_id }) => event_id))
}

export interface DueNotification {
  id: string
  received_at: Date
  connector_account_id: string
  event_id: string
  attempt_key: string
  headers: Record<string, string>
  body: Buffer
  tries: number
  prompts_inquiry: boolean
  push_id: string | null
}

/**
 * What became of a notification does not wait for the disk. A crash that loses it has the notification processed once
 * more, and an outcome that stands already changes nothing.
 */
const unflushed = `unflushed as materialized (select set_config('synchronous_commit', 'off', true))`

/**
 * Claims due notifications, each with headers and body of its push. Each claim moves the next try into the future, so that a
 * crash only delays it.
 */
export async function claimNotifications(
  db: Db,
  options: { limit: number; leaseMs: number },
): Promise<readonly DueNotification[]> {
  const found = await db.query<DueNotification>({
    name: 'claim-notifications',
    text: `with ${unflushed}
      update provider_notifications n set tries = n.tries + 1,
        next_try_at = gateway_now() + $2::int * interval '1 millisecond'
      from unflushed, (select id, received_at from provider_notifications
        where state = 'received' and next_try_at <= gateway_now()
        order by next_try_at limit $1 for update skip locked) due
      where n.id = due.id and n.received_at = due.received_at
      returning n.id, n.received_at, n.connector_account_id, n.event_id, n.attempt_key, n.headers, n.body, n.tries,
        n.prompts_inquiry, n.push_id`,
    values: [options.limit, options.leaseMs],
  })
  return await withPushes(db, found.rows)
}

async function withPushes(db: Db, due: readonly DueNotification[]): Promise<readonly DueNotification[]> {
  const missing = due.filter(({ id, push_id }) => push_id !== null && push_id !== id)
  if (missing.length === 0) return due
  // All rows of a push have one instant, and so are in one partition.
  const found = await db.query<Pick<DueNotification, 'id' | 'headers' | 'body'>>({
    name: 'find-pushes-of-notifications',
    text: `select id, headers, body from provider_notifications
      where (id, received_at) in (select * from unnest($1::uuid[], $2::timestamptz[]))`,
    values: [missing.map(({ push_id }) => push_id), missing.map(({ received_at }) => received_at)],
  })
  const pushes = new Map(found.rows.map((row) => [row.id, row]))
  return due.map((row) => {
    const push = row.push_id === null ? undefined : pushes.get(row.push_id)
    return push ? { ...row, headers: push.headers, body: push.body } : row
  })
}

export interface FinishedNotification extends Pick<DueNotification, 'id' | 'received_at'> {
  state: 'processed' | 'unmatched'
}

/** In one statement, and without waiting for the disk. */
export async function finishNotifications(db: Db, finished: readonly FinishedNotification[]): Promise<void> {
  if (finished.length === 0) return
  await db.query({
    name: 'finish-notifications',
    text: `with ${unflushed}
      update provider_notifications n set state = f.state, next_try_at = null
      from unflushed, unnest($1::uuid[], $2::timestamptz[], $3::text[]) as f(id, received_at, state)
      where n.id = f.id and n.received_at = f.received_at`,
    values: [
      finished.map(({ id }) => id),
      finished.map(({ received_at }) => received_at),
      finished.map(({ state }) => state),
    ],
  })
}

/** Postpones an early notification: its transaction is not committed yet. */
export async function postponeNotification(
  db: Db,
  notification: Pick<DueNotification, 'id' | 'received_at'>,
  delayMs: number,
) {
  await db.query({
    name: 'postpone-notification',
    text: `with ${unflushed}
      update provider_notifications set next_try_at = gateway_now() + $3::int * interval '1 millisecond'
      from unflushed where id = $1 and received_at = $2`,
    values: [notification.id, notification.received_at, delayMs],
  })
}
