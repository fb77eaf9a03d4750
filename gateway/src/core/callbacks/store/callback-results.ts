import type { AttemptError } from '../../net/attempt-error.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Observation } from '../rules/endpoint-health.ts'

/** The answer to one attempt. Durations in whole milliseconds. */
export interface AttemptAnswer {
  /** Null: no answer. */
  status: number | null
  /** The part of the request that failed. */
  error: AttemptError | null
  errorCode: string | null
  firstByteMs: number | null
  totalMs: number
  /** The first 4 KiB. */
  responseBody: string | null
}

/** One attempt as it is listed. */
export interface AttemptRecord extends AttemptAnswer {
  startedAt: Date
  /** Null: delivered into the inbox. */
  url: string | null
  sentBodySha256: Buffer | null
}

export interface DeliveryResult {
  deliveryId: bigint
  pointId: string
  fence: number
  attempt: number
  state: 'delivered' | 'exhausted' | 'pending'
  /** Until the next attempt; read only for `pending`. */
  delayMs: number
  /** A fault of the gateway: the attempt neither counts nor is listed. */
  free: boolean
  /** False for a probe of an open breaker: it is listed, and the schedule does not advance. */
  counts: boolean
  /** The evidence about the endpoint; null where there is none. */
  observation: (Observation & { watched: boolean }) | null
  record: AttemptRecord
  /** The message for the inbox of a test point. */
  inbox: { eventId: string; headers: Record<string, string>; body: string } | null
}

/**
 * `written`, `busy` (another transaction holds the row: try again) or `lost` (the lease was taken over: nothing
 * changed).
 */
export type WriteOutcome = 'written' | 'busy' | 'lost'

/**
 * Writes the results of many attempts in one statement. Each result is fenced: it counts only while its claim is the
 * current one. Rows locked by a status change are skipped, so that no deadlock with a status change is possible. A
 * failed delivery whose transaction has a newer event is superseded instead of retried. Deliveries in flight are
 * detected by their lease (see `claimDeliveries`) in a subquery per row: with a join or `exists`, small batches became
 * full scans. A failure at an address that was changed meanwhile uses no attempt: the delivery is due at the new one.
 */
export async function writeDeliveryResults(
  db: Db,
  results: readonly DeliveryResult[],
): Promise<ReadonlyMap<bigint, WriteOutcome>> {
  const answer = await db.query<{ delivery_id: bigint; written: boolean; open: boolean }>({
    name: 'write-callback-results',
    text: writeText,
    values: [JSON.stringify(results.map(resultRow))],
  })
  return new Map(answer.rows.map((row) => [row.delivery_id, row.written ? 'written' : row.open ? 'busy' : 'lost']))
}

const writeText = `
  with t as materialized (
    select gateway_now() as at, set_config('synchronous_commit', 'off', true)
  ), given as materialized (
    select g.*, g.url is not null and g.state <> 'delivered' and g.url is distinct from
      (select ep.url from callback_endpoints ep where ep.point_id = g.point_id) as moved
    from jsonb_to_recordset($1::jsonb) as g (
      delivery_id bigint, point_id uuid, fence int, number int, state text, delay_ms bigint, free boolean, counts boolean,
      started_at timestamptz, url text, status int, error text, error_code text, first_byte_ms int, total_ms int,
      response_body text, sent_body_sha256 text, inbox_event_id uuid, inbox_headers jsonb, inbox_body text)
  ), locked as materialized (
    select l.id from given g cross join lateral (
      select d.id from callback_deliveries d
      where d.id = g.delivery_id and d.fence = g.fence and d.lease_until is not null
      for update skip locked) l
  ), written as (
    update callback_deliveries d
    set state = case
        when (g.state = 'pending' or g.moved)
          and exists (select from callback_deliveries z where z.transaction_id = d.transaction_id and z.seq > d.seq)
          then 'superseded'
        when g.moved then 'pending'
        else g.state end,
      attempts = d.attempts - case when g.free or not g.counts or g.moved then 1 else 0 end,
      next_attempt_at = case when g.moved then t.at when g.state = 'pending'
        then t.at + g.delay_ms * interval '1 millisecond' else d.next_attempt_at end,
      delivered_at = case when g.state = 'delivered' then t.at end,
      has_failed = d.has_failed or g.error is not null and not g.free and not g.moved,
      lease_owner = null, lease_until = null
    from given g, locked l, t
    where l.id = d.id and g.delivery_id = d.id
    returning d.id
  ), logged as (
    insert into callback_attempts (delivery_id, point_id, number, started_at, url, status, error, error_code,
      first_byte_ms, total_ms, response_body, sent_body_sha256)
    select g.delivery_id, g.point_id, g.number, g.started_at, g.url, g.status, g.error, g.error_code,
      g.first_byte_ms, g.total_ms, g.response_body, decode(g.sent_body_sha256, 'hex')
    from given g join written w on w.id = g.delivery_id
    where not g.free
  ), received as (
    insert into inbox_messages (point_id, event_id, headers, body)
    select g.point_id, g.inbox_event_id, g.inbox_headers, g.inbox_body
    from given g join written w on w.id = g.delivery_id
    where g.inbox_body is not null
  )
  select g.delivery_id, w.id is not null as written, o.id is not null as open
  from given g left join written w on w.id = g.delivery_id
  left join lateral (
    select d.id from callback_deliveries d
    where d.id = g.delivery_id and d.fence = g.fence and d.lease_until is not null limit 1) o on true`

function resultRow(result: DeliveryResult): object {
  const { record, inbox } = result
  return {
    delivery_id: result.deliveryId.toString(),
    point_id: result.pointId,
    fence: result.fence,
    number: result.attempt,
    state: result.state,
    delay_ms: Math.round(result.delayMs),
    free: result.free,
    counts: result.counts,
    started_at: record.startedAt.toISOString(),
    url: record.url,
    status: record.status,
    error: record.error,
    error_code: record.errorCode,
    first_byte_ms: record.firstByteMs,
    total_ms: record.totalMs,
    response_body: record.responseBody,
    sent_body_sha256: record.sentBodySha256?.toString('hex') ?? null,
    inbox_event_id: inbox?.eventId ?? null,
    inbox_headers: inbox?.headers ?? null,
    inbox_body: inbox?.body ?? null,
  }
}
