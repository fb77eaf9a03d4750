import type { Db } from '../../../core/platform/database/database.ts'
import type { Environment } from '../../../core/values/environment.ts'

export type EndpointStatus = 'active' | 'paused' | 'suspended'

/** The callback address of a point and its settings. */
export interface CallbackEndpoint {
  pointId: string
  environment: Environment
  url: string | null
  /** `paused` holds the deliveries. `suspended` holds them too: set by the gateway after days without an answer. */
  status: EndpointStatus
  /** Any 2xx counts as success, not only 200. */
  accept2xx: boolean
  extraFields: boolean
  amountAlways: boolean
  sendMetadata: boolean
  sendRefunds: boolean
  sendWithdrawals: boolean
  /** Callbacks in flight at once. */
  maxInFlight: number
  /** Callbacks per second and process. */
  ratePerSecond: number
}

/** The settings that a merchant may change; settings that are left out stay. */
export interface CallbackEndpointChange {
  url?: string | null
  status?: 'active' | 'paused'
  accept2xx?: boolean
  extraFields?: boolean
  amountAlways?: boolean
  sendMetadata?: boolean
  sendRefunds?: boolean
  sendWithdrawals?: boolean
  maxInFlight?: number
  ratePerSecond?: number
}

interface EndpointRow {
  point_id: string
  environment: Environment
  url: string | null
  status: EndpointStatus
  accept_2xx: boolean
  extra_fields: boolean
  amount_always: boolean
  send_metadata: boolean
  send_refunds: boolean
  send_withdrawals: boolean
  max_inflight: number
  rate_per_s: number
}

const columns = `point_id, environment, url, status, accept_2xx, extra_fields, amount_always, send_metadata, send_refunds,
  send_withdrawals, max_inflight, rate_per_s`

/** The point's endpoint; undefined when there is no such point. */
export async function readCallbackEndpoint(db: Db, pointId: string): Promise<CallbackEndpoint | undefined> {
  const found = await db.query<EndpointRow>({
    name: 'read-callback-endpoint',
    text: `select ${columns} from callback_endpoints where point_id = $1`,
    values: [pointId],
  })
  return found.rows[0] && endpoint(found.rows[0])
}

/** Locks the endpoint row: no other transaction recovers, suspends or changes the endpoint before this one ends. */
export async function lockEndpoint(
  tx: Db,
  pointId: string,
): Promise<{ status: EndpointStatus; now: Date } | undefined> {
  const found = await tx.query<{ status: EndpointStatus; now: Date }>({
    name: 'lock-callback-endpoint',
    text: `select status, gateway_now()::timestamptz(3) as now from callback_endpoints
      where point_id = $1 for no key update`,
    values: [pointId],
  })
  return found.rows[0]
}

/** Writes the given settings. Deliveries held for lack of an address or by a pause may become claimable. */
export async function updateCallbackEndpoint(
  db: Db,
  pointId: string,
  change: CallbackEndpointChange,
): Promise<CallbackEndpoint | undefined> {
  const changed = await db.query<EndpointRow>({
    name: 'update-callback-endpoint',
    text: `
      update callback_endpoints
      set url = case when $2 then $3 else url end,
        -- A new address ends the suspension.
        status = coalesce($4, case when $2 and status = 'suspended' then 'active' else status end),
        suspended_at = case when $4 is null and not ($2 and status = 'suspended') then suspended_at end,
        accept_2xx = coalesce($5, accept_2xx),
        extra_fields = coalesce($6, extra_fields),
        amount_always = coalesce($7, amount_always),
        max_inflight = coalesce($8, max_inflight),
        rate_per_s = coalesce($9, rate_per_s),
        send_metadata = coalesce($10, send_metadata), send_refunds = coalesce($11, send_refunds),
        send_withdrawals = coalesce($12, send_withdrawals),
        updated_at = gateway_now()
      where point_id = $1
      returning ${columns}`,
    values: [
      pointId,
      change.url !== undefined,
      change.url ?? null,
      change.status ?? null,
      change.accept2xx ?? null,
      change.extraFields ?? null,
      change.amountAlways ?? null,
      change.maxInFlight ?? null,
      change.ratePerSecond ?? null,
      change.sendMetadata ?? null,
      change.sendRefunds ?? null,
      change.sendWithdrawals ?? null,
    ],
  })
  return changed.rows[0] && endpoint(changed.rows[0])
}

function endpoint(row: EndpointRow): CallbackEndpoint {
  return {
    pointId: row.point_id,
    environment: row.environment,
    url: row.url,
    status: row.status,
    accept2xx: row.accept_2xx,
    extraFields: row.extra_fields,
    amountAlways: row.amount_always,
    sendMetadata: row.send_metadata,
    sendRefunds: row.send_refunds,
    sendWithdrawals: row.send_withdrawals,
    maxInFlight: row.max_inflight,
    ratePerSecond: row.rate_per_s,
  }
}
