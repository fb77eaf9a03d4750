import type { Db } from '../../platform/database/database.ts'
import type { Status } from '../../values/status.ts'

/** A change of status to send to the merchant. */
export interface NewCallbackEvent {
  /** UUIDv7; the webhook-id derives from it. */
  id: string
  transactionId: string
  pointId: string
  status: Status
  /** Of `callbackTemplate`. */
  template: string
  /** Of `newCallbackNumber`; replaced where the point used the same number before. */
  apiKey: bigint
  /** For the feed, in minor units: what went back of the pay-in by this event, and what could still go back. */
  refundedMinor?: bigint | null
  refundableMinor?: bigint | null
  /** Shown in the feed of events, and not delivered. */
  isFeedOnly?: boolean
}

/**
 * Creates the endpoint row of a new point. Without an address a live point holds its callbacks; a test point delivers
 * into its inbox.
 */
export async function createCallbackEndpoint(
  db: Db,
  endpoint: { pointId: string; environment: 'test' | 'live'; url?: string },
): Promise<void> {
  await db.query({
    name: 'create-callback-endpoint',
    text: 'insert into callback_endpoints (point_id, environment, url) values ($1, $2, $3)',
    values: [endpoint.pointId, endpoint.environment, endpoint.url ?? null],
  })
}

/**
 * Also updates deliveries in flight, though their state stays. The result writer and this statement then wait for each
 * other, so no snapshot shows the older delivery pending without the newer one.
 */
export async function insertUnlessKeyUsed(tx: Db, events: readonly NewCallbackEvent[]): Promise<ReadonlySet<string>> {
  const written = await tx.query<{ id: string }>({
    name: 'insert-callback-events',
    text: `
      with given as (
        select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bigint[],
          $7::boolean[], $8::bigint[], $9::bigint[])
          as g (id, point_id, transaction_id, status, template, api_key, feed_only, refunded, refundable)
      ), written as (
        insert into callback_events (id, point_id, transaction_id, seq, status, body_template, api_key, created_at,
          refunded_minor, refundable_minor)
        select g.id, g.point_id, g.transaction_id,
          1 + coalesce((select max(e.seq) from callback_events e where e.transaction_id = g.transaction_id), 0),
          g.status, g.template, g.api_key, (select gateway_now()), g.refunded, g.refundable
        from given g
        on conflict (point_id, api_key) do nothing
        returning id, point_id, transaction_id, seq
      ), older as (
        update callback_deliveries d
        set state = case when d.state = 'sending' then 'sending' else 'superseded' end
        from written w
        where d.transaction_id = w.transaction_id and d.seq < w.seq and d.state in ('pending', 'held', 'sending')
      ), queued as (
        insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger, next_attempt_at, created_at)
        select id, point_id, transaction_id, seq, 'auto', (select gateway_now()), (select gateway_now())
        from written where id not in (select g.id from given g where g.feed_only)
      )
      select id from written`,
    values: [
      events.map((event) => event.id),
      events.map((event) => event.pointId),
      events.map((event) => event.transactionId),
      events.map((event) => event.status),
      events.map((event) => event.template),
      events.map((event) => event.apiKey.toString()),
      events.map((event) => event.isFeedOnly ?? false),
      events.map((event) => event.refundedMinor ?? null),
      events.map((event) => event.refundableMinor ?? null),
    ],
  })
  return new Set(written.rows.map((row) => row.id))
}
