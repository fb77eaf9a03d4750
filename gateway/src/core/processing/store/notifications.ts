import type { Db } from '../../platform/database/database.ts'

export interface NewNotification {
  id: string
  connectorAccountId: string
  eventId: string
  attemptKey: string
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

/** Stores a raw notification, once per event id. False when it is stored already. */
export async function insertNotification(db: Db, notification: NewNotification): Promise<boolean> {
  const stored = await db.query({
    name: 'insert-notification',
    text: `with fresh as (
        insert into provider_event_ids (connector_account_id, event_id, received_at)
        values ($2, $3, gateway_now()) on conflict do nothing returning received_at)
      insert into provider_notifications (id, connector_account_id, event_id, attempt_key, headers, body, state,
        next_try_at, received_at)
      select $1, $2, $3, $4, $5::jsonb, $6, 'received', received_at, received_at from fresh`,
    values: [
      notification.id,
      notification.connectorAccountId,
      notification.eventId,
      notification.attemptKey,
      JSON.stringify(notification.headers),
      notification.body,
    ],
  })
  return (stored.rowCount ?? 0) > 0
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
}

/**
 * What became of a notification does not wait for the disk. A crash that loses it has the notification processed once
 * more, and an outcome that stands already changes nothing.
 */
const unflushed = `unflushed as materialized (select set_config('synchronous_commit', 'off', true))`

/** Claims due notifications. Each claim moves the next try into the future, so that a crash only delays it. */
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
      returning n.id, n.received_at, n.connector_account_id, n.event_id, n.attempt_key, n.headers, n.body, n.tries`,
    values: [options.limit, options.leaseMs],
  })
  return found.rows
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
