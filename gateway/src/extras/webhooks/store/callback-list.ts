import type { Db } from '../../../core/platform/database/database.ts'
import type { Status } from '../../../core/values/status.ts'
import { type DeliveryWait, deliveryWait } from '../rules/delivery-wait.ts'
import type { LoggedAttempt, LoggedDelivery } from './callback-log.ts'
import {
  deliveryEndpointColumns,
  deliveryEndpointJoin,
  type EndpointOfRow,
  endpointOfRow,
} from './delivery-endpoint.ts'

export type DeliveryState = LoggedDelivery['state']

export interface DeliveryFilter {
  state?: DeliveryState
  status?: Status
  transactionId?: string
  /** The merchant's, of a transaction of any type. */
  reference?: string
  /** Deliveries made at or after this. */
  from?: Date
  /** Deliveries older than this one: the last of the previous page. */
  before?: bigint
  limit: number
}

/** A delivery with its latest attempt. */
export interface ListedDelivery extends DeliveryWait {
  id: bigint
  eventId: string
  transactionId: string
  status: Status
  trigger: LoggedDelivery['trigger']
  state: DeliveryState
  /** Number of requests in the attempt log, probes included. */
  attempts: number
  deliveredAt: Date | null
  createdAt: Date
  last: LastAttempt | null
}

export type LastAttempt = Pick<LoggedAttempt, 'startedAt' | 'url' | 'status' | 'error' | 'totalMs'>

interface Row extends EndpointOfRow {
  id: bigint
  event_id: string
  transaction_id: string
  status: Status
  trigger: ListedDelivery['trigger']
  state: DeliveryState
  attempts: number
  next_attempt_at: Date
  delivered_at: Date | null
  created_at: Date
  last_started_at: Date | null
  last_url: string | null
  last_status: number | null
  last_error: LoggedAttempt['error']
  last_ms: number | null
}

/** A page of the delivery log of a point, newest first. The SQL text depends only on which filters are given. */
export async function readDeliveries(db: Db, pointId: string, filter: DeliveryFilter): Promise<ListedDelivery[]> {
  const values: unknown[] = [pointId, filter.limit]
  const and = (condition: string, value: unknown) => {
    values.push(value)
    return ` and ${condition.replace('?', `$${values.length}`)}`
  }
  const conditions = [
    filter.before === undefined ? '' : and('d.id < ?::bigint', filter.before.toString()),
    filter.state === undefined ? '' : and('d.state = ?', filter.state),
    filter.status === undefined ? '' : and('e.status = ?', filter.status),
    filter.transactionId === undefined ? '' : and('d.transaction_id = ?::uuid', filter.transactionId),
    filter.reference === undefined
      ? ''
      : and(
          `d.transaction_id in (select t.id from transactions t where t.point_id = $1
            and t.pay_type in ('payin', 'payout', 'refund') and t.reference = ?)`,
          filter.reference,
        ),
    filter.from === undefined ? '' : and('d.created_at >= ?::timestamptz', filter.from),
  ]
  const found = await db.query<Row>({
    text: `select d.id, d.event_id, d.transaction_id, e.status, d.trigger, d.state, coalesce(a.attempts, 0)::int as attempts,
        d.next_attempt_at, d.delivered_at, d.created_at, ${deliveryEndpointColumns}, a.started_at as last_started_at, a.url as last_url, a.status as last_status, a.error as last_error,
        a.total_ms as last_ms
      from callback_deliveries d join callback_events e on e.id = d.event_id
      ${deliveryEndpointJoin}
      left join lateral (select started_at, url, status, error, total_ms, count(*) over () as attempts from callback_attempts a
        where a.delivery_id = d.id and a.started_at >= d.created_at order by a.started_at desc limit 1) a on true
      where d.point_id = $1${conditions.join('')}
      order by d.id desc limit $2`,
    values,
  })
  return found.rows.map(listed)
}

/** The transaction and event of a delivery of a point. */
export async function findDelivery(
  db: Db,
  pointId: string,
  deliveryId: bigint,
): Promise<{ transactionId: string; eventId: string } | undefined> {
  const found = await db.query<{ transaction_id: string; event_id: string }>({
    name: 'find-callback-delivery',
    text: 'select transaction_id, event_id from callback_deliveries where id = $2 and point_id = $1',
    values: [pointId, deliveryId.toString()],
  })
  const row = found.rows[0]
  return row && { transactionId: row.transaction_id, eventId: row.event_id }
}

function listed(row: Row): ListedDelivery {
  return {
    id: row.id,
    eventId: row.event_id,
    transactionId: row.transaction_id,
    status: row.status,
    trigger: row.trigger,
    state: row.state,
    attempts: row.attempts,
    ...deliveryWait({ state: row.state, nextAttemptAt: row.next_attempt_at, endpoint: endpointOfRow(row) }, row.now),
    deliveredAt: row.delivered_at,
    createdAt: row.created_at,
    last: row.last_started_at && {
      startedAt: row.last_started_at,
      url: row.last_url,
      status: row.last_status,
      error: row.last_error,
      totalMs: row.last_ms,
    },
  }
}

export interface FoundEvent {
  template: string
  apiKey: bigint
}

/** An event of a point. */
export async function findEvent(db: Db, pointId: string, eventId: string): Promise<FoundEvent | undefined> {
  const found = await db.query<{ body_template: string; api_key: bigint }>({
    name: 'find-callback-event',
    text: 'select body_template, api_key from callback_events where id = $2 and point_id = $1',
    values: [pointId, eventId],
  })
  const row = found.rows[0]
  return row && { template: row.body_template, apiKey: row.api_key }
}
