import type { Db } from '../../platform/database/database.ts'

/** Messages kept per test point: more than a person reads, and small enough to keep for ever. */
const messagesMax = 1000

/** A callback that the inbox of a test point received. */
export interface InboxMessage {
  /** Increases within a point; used as a cursor. */
  id: bigint
  eventId: string
  headers: Record<string, string>
  /** The exact bytes as text. */
  body: string
  receivedAt: Date
}

interface InboxRow {
  id: bigint
  event_id: string
  headers: Record<string, string>
  body: string
  created_at: Date
}

/** Messages in the order of arrival: those after `after`, or the latest without it. */
export async function readInbox(
  db: Db,
  pointId: string,
  page: { limit: number; after: bigint | undefined },
): Promise<InboxMessage[]> {
  const found = await db.query<InboxRow>(
    page.after === undefined
      ? {
          name: 'read-inbox-latest',
          text: `select * from (
              select id, event_id, headers, body, created_at from inbox_messages
              where point_id = $1 order by id desc limit $2) latest
            order by id`,
          values: [pointId, page.limit],
        }
      : {
          name: 'read-inbox-after',
          text: `select id, event_id, headers, body, created_at from inbox_messages
            where point_id = $1 and id > $3 order by id limit $2`,
          values: [pointId, page.limit, page.after.toString()],
        },
  )
  return found.rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    headers: row.headers,
    body: row.body,
    receivedAt: row.created_at,
  }))
}

/** Removes all but the latest messages of each point. */
export async function trimInbox(db: Db, pointIds: readonly string[]): Promise<void> {
  await db.query({
    name: 'trim-inbox',
    text: `
      delete from inbox_messages m
      using (
        select p.id, (select i.id from inbox_messages i where i.point_id = p.id order by i.id desc offset $2 limit 1) as last
        from unnest($1::uuid[]) as p (id)) x
      where m.point_id = x.id and m.id <= x.last`,
    values: [pointIds, messagesMax],
  })
}

/** Inserts a message that did not come through the queue: a test. */
export async function insertInboxMessage(
  db: Db,
  message: { pointId: string; eventId: string; headers: Readonly<Record<string, string>>; body: string },
): Promise<void> {
  await db.query({
    name: 'insert-inbox-message',
    text: 'insert into inbox_messages (point_id, event_id, headers, body) values ($1, $2, $3, $4)',
    values: [message.pointId, message.eventId, JSON.stringify(message.headers), message.body],
  })
}
