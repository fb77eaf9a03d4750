import type { AttemptError } from '../../../core/net/attempt-error.ts'
import type { Db } from '../../../core/platform/database/database.ts'
import type { Status } from '../../../core/values/status.ts'
import { type DeliveryWait, deliveryWait } from '../rules/delivery-wait.ts'
import {
  deliveryEndpointColumns,
  deliveryEndpointJoin,
  type EndpointOfRow,
  endpointOfRow,
} from './delivery-endpoint.ts'

/** An event of a transaction with its deliveries. */
export interface LoggedEvent {
  eventId: string
  seq: number
  status: Status
  template: string
  apiKey: bigint
  createdAt: Date
  deliveries: LoggedDelivery[]
}

export interface LoggedDelivery extends DeliveryWait {
  deliveryId: bigint
  trigger: 'auto' | 'manual' | 'recover'
  state: 'pending' | 'sending' | 'delivered' | 'held' | 'exhausted' | 'superseded'
  deliveredAt: Date | null
  attempts: LoggedAttempt[]
}

export interface LoggedAttempt {
  /** Number within the delivery, 1 = the first; a probe has its own number. */
  number: number
  startedAt: Date
  /** Null: delivered into the inbox, or lost before the address was recorded. */
  url: string | null
  status: number | null
  error: AttemptError | 'lost' | null
  errorCode: string | null
  totalMs: number | null
  /** The merchant's answer, its first 4 KiB. */
  responseBody: string | null
  sentBodySha256: Buffer | null
}

/** Enough for fifteen attempts of many events; beyond it the latest are shown. */
const attemptsMax = 500
const deliveriesMax = 200

interface DeliveryRow extends EndpointOfRow {
  id: bigint
  event_id: string
  seq: number
  status: Status
  body_template: string
  api_key: bigint
  event_created_at: Date
  trigger: LoggedDelivery['trigger']
  state: LoggedDelivery['state']
  next_attempt_at: Date
  delivered_at: Date | null
}

interface AttemptRow {
  delivery_id: bigint
  number: number
  started_at: Date
  url: string | null
  status: number | null
  error: LoggedAttempt['error']
  error_code: string | null
  total_ms: number | null
  response_body: string | null
  sent_body_sha256: Buffer | null
}

/** All events of a transaction of this point, in order; undefined when the point has no such transaction. */
export async function readCallbackLog(
  db: Db,
  pointId: string,
  transactionId: string,
): Promise<LoggedEvent[] | undefined> {
  const known = await db.query({
    name: 'transaction-of-point',
    text: 'select from transactions where id = $1 and point_id = $2',
    values: [transactionId, pointId],
  })
  if (!known.rowCount) return undefined
  const deliveries = await readDeliveries(db, pointId, transactionId)
  const attempts = await readAttempts(
    db,
    pointId,
    deliveries.map((row) => row.id),
  )
  return assemble(deliveries, attempts)
}

async function readDeliveries(db: Db, pointId: string, transactionId: string): Promise<DeliveryRow[]> {
  const found = await db.query<DeliveryRow>({
    name: 'read-callback-deliveries',
    text: `
      select d.id, d.event_id, e.seq, e.status, e.body_template, e.api_key, e.created_at as event_created_at, d.trigger,
        d.state, d.next_attempt_at, d.delivered_at, ${deliveryEndpointColumns}
      from callback_deliveries d join callback_events e on e.id = d.event_id
      ${deliveryEndpointJoin}
      where d.transaction_id = $1 and d.point_id = $2
      order by d.seq desc, d.id desc limit $3`,
    values: [transactionId, pointId, deliveriesMax],
  })
  return found.rows.reverse()
}

async function readAttempts(db: Db, pointId: string, deliveryIds: readonly bigint[]): Promise<AttemptRow[]> {
  const found = await db.query<AttemptRow>({
    name: 'read-callback-attempts',
    text: `
      select delivery_id, row_number() over (partition by delivery_id order by started_at, number)::int as number,
        started_at, url, status, error, error_code, total_ms, response_body, sent_body_sha256
      from callback_attempts
      where delivery_id = any ($1::bigint[]) and point_id = $2
      order by started_at desc, number desc limit $3`,
    values: [deliveryIds.map(String), pointId, attemptsMax],
  })
  return found.rows.reverse()
}

function assemble(deliveries: readonly DeliveryRow[], attempts: readonly AttemptRow[]): LoggedEvent[] {
  const events = new Map<string, LoggedEvent>()
  for (const row of deliveries) {
    const event: LoggedEvent = events.get(row.event_id) ?? {
      eventId: row.event_id,
      seq: row.seq,
      status: row.status,
      template: row.body_template,
      apiKey: row.api_key,
      createdAt: row.event_created_at,
      deliveries: [],
    }
    events.set(row.event_id, event)
    event.deliveries.push({
      deliveryId: row.id,
      trigger: row.trigger,
      state: row.state,
      ...deliveryWait({ state: row.state, nextAttemptAt: row.next_attempt_at, endpoint: endpointOfRow(row) }, row.now),
      deliveredAt: row.delivered_at,
      attempts: attempts.filter((attempt) => attempt.delivery_id === row.id).map(loggedAttempt),
    })
  }
  return [...events.values()]
}

function loggedAttempt(row: AttemptRow): LoggedAttempt {
  return {
    number: row.number,
    startedAt: row.started_at,
    url: row.url,
    status: row.status,
    error: row.error,
    errorCode: row.error_code,
    totalMs: row.total_ms,
    responseBody: row.response_body,
    sentBodySha256: row.sent_body_sha256,
  }
}
