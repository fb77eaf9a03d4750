import type { Db } from '../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import type { Status } from '../../../core/values/status.ts'

/** How far the feed goes back. Older events are in the callback log of their transaction. */
const daysMax = 7

/** A position in the feed: after the event with this id of the database transaction with this number. */
export interface FeedPlace {
  /** A PostgreSQL transaction id, 64 bits. */
  xid: bigint
  eventId: string
}

export interface FeedEvent {
  id: string
  xid: bigint
  transactionId: string
  status: Status
  template: string
  apiKey: bigint
  createdAt: Date
  /** Of the pay-in, by this event, in minor units of `currency`; null for payouts. */
  refundedMinor: bigint | null
  refundableMinor: bigint | null
  currency: CurrencyCode
  paymentLinkId: string | null
}

/** The end of the feed: later commits come after it. */
export async function readFeedEnd(db: Db): Promise<bigint> {
  const found = await db.query<{ xmin: string }>({
    name: 'read-feed-end',
    text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as xmin',
  })
  return BigInt(found.rows[0]?.xmin ?? 0)
}

/**
 * Events of a point after a position, ordered by their database transactions, and only those before the oldest open
 * transaction. Later commits come after them, so a reader who stores the position misses none.
 */
export async function readFeed(
  db: Db,
  pointId: string,
  page: { after: FeedPlace; limit: number },
): Promise<readonly FeedEvent[]> {
  const found = await db.query<{
    id: string
    xid: string
    transaction_id: string
    status: Status
    body_template: string
    api_key: bigint
    created_at: Date
    refunded_minor: bigint | null
    refundable_minor: bigint | null
    currency: CurrencyCode
    payment_link_id: string | null
  }>({
    name: 'read-callback-feed',
    // Without `e.`, `order by xid` would mean the text of the result, and put 100 before 99.
    text: `select e.id, e.xid::text, e.transaction_id, e.status, e.body_template, e.api_key, e.created_at,
        e.refunded_minor, e.refundable_minor, t.currency, t.payment_link_id
      from callback_events e join transactions t on t.id = e.transaction_id
      where e.point_id = $1 and (e.xid, e.id) > ($2::text::xid8, $3::uuid)
        and e.xid < pg_snapshot_xmin(pg_current_snapshot())
        and e.created_at > gateway_now() - interval '${daysMax} days'
      order by e.xid, e.id limit $4`,
    values: [pointId, page.after.xid.toString(), page.after.eventId, page.limit],
  })
  return found.rows.map((row) => ({
    id: row.id,
    xid: BigInt(row.xid),
    transactionId: row.transaction_id,
    status: row.status,
    template: row.body_template,
    apiKey: row.api_key,
    createdAt: row.created_at,
    refundedMinor: row.refunded_minor,
    refundableMinor: row.refundable_minor,
    currency: row.currency,
    paymentLinkId: row.payment_link_id,
  }))
}
