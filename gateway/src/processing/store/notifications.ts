import type { Db } from '../../platform/database/database.ts'

export interface NewNotification {
  id: string
  connectorAccountId: string
  eventId: string
  attemptKey: string
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

/** Stores the events of a notification, each once per event id, in one statement. */
export async function insertNotifications(db: Db, notifications: readonly NewNotification[]): Promise<void> {
  if (notifications.length === 0) return
  await db.query({
    name: 'insert-notifications',
    text: `with given as (
        select distinct on (account, event_id) * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[],
          $6::bytea[]) as g(id, account, event_id, key, headers, body) order by account, event_id, id),
      fresh as (
        insert into provider_event_ids (connector_account_id, event_id, received_at)
        select account, event_id, gateway_now() from given on conflict do nothing
        returning connector_account_id, event_id, received_at)
      insert into provider_notifications (id, connector_account_id, event_id, attempt_key, headers, body, state,
        next_try_at, received_at)
      select g.id, g.account, g.event_id, g.key, g.headers, g.body, 'received', f.received_at, f.received_at
      from given g join fresh f on f.connector_account_id = g.account and f.event_id = g.event_id`,
    values: [
      notifications.map(({ id }) => id),
      notifications.map(({ connectorAccountId }) => connectorAccountId),
      notifications.map(({ eventId }) => eventId),
      notifications.map(({ attemptKey }) => attemptKey),
      notifications.map(({ headers }) => JSON.stringify(headers)),
      notifications.map(({ body }) => body),
    ],
  })
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

/** Claims due notifications. Each claim moves the next try into the future, so that a crash only delays it. */
export async function claimNotifications(
  db: Db,
  options: { limit: number; leaseMs: number },
): Promise<readonly DueNotification[]> {
  const found = await db.query<DueNotification>({
    name: 'claim-notifications',
    text: `update provider_notifications n set tries = n.tries + 1,
        next_try_at = gateway_now() + $2::int * interval '1 millisecond'
      from (select id, received_at from provider_notifications where state = 'received' and next_try_at <= gateway_now()
        order by next_try_at limit $1 for update skip locked) due
      where n.id = due.id and n.received_at = due.received_at
      returning n.id, n.received_at, n.connector_account_id, n.event_id, n.attempt_key, n.headers, n.body, n.tries`,
    values: [options.limit, options.leaseMs],
  })
  return found.rows
}

export async function finishNotification(
  db: Db,
  notification: Pick<DueNotification, 'id' | 'received_at'>,
  state: 'processed' | 'unmatched',
): Promise<void> {
  await db.query({
    name: 'finish-notification',
    text: `update provider_notifications set state = $3, next_try_at = null where id = $1 and received_at = $2`,
    values: [notification.id, notification.received_at, state],
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
    text: `update provider_notifications set next_try_at = gateway_now() + $3::int * interval '1 millisecond'
      where id = $1 and received_at = $2`,
    values: [notification.id, notification.received_at, delayMs],
  })
}
