import type { Db } from '../../platform/database/database.ts'
import { assert } from '../../values/assert.ts'
import type { Status } from '../../values/status.ts'
import { newApiKey } from '../rules/callback-signature.ts'

/** A change of status to send to the merchant. */
export interface NewCallbackEvent {
  /** UUIDv7; the webhook-id derives from it. */
  id: string
  transactionId: string
  pointId: string
  status: Status
  /** Of `callbackTemplate`. */
  template: string
  /** Of `newApiKey`; replaced where the point used the same number before. */
  apiKey: bigint
}

/** With 10^10 keys, repeated collisions mean another fault. */
const apiKeyAttemptsMax = 10

/**
 * Writes events with their deliveries in the transaction that changes the status. That transaction holds the locks of
 * the transaction rows, so `seq` grows without gaps. Older unsent deliveries of the same transaction become superseded.
 */
export async function insertCallbackEvents(tx: Db, events: readonly NewCallbackEvent[]): Promise<void> {
  for (const layer of oneEventPerTransaction(events)) await insertLayer(tx, layer)
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

/** A statement does not see its own writes, so two events of one transaction need two statements. */
function oneEventPerTransaction(events: readonly NewCallbackEvent[]): NewCallbackEvent[][] {
  const layers: NewCallbackEvent[][] = []
  const counts = new Map<string, number>()
  for (const event of events) {
    const depth = counts.get(event.transactionId) ?? 0
    counts.set(event.transactionId, depth + 1)
    const layer = layers[depth] ?? []
    layers[depth] = layer
    layer.push(event)
  }
  return layers
}

async function insertLayer(tx: Db, layer: readonly NewCallbackEvent[]): Promise<void> {
  let open = layer
  for (let tries = 0; open.length > 0; tries++) {
    assert(tries < apiKeyAttemptsMax, 'no unused api_key was found')
    const written = await insertUnlessKeyUsed(tx, open)
    open = open.filter((event) => !written.has(event.id)).map((event) => ({ ...event, apiKey: newApiKey() }))
  }
}

/**
 * Also updates deliveries in flight, though their state stays. The result writer and this statement then wait for each
 * other, so no snapshot shows the older delivery pending without the newer one.
 */
async function insertUnlessKeyUsed(tx: Db, events: readonly NewCallbackEvent[]): Promise<ReadonlySet<string>> {
  const written = await tx.query<{ id: string }>({
    name: 'insert-callback-events',
    text: `
      with given as (
        select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bigint[])
          as g (id, point_id, transaction_id, status, template, api_key)
      ), written as (
        insert into callback_events (id, point_id, transaction_id, seq, status, body_template, api_key, created_at)
        select g.id, g.point_id, g.transaction_id,
          1 + coalesce((select max(e.seq) from callback_events e where e.transaction_id = g.transaction_id), 0),
          g.status, g.template, g.api_key, (select gateway_now())
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
        select id, point_id, transaction_id, seq, 'auto', (select gateway_now()), (select gateway_now()) from written
      )
      select id from written`,
    values: [
      events.map((event) => event.id),
      events.map((event) => event.pointId),
      events.map((event) => event.transactionId),
      events.map((event) => event.status),
      events.map((event) => event.template),
      events.map((event) => event.apiKey.toString()),
    ],
  })
  return new Set(written.rows.map((row) => row.id))
}
